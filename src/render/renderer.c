// SPDX-License-Identifier: MIT
//
// The renderer's face: makes the picture's buffers once and hands each frame to the scene's pipeline.
#include "render/pipeline.h"

#include <stdlib.h>

static const cs_pipeline_kind *const PIPELINES[] = {
    [CS_PIPELINE_STANDARD] = &cs_pipeline_standard,
    [CS_PIPELINE_CLASSIC] = &cs_pipeline_classic,
};

cs_status cs_render_out_of_memory(cs_log *log)
{
    cs_log_error(log, NULL, "not enough memory for the picture");
    return CS_INTERNAL;
}

void *cs_buffer_reserve(cs_buffer *buffer, size_t count, size_t size)
{
    size_t bytes;
    if (!cs_size_multiply(count, size, &bytes)) {
        cs_buffer_free(buffer);
        return NULL;
    }
    if (bytes > buffer->size || !buffer->bytes) {
        cs_buffer_free(buffer);
        buffer->bytes = cs_alloc_aligned(bytes ? bytes : 1, 1);
        buffer->size = buffer->bytes ? bytes : 0;
    }
    return buffer->bytes;
}

void cs_buffer_free(cs_buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (cs_buffer){0};
}

cs_status cs_renderer_create(const cs_scene *scene, const cs_compute *compute, cs_log *log, cs_renderer **renderer)
{
    *renderer = NULL;
    cs_renderer *made = calloc(1, sizeof(*made));
    if (!made) {
        return cs_render_out_of_memory(log);
    }
    made->scene = scene;
    made->compute = compute ? *compute : (cs_compute){0};
    made->compute.simd = cs_simd_resolve(made->compute.simd);
    made->kind = PIPELINES[scene->image.pipeline];
    made->image = cs_image_create(scene->image.width, scene->image.height, true);
    if (!made->image) {
        cs_renderer_destroy(made);
        return cs_render_out_of_memory(log);
    }
    *renderer = made;
    return CS_OK;
}

void cs_renderer_destroy(cs_renderer *renderer)
{
    if (!renderer) {
        return;
    }
    renderer->kind->release(renderer->state);
    cs_image_destroy(renderer->image);
    free(renderer);
}

bool cs_renderer_split_overlays(struct cs_renderer *renderer)
{
    cs_image *image = renderer->image;
    if (image->shaded == image->rgb) {
        size_t pixels = (size_t)image->width * (size_t)image->height;
        uint8_t *separate = cs_alloc_aligned(pixels, 3);
        if (!separate) {
            return false;
        }
        image->shaded = separate;
    }
    return true;
}

cs_status cs_renderer_draw(cs_renderer *renderer, const cs_frame *frame, cs_log *log, const cs_image **image)
{
    cs_status status = renderer->kind->draw(renderer, frame, log);
    if (status == CS_OK) {
        *image = renderer->image;
    }
    return status;
}
