// SPDX-License-Identifier: MIT
//
// PNG out: stb_image_write builds the file in memory, libdeflate compresses it and computes its checksums
// through stb's hooks, and the base module writes it so that a failure leaves the old file in place.
//
// Rows are stored without a PNG filter: that is the fastest, and on rendered cloth libdeflate then still
// makes smaller files than stb's own compressor with the best filter of each row (tests/bench/README.md).
#include "base/base.h"

#include <clothsim/image.h>

#include <libdeflate.h>
#include <limits.h>
#include <stdlib.h>

/// libdeflate's 1 (fast) to 12 (small). Below 4 flat facets make larger files than stock stb; 6 takes half as long
/// again.
#define PNG_COMPRESSION_LEVEL 4

static unsigned char *compress_zlib(unsigned char *bytes, int size, int *compressed_size, int quality);

// The row buffer is large and written once, so it comes from the house's allocator; everything is freed by free().
#define STBIW_MALLOC(size)         cs_alloc_raw((size_t)(size))
#define STBIW_REALLOC(block, size) realloc(block, (size_t)(size))
#define STBIW_FREE(block)          free(block)
#define STBIW_ZLIB_COMPRESS        compress_zlib
#define STBIW_CRC32(bytes, size)   libdeflate_crc32(0, bytes, (size_t)(size))
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image_write.h>
#pragma GCC diagnostic pop

// stb keeps its choice of filter in a variable, libdeflate its allocator. Both are set once, before main, and only read
// from then on, so pictures may be written by several threads at a time. A compressor is some 600 KB, touched all over:
// the house's allocator spares it the page faults.
__attribute__((constructor)) static void configure_libraries(void)
{
    stbi_write_force_png_filter = 0;
    libdeflate_set_memory_allocator(cs_alloc_raw, free);
}

static unsigned char *compress_zlib(unsigned char *bytes, int size, int *compressed_size, int quality)
{
    (void)quality;
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(PNG_COMPRESSION_LEVEL);
    if (!compressor)
        return NULL;
    size_t bound = libdeflate_zlib_compress_bound(compressor, (size_t)size);
    // malloc, not zeroed: the pages past the compressed bytes are never touched.
    unsigned char *compressed = bound <= INT_MAX ? malloc(bound) : NULL;
    size_t length = compressed ? libdeflate_zlib_compress(compressor, bytes, (size_t)size, compressed, bound) : 0;
    libdeflate_free_compressor(compressor);
    if (length == 0) {
        free(compressed);
        return NULL;
    }
    *compressed_size = (int)length;
    return compressed;
}

// stb counts in int: a picture of the largest sides must fit.
_Static_assert((long long)CS_MAX_IMAGE_SIDE *(3LL * CS_MAX_IMAGE_SIDE + 1) < INT_MAX / 2, "stb sizes fit an int");

cs_status cs_image_encode_png(const cs_image *image, uint8_t **bytes, size_t *size)
{
    if (image->width < 1 || image->height < 1 || image->width > CS_MAX_IMAGE_SIDE || image->height > CS_MAX_IMAGE_SIDE)
        return CS_USAGE;
    int length = 0;
    unsigned char *png = stbi_write_png_to_mem(image->rgb, 3 * image->width, image->width, image->height, 3, &length);
    if (!png)
        return CS_INTERNAL;
    *bytes = png;
    *size = (size_t)length;
    return CS_OK;
}

cs_status cs_image_write_png(const cs_image *image, const char *path, cs_log *log)
{
    uint8_t *bytes = NULL;
    size_t size = 0;
    cs_status status = cs_image_encode_png(image, &bytes, &size);
    if (status != CS_OK) {
        cs_log_error(log, path, "cannot encode a picture of %d x %d pixels: %s", image->width, image->height,
                     status == CS_USAGE ? "too large" : "out of memory");
        return status;
    }
    status = cs_file_write(path, bytes, size, log);
    free(bytes);
    return status;
}
