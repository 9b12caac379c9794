// SPDX-License-Identifier: MIT
//
// What the renderer and its pipelines share. A pipeline is one row of the table in renderer.c: it draws a frame into
// the renderer's picture and keeps its buffers in `state` from one picture to the next.
#ifndef CS_RENDER_PIPELINE_H
#define CS_RENDER_PIPELINE_H

#include "base/base.h"

#include <clothsim/render.h>

typedef struct cs_pipeline_kind {
    /// Fills every plane of renderer->image; calls cs_renderer_split_overlays before it draws an overlay.
    cs_status (*draw)(struct cs_renderer *renderer, const cs_frame *frame, cs_log *log);
    void (*release)(void *state); ///< frees `state`, which may be NULL
} cs_pipeline_kind;

extern const cs_pipeline_kind cs_pipeline_classic;
extern const cs_pipeline_kind cs_pipeline_standard;

struct cs_renderer {
    const cs_scene *scene;
    cs_compute compute; ///< `simd` resolved
    const cs_pipeline_kind *kind;
    cs_image *image;
    void *state; ///< of the pipeline
};

/// Gives the picture a separate buffer for the colours before overlays (not filled). False: no memory.
bool cs_renderer_split_overlays(struct cs_renderer *renderer);

/// Object id of the i-th mesh or, after the meshes, shape: what fits 16 bits.
static inline uint16_t cs_object_id(int i)
{
    return (uint16_t)(i < 65534 ? i + 1 : 65535);
}

/// A buffer that only grows. Contents are lost when it does.
typedef struct cs_buffer {
    void *bytes;
    size_t size;
} cs_buffer;

/// At least count * size bytes, aligned to 64; NULL on overflow or no memory (the buffer is then empty).
void *cs_buffer_reserve(cs_buffer *buffer, size_t count, size_t size);
void cs_buffer_free(cs_buffer *buffer);

/// Logs that the picture needs more memory than there is; returns CS_INTERNAL.
cs_status cs_render_out_of_memory(cs_log *log);

#endif
