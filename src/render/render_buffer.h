// SPDX-License-Identifier: MIT
//
// Buffers that the renderer keeps from one picture to the next, and ids that fit the picture's plane.
#ifndef CS_RENDER_BUFFER_H
#define CS_RENDER_BUFFER_H

#include "base/base.h"

/// A buffer that only grows. Contents are lost when it does.
typedef struct cs_buffer {
    void *bytes;
    size_t size;
} cs_buffer;

/// At least count * size bytes, aligned to 64; NULL on overflow or no memory (the buffer is then empty).
void *cs_buffer_reserve(cs_buffer *buffer, size_t count, size_t size);
void cs_buffer_free(cs_buffer *buffer);

/// Object id of the i-th mesh or, after the meshes, shape. A frame has at most CS_MAX_OBJECTS, so it fits.
static inline uint16_t cs_object_id(int i)
{
    return (uint16_t)(i + 1);
}

#endif
