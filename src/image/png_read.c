// SPDX-License-Identifier: MIT
//
// PNG in: any colour type, bit depth and interlace, as 8-bit RGB. The file is taken for hostile. Its chunks are walked
// here: order, lengths, checksums, the header, and whether the pixels inflate to exactly what the header promises. Only
// then stb_image undoes filters and interlace, and what it gets is a file of four chunks written anew: header, a
// palette of 256 colours, all pixels in one chunk, end. (PNG specification, second edition, https://www.w3.org/TR/PNG/)
#include "base/base.h"

#include <clothsim/image.h>

#include <libdeflate.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_FAILURE_STRINGS
#define STBI_MAX_DIMENSIONS CS_MAX_IMAGE_SIDE
// Functions of stb that we do not use; gcc tells of them at the end of this file, so there is no pop.
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>

/// No PNG of CS_MAX_IMAGE_SIDE squared at 8 bits RGB is larger than this, nor anything sensible.
#define PNG_FILE_LIMIT ((size_t)1 << 30)
/// Deflate cannot expand a byte to more than this many.
#define DEFLATE_LARGEST_RATIO 1032
#define SIGNATURE             "\x89PNG\r\n\x1a\n"
#define SIGNATURE_BYTES       ((size_t)8)
#define HEADER_BYTES          ((size_t)13)
#define PALETTE_BYTES         ((size_t)768)
/// Length, type and checksum of a chunk.
#define CHUNK_OVERHEAD ((size_t)12)
/// The file that stb gets, without its pixels.
#define REWRITTEN_BYTES (SIGNATURE_BYTES + 4 * CHUNK_OVERHEAD + HEADER_BYTES + PALETTE_BYTES)

typedef enum color_type { GREY = 0, RGB = 2, PALETTE = 3, GREY_ALPHA = 4, RGB_ALPHA = 6 } color_type;

typedef struct chunk {
    const uint8_t *type; ///< four letters
    const uint8_t *bytes;
    size_t size;
} chunk;

/// What a file holds, in its own bytes.
typedef struct contents {
    const uint8_t *header; ///< HEADER_BYTES
    uint32_t width, height;
    unsigned bits_per_pixel;
    bool interlaced;
    const uint8_t *palette; ///< NULL: none
    size_t palette_size;
    size_t pixels_size;  ///< of all chunks of pixels together
    size_t first_pixels; ///< offset of the first of them, which the others follow
} contents;

static uint32_t big_endian(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static bool is(const chunk *found, const char *type)
{
    return memcmp(found->type, type, 4) == 0;
}

/// The chunk at *at, which moves behind it; NULL or what is wrong.
static const char *next_chunk(const uint8_t *bytes, size_t size, size_t *at, chunk *found)
{
    if (size - *at < CHUNK_OVERHEAD)
        return "the end is missing";
    *found = (chunk){.type = bytes + *at + 4, .bytes = bytes + *at + 8, .size = big_endian(bytes + *at)};
    if (found->size > size - *at - CHUNK_OVERHEAD)
        return "a chunk is longer than the file";
    if (libdeflate_crc32(0, found->type, 4 + found->size) != big_endian(found->bytes + found->size))
        return "a checksum is wrong";
    *at += CHUNK_OVERHEAD + found->size;
    return NULL;
}

static const char *read_header(const chunk *found, contents *png)
{
    if (!is(found, "IHDR") || found->size != HEADER_BYTES)
        return "it does not begin with a header";
    static const uint8_t channels_of[] = {[GREY] = 1, [RGB] = 3, [PALETTE] = 1, [GREY_ALPHA] = 2, [RGB_ALPHA] = 4};
    // Bit d of an entry: depth d is allowed.
    static const uint32_t depths_of[] = {[GREY] = 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 | 1u << 16,
                                         [RGB] = 1u << 8 | 1u << 16,
                                         [PALETTE] = 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8,
                                         [GREY_ALPHA] = 1u << 8 | 1u << 16,
                                         [RGB_ALPHA] = 1u << 8 | 1u << 16};
    png->header = found->bytes;
    png->width = big_endian(found->bytes);
    png->height = big_endian(found->bytes + 4);
    uint8_t depth = found->bytes[8], color = found->bytes[9], interlace = found->bytes[12];
    if (png->width == 0 || png->height == 0)
        return "it has no pixels";
    if (png->width > CS_MAX_IMAGE_SIDE || png->height > CS_MAX_IMAGE_SIDE)
        return "too large";
    if (color >= CS_COUNT(depths_of) || depth > 16 || !(depths_of[color] >> depth & 1))
        return "there is no such kind of colour";
    if (found->bytes[10] != 0 || found->bytes[11] != 0 || interlace > 1)
        return "there is no such compression, filter or interlace";
    png->bits_per_pixel = (unsigned)channels_of[color] * depth;
    png->interlaced = interlace == 1;
    return NULL;
}

/// Notes what a chunk between header and end brings. `in_pixels`: the chunk before was one of pixels.
static const char *note_chunk(const chunk *found, size_t at, bool in_pixels, contents *png)
{
    if (is(found, "IDAT")) {
        if (png->first_pixels != 0 && !in_pixels)
            return "its pixels are not in one piece";
        png->first_pixels = png->first_pixels ? png->first_pixels : at;
        png->pixels_size += found->size;
    } else if (is(found, "PLTE")) {
        if (png->palette || png->first_pixels != 0 || found->size == 0 || found->size % 3 != 0 ||
            found->size > PALETTE_BYTES)
            return "its palette is wrong";
        png->palette = found->bytes;
        png->palette_size = found->size;
    } else if (!(found->type[0] & 0x20)) { // a capital letter: not to be ignored
        return "it holds an unknown chunk";
    }
    return NULL;
}

/// Walks all chunks up to the one that ends a PNG.
static const char *walk(const uint8_t *bytes, size_t size, contents *png)
{
    *png = (contents){0};
    if (size < SIGNATURE_BYTES || memcmp(bytes, SIGNATURE, SIGNATURE_BYTES) != 0)
        return "invalid signature";
    size_t at = SIGNATURE_BYTES;
    bool in_pixels = false;
    for (bool first = true;; first = false) {
        chunk found;
        size_t begin = at;
        const char *fault = next_chunk(bytes, size, &at, &found);
        if (!fault && first)
            fault = read_header(&found, png);
        else if (!fault && is(&found, "IEND"))
            break;
        else if (!fault)
            fault = note_chunk(&found, begin, in_pixels, png);
        if (fault)
            return fault;
        in_pixels = is(&found, "IDAT");
    }
    if (png->first_pixels == 0)
        return "it has no pixels";
    return png->header[9] == PALETTE && !png->palette ? "its palette is missing" : NULL;
}

/// Bytes of a picture or of a pass of an interlaced one before compression: each row has one more for its filter.
static uint64_t filtered_size(uint64_t width, uint64_t height, unsigned bits_per_pixel)
{
    return width > 0 ? height * (1 + (width * bits_per_pixel + 7) / 8) : 0;
}

/// All pixels as they are before compression.
static uint64_t inflated_size(const contents *png)
{
    if (!png->interlaced)
        return filtered_size(png->width, png->height, png->bits_per_pixel);
    static const struct {
        uint8_t x, y, step_x, step_y;
    } passes[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
    uint64_t sum = 0;
    for (size_t i = 0; i < CS_COUNT(passes); i++) {
        uint64_t width = ((uint64_t)png->width + passes[i].step_x - 1 - passes[i].x) / passes[i].step_x;
        uint64_t height = ((uint64_t)png->height + passes[i].step_y - 1 - passes[i].y) / passes[i].step_y;
        sum += filtered_size(width, height, png->bits_per_pixel);
    }
    return sum;
}

/// Whether the compressed pixels are whole and give exactly what the header promises. `*status`: CS_IO, or CS_INTERNAL
/// without memory.
static const char *check_pixels(const contents *png, const uint8_t *pixels, cs_status *status)
{
    uint64_t size = inflated_size(png);
    if (size > INT_MAX) // as far as stb counts
        return "too large";
    if (size / DEFLATE_LARGEST_RATIO > png->pixels_size)
        return "shorter than it promises";
    struct libdeflate_decompressor *decompressor = libdeflate_alloc_decompressor();
    uint8_t *inflated = cs_alloc_raw((size_t)size);
    const char *fault = NULL;
    if (!decompressor || !inflated) {
        *status = CS_INTERNAL;
        fault = "out of memory";
    } else if (libdeflate_zlib_decompress(decompressor, pixels, png->pixels_size, inflated, (size_t)size, NULL) !=
               LIBDEFLATE_SUCCESS) {
        fault = "its pixels are damaged";
    }
    libdeflate_free_decompressor(decompressor);
    free(inflated);
    return fault;
}

/// Begins a chunk at `to`; returns where its bytes go. stb does not look at checksums: they stay zero.
static uint8_t *begin_chunk(uint8_t *to, const char *type, size_t size)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(size >> (24 - 8 * i));
    memcpy(to + 4, type, 4);
    return to + 8;
}

/// Writes the file that stb gets into `to`, REWRITTEN_BYTES and the pixels, zeroed. Returns its size; `*pixels` is
/// where the pixels lie in it.
static size_t rewrite(const uint8_t *bytes, size_t size, const contents *png, uint8_t *to, uint8_t **pixels)
{
    uint8_t *at = to;
    memcpy(at, SIGNATURE, SIGNATURE_BYTES);
    at = begin_chunk(at + SIGNATURE_BYTES, "IHDR", HEADER_BYTES);
    memcpy(at, png->header, HEADER_BYTES);
    at += HEADER_BYTES + 4;
    if (png->header[9] == PALETTE) { // whole, so that every index has its colour: black where the file gives none
        at = begin_chunk(at, "PLTE", PALETTE_BYTES);
        memcpy(at, png->palette, png->palette_size);
        at += PALETTE_BYTES + 4;
    }
    at = begin_chunk(at, "IDAT", png->pixels_size);
    *pixels = at;
    size_t from = png->first_pixels;
    for (size_t copied = 0; copied < png->pixels_size && from < size;) {
        size_t part = big_endian(bytes + from);
        memcpy(at + copied, bytes + from + 8, part);
        copied += part;
        from += CHUNK_OVERHEAD + part;
    }
    at = begin_chunk(at + png->pixels_size + 4, "IEND", 0);
    return (size_t)(at + 4 - to);
}

/// The picture of a file that was walked; NULL with a message on any fault.
static cs_image *decode(const uint8_t *file, size_t size, const contents *png, const char **fault, cs_status *status)
{
    *status = CS_INTERNAL;
    *fault = "out of memory";
    uint8_t *rewritten = cs_alloc_aligned(REWRITTEN_BYTES + png->pixels_size, 1), *pixels = NULL;
    if (!rewritten)
        return NULL;
    size_t rewritten_size = rewrite(file, size, png, rewritten, &pixels);
    *status = CS_IO;
    *fault = check_pixels(png, pixels, status);
    int width, height, channels;
    stbi_uc *rgb = NULL;
    if (!*fault) {
        *fault = "its pixels are damaged";
        rgb = stbi_load_from_memory(rewritten, (int)rewritten_size, &width, &height, &channels, 3);
    }
    free(rewritten);
    if (!rgb)
        return NULL;
    cs_image *image = cs_image_create((int)png->width, (int)png->height, false);
    if (image)
        memcpy(image->rgb, rgb, (size_t)png->width * png->height * 3);
    *status = image ? CS_OK : CS_INTERNAL;
    *fault = "out of memory";
    stbi_image_free(rgb);
    return image;
}

cs_status cs_image_read_png(const char *path, cs_log *log, cs_image **image)
{
    char *bytes = NULL;
    size_t size = 0;
    cs_status status = cs_file_read(path, PNG_FILE_LIMIT, log, &bytes, &size);
    if (status != CS_OK)
        return status;
    contents png;
    const char *fault = walk((const uint8_t *)bytes, size, &png);
    cs_image *read = NULL;
    status = CS_IO;
    if (!fault)
        read = decode((const uint8_t *)bytes, size, &png, &fault, &status);
    free(bytes);
    if (status != CS_OK) {
        cs_log_error(log, path, "cannot be read as PNG: %s", fault);
        return status;
    }
    *image = read;
    return CS_OK;
}
