// SPDX-License-Identifier: MIT
//
// PNG: what is written reads back with the same pixels, every kind of PNG reads, and no broken or hostile file is
// anything but CS_IO.
#include "base/base.h"

#include <clothsim/image.h>
#include <clothsim/scene.h>

#include <libdeflate.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SCRATCH CS_BINARY_DIR "/test_png_scratch.png"

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/// `noise` of 256: the part of random bytes; the rest is smooth.
static cs_image *random_image(int width, int height, uint32_t noise, uint32_t seed)
{
    cs_image *image = cs_image_create(width, height, false);
    assert_non_null(image);
    size_t bytes = (size_t)width * (size_t)height * 3;
    for (size_t i = 0; i < bytes; i++)
        image->rgb[i] = (uint8_t)(next_random(&seed) % 256 < noise ? next_random(&seed) : i / 3 / (size_t)width);
    return image;
}

static void write_bytes(const void *bytes, size_t size)
{
    FILE *file = fopen(SCRATCH, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void round_trips_any_size(void **state)
{
    (void)state;
    static const int sides[][2] = {{1, 1},     {1, 7},     {7, 1},      {2, 3},     {3, 2},    {97, 61},
                                   {255, 257}, {640, 480}, {1024, 768}, {16384, 1}, {1, 16384}};
    for (size_t i = 0; i < CS_COUNT(sides); i++)
        for (uint32_t noise = 0; noise <= 256; noise += 64) {
            cs_image *image = random_image(sides[i][0], sides[i][1], noise, (uint32_t)i + noise);
            assert_int_equal(cs_image_write_png(image, SCRATCH, NULL), CS_OK);
            cs_image *read = NULL;
            assert_int_equal(cs_image_read_png(SCRATCH, NULL, &read), CS_OK);
            assert_int_equal(read->width, image->width);
            assert_int_equal(read->height, image->height);
            assert_memory_equal(read->rgb, image->rgb, (size_t)image->width * (size_t)image->height * 3);
            assert_true(cs_image_hash(read) == cs_image_hash(image));
            cs_image_destroy(read);
            cs_image_destroy(image);
        }
    remove(SCRATCH);
}

static void hash_tells_sides_and_pixels(void **state)
{
    (void)state;
    cs_image *a = cs_image_create(6, 4, false), *b = cs_image_create(4, 6, false), *c = cs_image_create(6, 4, false);
    assert_true(cs_image_hash(a) != cs_image_hash(b));
    assert_true(cs_image_hash(a) == cs_image_hash(c));
    c->rgb[71] = 1;
    assert_true(cs_image_hash(a) != cs_image_hash(c));
    cs_image_destroy(a);
    cs_image_destroy(b);
    cs_image_destroy(c);
}

static void sides_have_limits(void **state)
{
    (void)state;
    assert_null(cs_image_create(0, 5, false));
    assert_null(cs_image_create(5, -1, true));
    assert_null(cs_image_create(CS_MAX_IMAGE_SIDE + 1, 1, false));
    cs_image_destroy(NULL);
}

static uint32_t crc32_of(const uint8_t *bytes, size_t size)
{
    uint32_t crc = ~0u;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    }
    return ~crc;
}

static void put_big_endian(uint8_t *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(value >> (24 - 8 * i));
}

/// A PNG that is put together here: no part of the reader's, nor of a library but the compression.
typedef struct file {
    uint8_t *bytes;
    size_t size;
} file;

static void add_chunk(file *png, const char *type, const uint8_t *bytes, size_t size)
{
    png->bytes = realloc(png->bytes, png->size + size + 12);
    assert_non_null(png->bytes);
    uint8_t *at = png->bytes + png->size;
    put_big_endian(at, (uint32_t)size);
    memcpy(at + 4, type, 4);
    if (size > 0)
        memcpy(at + 8, bytes, size);
    put_big_endian(at + 8 + size, crc32_of(at + 4, size + 4));
    png->size += size + 12;
}

static void begin_file(file *png, uint32_t width, uint32_t height, uint8_t depth, uint8_t color, uint8_t interlace)
{
    *png = (file){.bytes = malloc(8), .size = 8};
    assert_non_null(png->bytes);
    memcpy(png->bytes, "\x89PNG\r\n\x1a\n", 8);
    uint8_t header[13] = {[8] = depth, [9] = color, [12] = interlace};
    put_big_endian(header, width);
    put_big_endian(header + 4, height);
    add_chunk(png, "IHDR", header, sizeof header);
}

/// Compresses into `parts` chunks of pixels.
static void add_pixels(file *png, const uint8_t *bytes, size_t size, size_t parts)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(6);
    size_t bound = libdeflate_zlib_compress_bound(compressor, size);
    uint8_t *packed = malloc(bound);
    assert_non_null(packed);
    size_t length = libdeflate_zlib_compress(compressor, bytes, size, packed, bound);
    for (size_t i = 0; i < parts; i++)
        add_chunk(png, "IDAT", packed + length * i / parts, length * (i + 1) / parts - length * i / parts);
    free(packed);
    libdeflate_free_compressor(compressor);
}

#define SIDE_X 13
#define SIDE_Y 11

/// A picture of any kind: `samples` in the file's own depth, up to four channels.
typedef struct kind {
    uint8_t color, depth, interlace;
    unsigned channels;
    uint16_t samples[SIDE_Y][SIDE_X][4];
} kind;

static int predictor(int filter, int left, int up, int corner)
{
    int p = left + up - corner, a = abs(p - left), b = abs(p - up), c = abs(p - corner);
    switch (filter) {
    case 1:
        return left;
    case 2:
        return up;
    case 3:
        return (left + up) / 2;
    case 4:
        return a <= b && a <= c ? left : b <= c ? up : corner;
    default:
        return 0;
    }
}

/// Appends one pass: every step_x-th pixel from x0 on of every step_y-th row from y0 on, each row with its own filter.
static size_t add_pass(const kind *k, uint8_t *to, int x0, int y0, int step_x, int step_y)
{
    enum { LONGEST = SIDE_X * 8 };
    uint8_t above[LONGEST] = {0};
    uint8_t *at = to;
    size_t unit = k->channels * k->depth >= 8 ? k->channels * k->depth / 8 : 1;
    for (int y = y0; y < SIDE_Y && x0 < SIDE_X; y += step_y) {
        uint8_t row[LONGEST] = {0};
        size_t bits = 0;
        for (int x = x0; x < SIDE_X; x += step_x)
            for (unsigned c = 0; c < k->channels; c++)
                for (int bit = k->depth - 1; bit >= 0; bit--, bits++)
                    row[bits / 8] |= (uint8_t)((k->samples[y][x][c] >> bit & 1) << (7 - bits % 8));
        int filter = (y + x0) % 5;
        *at++ = (uint8_t)filter;
        for (size_t i = 0; i < (bits + 7) / 8; i++)
            *at++ = (uint8_t)(row[i] - predictor(filter, i >= unit ? row[i - unit] : 0, above[i],
                                                 i >= unit ? above[i - unit] : 0));
        memcpy(above, row, sizeof above);
    }
    return (size_t)(at - to);
}

static void encode_kind(const kind *k, const uint8_t palette[768], size_t palette_size, file *png)
{
    static const int adam7[][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                   {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
    uint8_t bytes[2 * SIDE_Y * (SIDE_X * 8 + 1)];
    size_t size = 0;
    if (!k->interlace)
        size = add_pass(k, bytes, 0, 0, 1, 1);
    for (size_t i = 0; k->interlace && i < CS_COUNT(adam7); i++)
        size += add_pass(k, bytes + size, adam7[i][0], adam7[i][1], adam7[i][2], adam7[i][3]);
    begin_file(png, SIDE_X, SIDE_Y, k->depth, k->color, k->interlace);
    add_chunk(png, "gAMA", (const uint8_t *)"\0\0\xB1\x8F", 4);
    if (palette_size > 0) {
        add_chunk(png, "PLTE", palette, palette_size);
        add_chunk(png, "tRNS", (const uint8_t *)"\0\x80", 2);
    }
    add_pixels(png, bytes, size, 3);
    add_chunk(png, "IEND", NULL, 0);
}

/// The eight bits that a sample of the file means.
static int to_byte(const kind *k, uint16_t sample)
{
    return k->depth == 16 ? sample >> 8 : sample * 255 / ((1 << k->depth) - 1);
}

static void assert_pixels(const kind *k, const uint8_t palette[768], const cs_image *image)
{
    assert_int_equal(image->width, SIDE_X);
    assert_int_equal(image->height, SIDE_Y);
    for (int y = 0; y < SIDE_Y; y++)
        for (int x = 0; x < SIDE_X; x++)
            for (int c = 0; c < 3; c++) {
                const uint16_t *sample = k->samples[y][x];
                int want = k->color == 3      ? palette[3 * sample[0] + c]
                           : k->channels <= 2 ? to_byte(k, sample[0])
                                              : to_byte(k, sample[c]);
                assert_int_equal(image->rgb[(y * SIDE_X + x) * 3 + c], want);
            }
}

static void reads_every_kind(void **state)
{
    (void)state;
    static const uint8_t kinds[][2] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                                       {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
    static const unsigned channels_of[7] = {1, 0, 3, 1, 2, 0, 4};
    uint32_t seed = 5;
    uint8_t palette[768];
    for (size_t i = 0; i < sizeof palette; i++)
        palette[i] = (uint8_t)next_random(&seed);
    for (size_t i = 0; i < 2 * CS_COUNT(kinds); i++) {
        kind k = {.color = kinds[i / 2][0], .depth = kinds[i / 2][1], .interlace = i % 2};
        k.channels = channels_of[k.color];
        for (int s = 0; s < SIDE_Y * SIDE_X * 4; s++)
            k.samples[s / 4 / SIDE_X][s / 4 % SIDE_X][s % 4] = (uint16_t)(next_random(&seed) & ((1u << k.depth) - 1));
        file png;
        encode_kind(&k, palette, k.color == 3 ? 3u << k.depth : 0, &png);
        write_bytes(png.bytes, png.size);
        free(png.bytes);
        cs_image *image = NULL;
        assert_int_equal(cs_image_read_png(SCRATCH, NULL, &image), CS_OK);
        assert_pixels(&k, palette, image);
        cs_image_destroy(image);
    }
    remove(SCRATCH);
}

/// An index that the palette has no colour for is black, the same at every reading.
static void indices_past_the_palette_are_black(void **state)
{
    (void)state;
    static uint8_t palette[768] = {10, 20, 30, 40, 50, 60};
    kind k = {.color = 3, .depth = 8, .channels = 1};
    k.samples[0][0][0] = 1;
    k.samples[3][4][0] = 2;
    k.samples[5][6][0] = 255;
    file png;
    encode_kind(&k, palette, 6, &png);
    write_bytes(png.bytes, png.size);
    free(png.bytes);
    cs_image *image = NULL;
    assert_int_equal(cs_image_read_png(SCRATCH, NULL, &image), CS_OK);
    assert_pixels(&k, palette, image);
    cs_image_destroy(image);
    remove(SCRATCH);
}

/// The bytes are refused with a message that names the file.
static void assert_refused(const void *bytes, size_t size)
{
    write_bytes(bytes, size);
    cs_log *log = cs_log_create();
    cs_image *image = (cs_image *)&size; // must stay untouched
    assert_int_equal(cs_image_read_png(SCRATCH, log, &image), CS_IO);
    assert_ptr_equal(image, &size);
    assert_int_equal(cs_log_count(log, CS_ERROR), 1);
    assert_string_equal(cs_log_get(log, 0)->where.file, SCRATCH);
    cs_log_destroy(log);
}

static void refuses_every_truncation(void **state)
{
    (void)state;
    cs_image *image = random_image(23, 17, 128, 7);
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(cs_image_encode_png(image, &bytes, &size), CS_OK);
    for (size_t length = 0; length < size; length += length < 60 || length > size - 20 ? 1 : 13)
        assert_refused(bytes, length);
    free(bytes);
    cs_image_destroy(image);
    remove(SCRATCH);
}

static void refuses_flipped_bits_in_what_counts(void **state)
{
    (void)state;
    cs_image *image = random_image(23, 17, 128, 11);
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(cs_image_encode_png(image, &bytes, &size), CS_OK);
    for (size_t at = 0; at < size; at += at < 60 || at > size - 20 ? 1 : 29) {
        bytes[at] ^= 0x10;
        assert_refused(bytes, size);
        bytes[at] ^= 0x10;
    }
    free(bytes);
    cs_image_destroy(image);
    remove(SCRATCH);
}

/// A header with a right checksum that promises more than there is must not cost the memory it promises.
static void refuses_huge_headers(void **state)
{
    (void)state;
    static const uint32_t sides[][2] = {{16384, 16384},           {16385, 1}, {1, 16385},
                                        {0x7FFFFFFF, 0x7FFFFFFF}, {0, 5},     {5, 0}};
    cs_image *image = random_image(5, 5, 0, 1);
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(cs_image_encode_png(image, &bytes, &size), CS_OK);
    for (size_t i = 0; i < CS_COUNT(sides); i++) {
        put_big_endian(bytes + 16, sides[i][0]);
        put_big_endian(bytes + 20, sides[i][1]);
        put_big_endian(bytes + 29, crc32_of(bytes + 12, 17));
        assert_refused(bytes, size);
    }
    assert_refused("not a PNG at all", 16);
    free(bytes);
    cs_image_destroy(image);
    remove(SCRATCH);
}

/// Right checksums throughout, and still no PNG.
static void refuses_wrong_structure(void **state)
{
    (void)state;
    static const uint8_t rows[] = {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 9, 9, 9}; // two rows of 2 pixels, and more
    const size_t whole = 14;
    struct {
        const char *chunks; ///< P: pixels, H: a header, p: a palette, L: a palette that is too long, ?: a foreign
                            ///< critical chunk, t: a text, E: the end
        size_t pixels;      ///< bytes before compression
        uint8_t depth, color, interlace;
        bool good;
    } cases[] = {
        {"PE", whole, 8, 2, 0, true},      {"tPtE", whole, 8, 2, 0, true},    {"pPE", whole, 8, 2, 0, true},
        {"PEP", whole, 8, 2, 0, true}, // what follows the end is not looked at
        {"PE", whole - 1, 8, 2, 0, false}, {"PE", whole + 1, 8, 2, 0, false}, {"PE", whole, 8, 2, 1, false},
        {"E", 0, 8, 2, 0, false},          {"P", whole, 8, 2, 0, false},      {"PtPE", whole, 8, 2, 0, false},
        {"P?E", whole, 8, 2, 0, false},    {"HPE", whole, 8, 2, 0, false},    {"PpE", whole, 8, 2, 0, false},
        {"ppPE", whole, 8, 2, 0, false},   {"LPE", whole, 8, 2, 0, false},    {"PE", 6, 8, 3, 0, false},
        {"pPE", 6, 8, 3, 0, true},         {"PE", whole, 4, 2, 0, false},     {"PE", whole, 8, 1, 0, false},
        {"PE", whole, 8, 7, 0, false},     {"PE", whole, 32, 2, 0, false},    {"PE", whole, 8, 2, 2, false},
    };
    for (size_t i = 0; i < CS_COUNT(cases); i++) {
        file png;
        begin_file(&png, 2, 2, cases[i].depth, cases[i].color, cases[i].interlace);
        uint8_t zeros[771] = {0}, header[13];
        for (const char *c = cases[i].chunks; *c; c++) {
            if (*c == 'P')
                add_pixels(&png, cases[i].color == 3 ? zeros : rows, cases[i].pixels, 2);
            else if (*c == 'H')
                add_chunk(&png, "IHDR", memcpy(header, png.bytes + 16, sizeof header), sizeof header);
            else if (*c == 'p' || *c == 'L')
                add_chunk(&png, "PLTE", zeros, *c == 'L' ? 771 : 9);
            else
                add_chunk(&png, *c == '?' ? "CgBI" : *c == 't' ? "tEXt" : "IEND", zeros, *c == 'E' ? 0 : 4);
        }
        print_message("%s, %zu bytes, depth %d, colour %d, interlace %d\n", cases[i].chunks, cases[i].pixels,
                      cases[i].depth, cases[i].color, cases[i].interlace);
        if (cases[i].good) {
            cs_image *image = NULL;
            write_bytes(png.bytes, png.size);
            assert_int_equal(cs_image_read_png(SCRATCH, NULL, &image), CS_OK);
            cs_image_destroy(image);
        } else {
            assert_refused(png.bytes, png.size);
        }
        free(png.bytes);
    }
    remove(SCRATCH);
}

static void missing_and_unwritable_files_are_io_faults(void **state)
{
    (void)state;
    cs_image *image = NULL;
    assert_int_equal(cs_image_read_png(CS_BINARY_DIR "/no such file.png", NULL, &image), CS_IO);
    assert_int_equal(cs_image_read_png(CS_BINARY_DIR, NULL, &image), CS_IO);
    image = random_image(4, 4, 0, 1);
    assert_int_equal(cs_image_write_png(image, CS_BINARY_DIR "/no such folder/a.png", NULL), CS_IO);
    assert_int_equal(cs_image_write_png(image, "/dev/full", NULL), CS_IO);
    cs_image_destroy(image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips_any_size),
        cmocka_unit_test(hash_tells_sides_and_pixels),
        cmocka_unit_test(sides_have_limits),
        cmocka_unit_test(reads_every_kind),
        cmocka_unit_test(refuses_every_truncation),
        cmocka_unit_test(refuses_flipped_bits_in_what_counts),
        cmocka_unit_test(indices_past_the_palette_are_black),
        cmocka_unit_test(refuses_wrong_structure),
        cmocka_unit_test(refuses_huge_headers),
        cmocka_unit_test(missing_and_unwritable_files_are_io_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
