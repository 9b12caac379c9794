// SPDX-License-Identifier: MIT
//
// PNG in, by libspng: any colour type, bit depth and interlace, as 8-bit RGB. The file is taken for hostile:
// sides, chunk sizes and the claimed size against the bytes that are there are checked before memory is taken.
#include "base/base.h"

#include <clothsim/image.h>

#include <spng.h>
#include <stdlib.h>
#include <string.h>

/// No PNG of CS_MAX_IMAGE_SIDE squared at 8 bits RGB is larger than this, nor anything sensible.
#define PNG_FILE_LIMIT ((size_t)1 << 30)
/// For a single chunk of text, profile or the like, and for all of them together.
#define PNG_CHUNK_LIMIT ((size_t)16 << 20)
/// Deflate cannot expand a byte to more than this many.
#define DEFLATE_LARGEST_RATIO 1032
#define SIGNATURE_BYTES       ((size_t)8)
/// Length, type and checksum of a chunk.
#define CHUNK_OVERHEAD ((size_t)12)

/// Bits of one pixel in the file.
static unsigned bits_per_pixel(const struct spng_ihdr *header)
{
    unsigned channels = 1;
    switch (header->color_type) {
    case SPNG_COLOR_TYPE_TRUECOLOR:
        channels = 3;
        break;
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA:
        channels = 2;
        break;
    case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA:
        channels = 4;
        break;
    default:
        break;
    }
    return channels * header->bit_depth;
}

/// True when `size` bytes can hold the pixels that the header promises.
static bool can_hold(const struct spng_ihdr *header, size_t size)
{
    uint64_t bytes = (uint64_t)header->width * header->height * bits_per_pixel(header) / 8;
    return bytes / DEFLATE_LARGEST_RATIO <= size;
}

/// True when the chunks run on to the one that ends a PNG; libspng does not ask for it.
static bool has_end(const unsigned char *bytes, size_t size)
{
    size_t at = SIGNATURE_BYTES;
    while (at <= size && size - at >= CHUNK_OVERHEAD) {
        const unsigned char *chunk = bytes + at;
        size_t length = (size_t)chunk[0] << 24 | (size_t)chunk[1] << 16 | (size_t)chunk[2] << 8 | chunk[3];
        if (length > size - at - CHUNK_OVERHEAD)
            return false;
        if (memcmp(chunk + 4, "IEND", 4) == 0)
            return true;
        at += CHUNK_OVERHEAD + length;
    }
    return false;
}

/// Decodes into a new picture; NULL with a message on any fault.
static cs_image *decode(spng_ctx *png, const char *bytes, size_t size, const char **fault, cs_status *status)
{
    struct spng_ihdr header;
    *status = CS_IO;
    if (size < SIGNATURE_BYTES || memcmp(bytes, "\x89PNG\r\n\x1a\n", SIGNATURE_BYTES) != 0) {
        *fault = "invalid signature";
        return NULL;
    }
    int error = spng_set_png_buffer(png, bytes, size);
    if (!error)
        error = spng_get_ihdr(png, &header);
    if (error) {
        *fault = error == SPNG_EUSER_WIDTH || error == SPNG_EUSER_HEIGHT ? "too large" : spng_strerror(error);
        return NULL;
    }
    if (!can_hold(&header, size) || !has_end((const unsigned char *)bytes, size)) {
        *fault = "shorter than it promises";
        return NULL;
    }
    cs_image *image = cs_image_create((int)header.width, (int)header.height, false);
    if (!image) {
        *fault = "out of memory";
        *status = CS_INTERNAL;
        return NULL;
    }
    error = spng_decode_image(png, image->rgb, (size_t)header.width * header.height * 3, SPNG_FMT_RGB8, 0);
    if (!error)
        error = spng_decode_chunks(png); // what follows the pixels
    if (error) {
        *fault = spng_strerror(error);
        cs_image_destroy(image);
        return NULL;
    }
    *status = CS_OK;
    return image;
}

cs_status cs_image_read_png(const char *path, cs_log *log, cs_image **image)
{
    char *bytes = NULL;
    size_t size = 0;
    cs_status status = cs_file_read(path, PNG_FILE_LIMIT, log, &bytes, &size);
    if (status != CS_OK)
        return status;
    spng_ctx *png = spng_ctx_new(0);
    const char *fault = "out of memory";
    cs_image *read = NULL;
    status = CS_INTERNAL;
    if (png && !spng_set_image_limits(png, CS_MAX_IMAGE_SIDE, CS_MAX_IMAGE_SIDE) &&
        !spng_set_chunk_limits(png, PNG_CHUNK_LIMIT, PNG_CHUNK_LIMIT) &&
        !spng_set_crc_action(png, SPNG_CRC_ERROR, SPNG_CRC_DISCARD))
        read = decode(png, bytes, size, &fault, &status);
    spng_ctx_free(png);
    free(bytes);
    if (status != CS_OK) {
        cs_log_error(log, path, "cannot be read as PNG: %s", fault);
        return status;
    }
    *image = read;
    return CS_OK;
}
