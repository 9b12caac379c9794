// SPDX-License-Identifier: MIT
//
// PNG: what is written reads back with the same pixels, every kind of PNG reads, and no broken or hostile file is
// anything but CS_IO.
#include "base/base.h"

#include <clothsim/image.h>
#include <clothsim/scene.h>

#include <setjmp.h>
#include <spng.h>
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
        image->rgb[i] =
            next_random(&seed) % 256 < noise ? (uint8_t)next_random(&seed) : (uint8_t)(i / 3 / (size_t)width);
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

/// A 3 x 2 PNG of a kind, made by libspng. Returns bytes for free().
static void *encode_kind(uint8_t color_type, uint8_t depth, uint8_t interlace, size_t *size)
{
    // Big enough for six pixels of four 16-bit channels.
    static const uint8_t samples[48] = {0xFF, 0x10, 0x80, 0x20, 0x33, 0x90, 0x44, 0x01, 0x02, 0x03, 0x77, 0xEE};
    static const unsigned channels_of[7] = {1, 0, 3, 1, 2, 0, 4};
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    spng_set_option(png, SPNG_ENCODE_TO_BUFFER, 1);
    struct spng_ihdr header = {
        .width = 3, .height = 2, .bit_depth = depth, .color_type = color_type, .interlace_method = interlace};
    assert_int_equal(spng_set_ihdr(png, &header), 0);
    if (color_type == SPNG_COLOR_TYPE_INDEXED) {
        struct spng_plte palette = {.n_entries = 256};
        for (int i = 0; i < 256; i++)
            palette.entries[i] = (struct spng_plte_entry){.red = (uint8_t)i, .green = (uint8_t)(255 - i), .blue = 9};
        if (depth < 8)
            palette.n_entries = 1u << depth;
        assert_int_equal(spng_set_plte(png, &palette), 0);
    }
    size_t row = (3 * channels_of[color_type] * depth + 7) / 8;
    assert_int_equal(spng_encode_image(png, samples, 2 * row, SPNG_FMT_RAW, SPNG_ENCODE_FINALIZE), 0);
    int error = 0;
    void *bytes = spng_get_png_buffer(png, size, &error);
    assert_int_equal(error, 0);
    spng_ctx_free(png);
    return bytes;
}

static void reads_every_kind(void **state)
{
    (void)state;
    static const uint8_t kinds[][2] = {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {0, 16}, {2, 8}, {2, 16}, {3, 1},
                                       {3, 2}, {3, 4}, {3, 8}, {4, 8}, {4, 16}, {6, 8}, {6, 16}};
    for (size_t i = 0; i < CS_COUNT(kinds); i++) {
        size_t size = 0;
        void *bytes = encode_kind(kinds[i][0], kinds[i][1], 0, &size);
        write_bytes(bytes, size);
        free(bytes);
        cs_image *image = NULL;
        assert_int_equal(cs_image_read_png(SCRATCH, NULL, &image), CS_OK);
        assert_int_equal(image->width, 3);
        assert_int_equal(image->height, 2);
        // The first sample is 0xFF: all bits set, whatever the depth; the palette's last or 255th entry.
        if (kinds[i][0] == SPNG_COLOR_TYPE_INDEXED) {
            int entry = (1 << kinds[i][1]) - 1;
            assert_int_equal(image->rgb[0], entry);
            assert_int_equal(image->rgb[1], 255 - entry);
            assert_int_equal(image->rgb[2], 9);
        } else {
            assert_int_equal(image->rgb[0], 255);
        }
        if (kinds[i][0] == SPNG_COLOR_TYPE_TRUECOLOR_ALPHA && kinds[i][1] == 8)
            assert_memory_equal(image->rgb, "\xFF\x10\x80\x33\x90\x44\x02\x03\x77", 9); // alpha dropped
        cs_image_destroy(image);
    }
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
        cmocka_unit_test(round_trips_any_size),     cmocka_unit_test(hash_tells_sides_and_pixels),
        cmocka_unit_test(sides_have_limits),        cmocka_unit_test(reads_every_kind),
        cmocka_unit_test(refuses_every_truncation), cmocka_unit_test(refuses_flipped_bits_in_what_counts),
        cmocka_unit_test(refuses_huge_headers),     cmocka_unit_test(missing_and_unwritable_files_are_io_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
