// SPDX-License-Identifier: MIT
//
// Statistics of masks drawn by hand, and the comparison of pictures with known differences.
#include "base/base.h"

#include <clothsim/image.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define EXACT                                   1e-12
#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

static void empty_mask(void **state)
{
    (void)state;
    static const uint8_t rgb[4 * 3 * 3], mask[4 * 3];
    cs_image_statistics s;
    cs_image_statistics_of(4, 3, rgb, mask, &s);
    assert_int_equal(s.pixels, 0);
    assert_near(s.fraction, 0, 0);
    for (int i = 0; i < CS_TILES * CS_TILES; i++)
        assert_near(s.tiles[i / CS_TILES][i % CS_TILES], 0, 0);
}

static void rectangle(void **state)
{
    (void)state;
    enum { W = 32, H = 16 };
    static uint8_t rgb[W * H * 3], mask[W * H];
    // Columns 8 to 11, rows 4 to 9; red is the column, green twice the row, blue 7.
    for (int y = 4; y <= 9; y++)
        for (int x = 8; x <= 11; x++) {
            mask[y * W + x] = 1;
            rgb[3 * (y * W + x)] = (uint8_t)x;
            rgb[3 * (y * W + x) + 1] = (uint8_t)(2 * y);
            rgb[3 * (y * W + x) + 2] = 7;
        }
    rgb[0] = 255; // outside the mask, must not count
    cs_image_statistics s;
    cs_image_statistics_of(W, H, rgb, mask, &s);
    assert_int_equal(s.pixels, 24);
    assert_near(s.fraction, 24.0 / 512, EXACT);
    assert_near(s.mean_color[0], 9.5, EXACT);
    assert_near(s.mean_color[1], 13, EXACT);
    assert_near(s.mean_color[2], 7, EXACT);
    static const int bbox[4] = {8, 4, 11, 9};
    assert_memory_equal(s.bbox, bbox, sizeof bbox);
    assert_near(s.centroid[0], 9.5, EXACT);
    assert_near(s.centroid[1], 6.5, EXACT);
    // Tiles are 4 x 2 pixels: column 2, rows 2 to 4, all full.
    for (int r = 0; r < CS_TILES; r++)
        for (int c = 0; c < CS_TILES; c++)
            assert_near(s.tiles[r][c], c == 2 && r >= 2 && r <= 4 ? 1 : 0, EXACT);
}

/// With sides that 8 does not divide every pixel is in one tile, and a full mask fills every tile that has pixels.
static void uneven_tiles(void **state)
{
    (void)state;
    static const int sides[][2] = {{1, 1}, {7, 3}, {97, 61}, {8, 9}};
    for (size_t k = 0; k < CS_COUNT(sides); k++) {
        int w = sides[k][0], h = sides[k][1];
        uint8_t *mask = malloc((size_t)(w * h)), *rgb = calloc((size_t)(w * h), 3);
        memset(mask, 1, (size_t)(w * h));
        cs_image_statistics s;
        cs_image_statistics_of(w, h, rgb, mask, &s);
        assert_int_equal(s.pixels, w * h);
        int filled = 0;
        for (int i = 0; i < CS_TILES * CS_TILES; i++) {
            double tile = s.tiles[i / CS_TILES][i % CS_TILES];
            assert_true(tile == 0 || tile == 1);
            filled += tile == 1;
        }
        assert_int_equal(filled, (w < CS_TILES ? w : CS_TILES) * (h < CS_TILES ? h : CS_TILES));
        free(mask);
        free(rgb);
    }
}

static void difference_is_found(void **state)
{
    (void)state;
    cs_image *a = cs_image_create(10, 6, false), *b = cs_image_create(10, 6, false);
    cs_image_difference d;
    assert_int_equal(cs_image_compare(a, b, 0, &d), CS_OK);
    assert_int_equal(d.pixels, 0);
    assert_int_equal(d.largest, 0);
    assert_near(d.rms, 0, 0);
    static const int none[4] = {-1, -1, -1, -1};
    assert_memory_equal(d.bbox, none, sizeof none);

    b->rgb[3 * (2 * 10 + 7)] = 30;     // red of (7, 2)
    b->rgb[3 * (4 * 10 + 3) + 2] = 40; // blue of (3, 4)
    b->rgb[3 * (5 * 10 + 9) + 1] = 2;  // green of (9, 5)
    assert_int_equal(cs_image_compare(a, b, 0, &d), CS_OK);
    assert_int_equal(d.pixels, 3);
    assert_int_equal(d.largest, 40);
    assert_near(d.rms * d.rms * 180, 900 + 1600 + 4, 1e-9);
    static const int all[4] = {3, 2, 9, 5};
    assert_memory_equal(d.bbox, all, sizeof all);

    // A difference at the threshold is none, but it still counts in `largest` and `rms`.
    assert_int_equal(cs_image_compare(a, b, 2, &d), CS_OK);
    assert_int_equal(d.pixels, 2);
    assert_near(d.rms * d.rms * 180, 2504, 1e-9);
    assert_int_equal(cs_image_compare(a, b, 30, &d), CS_OK);
    assert_int_equal(d.pixels, 1);
    cs_image_destroy(a);
    cs_image_destroy(b);
}

static void difference_picture_shows_it(void **state)
{
    (void)state;
    cs_image *a = cs_image_create(3, 1, false), *b = cs_image_create(3, 1, false);
    memset(a->rgb, 90, 9);
    memset(b->rgb, 90, 9);
    b->rgb[3] = 91;  // small: yellow
    b->rgb[6] = 255; // large: towards red
    cs_image *shown = cs_image_difference_picture(a, b, 0);
    static const uint8_t expected[9] = {30, 30, 30, 255, 254, 0, 255, 90, 0};
    assert_memory_equal(shown->rgb, expected, 9);
    cs_image_destroy(shown);
    cs_image_destroy(a);
    cs_image_destroy(b);
}

static void sizes_must_agree(void **state)
{
    (void)state;
    cs_image *a = cs_image_create(3, 2, false), *b = cs_image_create(2, 3, false);
    cs_image_difference d;
    assert_int_equal(cs_image_compare(a, b, 0, &d), CS_USAGE);
    assert_null(cs_image_difference_picture(a, b, 0));
    cs_image_destroy(a);
    cs_image_destroy(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_mask),
        cmocka_unit_test(rectangle),
        cmocka_unit_test(uneven_tiles),
        cmocka_unit_test(difference_is_found),
        cmocka_unit_test(difference_picture_shows_it),
        cmocka_unit_test(sizes_must_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
