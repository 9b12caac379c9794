// SPDX-License-Identifier: MIT
//
// The shipped classic scenes, from the file to the pixels: the numbers of the program that they come from.
#include <clothsim/clothsim.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct run {
    cs_scene *scene;
    cs_sim *sim;
    cs_frame frame;
    cs_renderer *renderer;
} run;

static void start(run *r, const char *file)
{
    memset(r, 0, sizeof(*r));
    char path[1024];
    snprintf(path, sizeof(path), "%s/scenes/%s", CS_SOURCE_DIR, file);
    assert_int_equal(cs_scene_load(path, NULL, NULL, &r->scene), CS_OK);
    assert_int_equal(cs_sim_create(r->scene, NULL, NULL, &r->sim), CS_OK);
    assert_int_equal(cs_renderer_create(r->scene, NULL, NULL, &r->renderer), CS_OK);
    r->frame = cs_default_frame();
}

static const cs_image *draw_at(run *r, int64_t step)
{
    const cs_image *image = NULL;
    while (cs_sim_step_index(r->sim) < step) {
        assert_int_equal(cs_sim_step(r->sim, NULL), CS_OK);
    }
    assert_int_equal(cs_sim_snapshot(r->sim, &r->frame), CS_OK);
    assert_int_equal(cs_renderer_draw(r->renderer, &r->frame, NULL, &image), CS_OK);
    return image;
}

static void end(run *r)
{
    cs_frame_clear(&r->frame);
    cs_renderer_destroy(r->renderer);
    cs_sim_destroy(r->sim);
    cs_scene_destroy(r->scene);
}

/// Two decimals.
static void assert_mean(const cs_image_statistics *s, double red, double green, double blue)
{
    const double expected[3] = {red, green, blue};
    for (int c = 0; c < 3; c++) {
        assert_true(fabs(s->mean_color[c] - expected[c]) <= 0.005);
    }
}

static void classic_scene_has_its_numbers(void **state)
{
    (void)state;
    run r;
    start(&r, "classic.json");
    const cs_image *image = draw_at(&r, cs_scene_total_steps(r.scene));
    cs_image_statistics statistics;
    // By the object plane, before the overlay.
    cs_image_statistics_of(image->width, image->height, image->shaded, image->cloth, &statistics);
    assert_int_equal(statistics.pixels, 36886);
    assert_mean(&statistics, 150.36, 50.28, 24.70);
    // By the colour rule, in the final picture.
    size_t pixels = (size_t)image->width * (size_t)image->height;
    uint8_t *red = calloc(pixels, 1);
    assert_non_null(red);
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *p = image->rgb + 3 * i;
        red[i] = p[0] > 60 && p[0] > p[1] && p[0] > p[2];
    }
    cs_image_statistics_of(image->width, image->height, image->rgb, red, &statistics);
    assert_int_equal(statistics.pixels, 34330);
    assert_mean(&statistics, 151.15, 50.68, 24.93);
    free(red);
    end(&r);
}

/// The committed picture, which this renderer made.
static void classic_scene_has_its_picture(void **state)
{
    (void)state;
    run r;
    start(&r, "classic.json");
    const cs_image *image = draw_at(&r, cs_scene_total_steps(r.scene));
    cs_image *expected = NULL;
    cs_image_difference difference;
    assert_int_equal(cs_image_read_png(CS_SOURCE_DIR "/scenes/reference/classic.png", NULL, &expected), CS_OK);
    assert_int_equal(cs_image_compare(expected, image, 0, &difference), CS_OK);
    if (difference.pixels > 0) {
        cs_image_write_png(image, CS_BINARY_DIR "/classic_actual.png", NULL);
        cs_image *seen = cs_image_difference_picture(expected, image, 0);
        if (seen) {
            cs_image_write_png(seen, CS_BINARY_DIR "/classic_difference.png", NULL);
            cs_image_destroy(seen);
        }
        fail_msg("%lld pixels differ; see classic_actual.png and classic_difference.png in " CS_BINARY_DIR,
                 (long long)difference.pixels);
    }
    cs_image_destroy(expected);
    end(&r);
}

static void classic_sequence_has_its_numbers(void **state)
{
    (void)state;
    static const struct {
        int64_t step, pixels;
    } expected[] = {{0, 16078}, {150, 37869}, {300, 47012}, {600, 50360}};
    run r;
    start(&r, "classic_sequence.json");
    for (size_t k = 0; k < sizeof(expected) / sizeof(expected[0]); k++) {
        const cs_image *image = draw_at(&r, expected[k].step);
        int64_t covered = 0;
        for (int i = 0; i < image->width * image->height; i++) {
            covered += image->cloth[i];
        }
        assert_int_equal(covered, expected[k].pixels);
    }
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classic_scene_has_its_numbers),
        cmocka_unit_test(classic_scene_has_its_picture),
        cmocka_unit_test(classic_sequence_has_its_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
