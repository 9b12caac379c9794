// SPDX-License-Identifier: MIT
//
// Contact sheets: every pixel of the layout without captions, and that captions are there, legible and in their strip.
#include "base/base.h"

#include <clothsim/image.h>
#include <clothsim/scene.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static cs_image *plain(int width, int height, uint8_t shade)
{
    cs_image *image = cs_image_create(width, height, false);
    assert_non_null(image);
    memset(image->rgb, shade, (size_t)width * (size_t)height * 3);
    return image;
}

static const uint8_t *pixel(const cs_image *image, int x, int y)
{
    return image->rgb + 3 * (y * image->width + x);
}

static void layout_without_captions(void **state)
{
    (void)state;
    enum { W = 31, H = 17, COUNT = 5 };
    const cs_image *pictures[COUNT];
    for (int i = 0; i < COUNT; i++)
        pictures[i] = plain(W, H, (uint8_t)(100 + i));
    cs_montage montage = cs_default_montage();
    montage.captions = false;
    montage.columns = 2;
    montage.gap_x = 3;
    montage.gap_y = 4;
    cs_image *sheet = NULL;
    assert_int_equal(cs_image_montage(&montage, COUNT, pictures, NULL, NULL, &sheet), CS_OK);
    assert_int_equal(sheet->width, 2 * W + 3);
    assert_int_equal(sheet->height, 3 * H + 2 * 4);
    for (int y = 0; y < sheet->height; y++)
        for (int x = 0; x < sheet->width; x++) {
            int column = x / (W + 3), row = y / (H + 4), i = row * 2 + column;
            bool inside = x % (W + 3) < W && y % (H + 4) < H && i < COUNT;
            const uint8_t background[3] = {20, 20, 31}; // 0.08, 0.08, 0.12
            const uint8_t shade[3] = {(uint8_t)(100 + i), (uint8_t)(100 + i), (uint8_t)(100 + i)};
            assert_memory_equal(pixel(sheet, x, y), inside ? shade : background, 3);
        }
    cs_image_destroy(sheet);
    for (int i = 0; i < COUNT; i++)
        cs_image_destroy((cs_image *)pictures[i]);
}

/// Fewer pictures than columns make a sheet as wide as the pictures.
static void one_picture_alone(void **state)
{
    (void)state;
    const cs_image *picture = plain(5, 4, 9);
    cs_montage montage = cs_default_montage();
    montage.captions = false;
    montage.columns = 7;
    cs_image *sheet = NULL;
    assert_int_equal(cs_image_montage(&montage, 1, &picture, NULL, NULL, &sheet), CS_OK);
    assert_int_equal(sheet->width, 5);
    assert_int_equal(sheet->height, 4);
    cs_image_destroy(sheet);
    cs_image_destroy((cs_image *)picture);
}

/// The box of the pixels that are not background, in the strip below the picture; false when there are none.
static bool ink_box(const cs_image *sheet, int picture_height, const uint8_t *background, int box[4])
{
    bool found = false;
    for (int y = picture_height; y < sheet->height; y++)
        for (int x = 0; x < sheet->width; x++) {
            if (memcmp(pixel(sheet, x, y), background, 3) == 0)
                continue;
            box[0] = !found || x < box[0] ? x : box[0];
            box[1] = !found ? y : box[1];
            box[2] = !found || x > box[2] ? x : box[2];
            box[3] = y;
            found = true;
        }
    return found;
}

static cs_image *captioned(int width, int height, const char *caption, cs_vec3 background)
{
    const cs_image *picture = plain(width, height, 128);
    cs_montage montage = cs_default_montage();
    montage.background = background;
    cs_image *sheet = NULL;
    assert_int_equal(cs_image_montage(&montage, 1, &picture, &caption, NULL, &sheet), CS_OK);
    // The picture itself is untouched.
    assert_memory_equal(sheet->rgb, picture->rgb, (size_t)width * (size_t)height * 3);
    cs_image_destroy((cs_image *)picture);
    return sheet;
}

static void captions_are_centred_and_scale(void **state)
{
    (void)state;
    int height[2];
    for (int scale = 1; scale <= 2; scale++) {
        cs_image *sheet = captioned(400 * scale, 300 * scale, "step 150   1.200 s", (cs_vec3){0.08, 0.08, 0.12});
        int box[4] = {0};
        assert_int_equal(sheet->height, 316 * scale);
        assert_true(ink_box(sheet, 300 * scale, pixel(sheet, 0, sheet->height - 1), box));
        assert_true(abs(box[0] - (400 * scale - 1 - box[2])) <= 3 * scale); // as much free on both sides
        assert_true(box[1] > 300 * scale && box[3] < sheet->height - 1);
        height[scale - 1] = box[3] - box[1] + 1;
        cs_image_destroy(sheet);
    }
    assert_int_equal(height[1], 2 * height[0]);
}

static int brightest(const cs_image *sheet, int from_row)
{
    int most = 0;
    for (size_t i = (size_t)from_row * (size_t)sheet->width * 3; i < (size_t)sheet->width * (size_t)sheet->height * 3;
         i++)
        most = sheet->rgb[i] > most ? sheet->rgb[i] : most;
    return most;
}

static int darkest(const cs_image *sheet, int from_row)
{
    int least = 255;
    for (size_t i = (size_t)from_row * (size_t)sheet->width * 3; i < (size_t)sheet->width * (size_t)sheet->height * 3;
         i++)
        least = sheet->rgb[i] < least ? sheet->rgb[i] : least;
    return least;
}

static void captions_stand_out_on_any_background(void **state)
{
    (void)state;
    cs_image *dark = captioned(200, 100, "dark", (cs_vec3){0.08, 0.08, 0.12});
    assert_true(brightest(dark, 100) > 200);
    cs_image_destroy(dark);
    cs_image *light = captioned(200, 100, "light", (cs_vec3){1, 1, 1});
    assert_true(darkest(light, 100) < 60);
    cs_image_destroy(light);
}

/// Text that is too long is cut at the edge of its picture; any bytes are safe.
static void captions_stay_in_their_strip(void **state)
{
    (void)state;
    static const char *const captions[2] = {"a caption much too long for a picture of this width",
                                            "\xC3\xA9\xFF\x80\x01~"};
    const cs_image *pictures[2] = {plain(40, 30, 128), plain(40, 30, 128)};
    cs_montage montage = cs_default_montage();
    cs_image *sheet = NULL;
    assert_int_equal(cs_image_montage(&montage, 2, pictures, captions, NULL, &sheet), CS_OK);
    for (int y = 0; y < sheet->height; y++)
        for (int x = 40; x < 60; x++)
            assert_memory_equal(pixel(sheet, x, y), "\x14\x14\x1F", 3);
    cs_image_destroy(sheet);
    cs_image_destroy((cs_image *)pictures[0]);
    cs_image_destroy((cs_image *)pictures[1]);
}

static void wrong_requests(void **state)
{
    (void)state;
    const cs_image *pictures[2] = {plain(40, 30, 0), plain(40, 31, 0)};
    cs_montage montage = cs_default_montage();
    cs_image *sheet = NULL;
    cs_log *log = cs_log_create();
    assert_int_equal(cs_image_montage(&montage, 2, pictures, NULL, log, &sheet), CS_USAGE);
    assert_string_equal(cs_log_get(log, 0)->message, "picture 2 of the montage is 40 x 31, the first is 40 x 30");
    assert_int_equal(cs_image_montage(&montage, 0, pictures, NULL, log, &sheet), CS_USAGE);
    montage.gap_x = CS_MAX_IMAGE_SIDE;
    cs_image_destroy((cs_image *)pictures[1]);
    pictures[1] = pictures[0];
    assert_int_equal(cs_image_montage(&montage, 2, pictures, NULL, log, &sheet), CS_USAGE);
    montage.gap_x = -1;
    assert_int_equal(cs_image_montage(&montage, 2, pictures, NULL, log, &sheet), CS_USAGE);
    assert_int_equal(cs_log_count(log, CS_ERROR), 4);
    cs_log_destroy(log);
    cs_image_destroy((cs_image *)pictures[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_without_captions),        cmocka_unit_test(one_picture_alone),
        cmocka_unit_test(captions_are_centred_and_scale), cmocka_unit_test(captions_stand_out_on_any_background),
        cmocka_unit_test(captions_stay_in_their_strip),   cmocka_unit_test(wrong_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
