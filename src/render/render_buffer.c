// SPDX-License-Identifier: MIT
//
// Growing buffers. A quarter more than asked for is taken when one has to grow again, so that a moving cloth settles.
#include "render/render_buffer.h"

#include <stdlib.h>

void *cs_buffer_reserve(cs_buffer *buffer, size_t count, size_t size)
{
    size_t bytes, more;
    if (!cs_size_multiply(count ? count : 1, size, &bytes)) {
        cs_buffer_free(buffer);
        return NULL;
    }
    if (bytes > buffer->size) {
        if (buffer->bytes && cs_size_add(bytes, bytes / 4, &more)) {
            bytes = more;
        }
        cs_buffer_free(buffer);
        buffer->bytes = cs_alloc_aligned(bytes, 1);
        buffer->size = buffer->bytes ? bytes : 0;
    }
    return buffer->bytes;
}

void cs_buffer_free(cs_buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (cs_buffer){0};
}
