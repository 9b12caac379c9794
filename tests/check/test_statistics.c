// SPDX-License-Identifier: MIT
//
// Statistics: the masks, the cloths, and the exact JSON.
#include "check/made_up_run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define assert_near(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

static void object_mask_counts_cloth_pixels(void **state)
{
    (void)state;
    cs_statistics s = made_up_statistics();
    assert_int_equal(s.image.pixels, 20 * 24 + 16 * 32);
    assert_int_equal(s.cloth_images[0].pixels, 20 * 24);
    assert_int_equal(s.cloth_images[1].pixels, 16 * 32);
    static const int red_box[4] = {10, 8, 29, 31}, green_box[4] = {40, 20, 55, 51}, both[4] = {10, 8, 55, 51};
    assert_memory_equal(s.cloth_images[0].bbox, red_box, sizeof red_box);
    assert_memory_equal(s.cloth_images[1].bbox, green_box, sizeof green_box);
    assert_memory_equal(s.image.bbox, both, sizeof both);
    assert_near(s.cloth_images[0].mean_color[0], 180 + 9.5, 1e-12);
    assert_near(s.cloth_images[1].mean_color[1], 150 + 7.5, 1e-12);
    cs_statistics_free(&s);
}

/// With overlays the object rule takes the colours before them, the colour rule those after.
static void masks_take_their_own_colors(void **state)
{
    (void)state;
    cs_scene scene = *made_up_scene();
    cs_statistics s = made_up_statistics();
    cs_image *image = made_up_image();
    size_t bytes = (size_t)image->width * (size_t)image->height * 3;
    image->shaded = malloc(bytes);
    memcpy(image->shaded, image->rgb, bytes);
    memset(image->rgb + 3 * (20 * MADE_UP_WIDTH + 10), 255, 3 * 20); // a white line over the red cloth

    assert_int_equal(cs_statistics_set_image(&scene, image, &s), CS_OK);
    assert_int_equal(s.cloth_images[0].pixels, 20 * 24);
    assert_near(s.cloth_images[0].mean_color[0], 189.5, 1e-12);

    scene.mask = (cs_mask){.kind = CS_MASK_COLOR, .dominant = 0, .above = 60};
    assert_int_equal(cs_statistics_set_image(&scene, image, &s), CS_OK);
    assert_int_equal(s.image.pixels, 20 * 23); // white has no leading channel; green and grey neither
    assert_int_equal(s.cloth_images[0].pixels, 20 * 23);
    assert_int_equal(s.cloth_images[1].pixels, 0);

    scene.mask.above = 189; // strictly above: red of 190 to 199 only
    assert_int_equal(cs_statistics_set_image(&scene, image, &s), CS_OK);
    assert_int_equal(s.image.pixels, 10 * 23);

    scene.mask = (cs_mask){.kind = CS_MASK_COLOR, .dominant = 1, .above = 100};
    assert_int_equal(cs_statistics_set_image(&scene, image, &s), CS_OK);
    assert_int_equal(s.image.pixels, 16 * 32);
    cs_image_destroy(image);
    cs_statistics_free(&s);
}

static void collects_from_a_simulation(void **state)
{
    (void)state;
    cs_cloth cloth = cs_default_cloth();
    cloth.name = "sheet";
    cloth.grid.rows = 3;
    cloth.grid.columns = 4;
    cs_scene scene = cs_default_scene();
    scene.cloth_count = 1;
    scene.cloths = &cloth;
    scene.hash = 42;
    cs_sim *sim = NULL;
    assert_int_equal(cs_sim_create(&scene, NULL, NULL, &sim), CS_OK);
    assert_int_equal(cs_sim_step(sim, NULL), CS_OK);
    cs_statistics s;
    assert_int_equal(cs_statistics_collect(&scene, sim, NULL, &s), CS_OK);
    assert_false(s.has_image);
    assert_int_equal(s.step, 1);
    assert_near(s.time, scene.simulation.dt, 0);
    assert_int_equal(s.state.particles, 12);
    assert_int_equal(s.cloth_count, 1);
    assert_string_equal(s.cloth_names[0], "sheet");
    assert_int_equal(s.cloth_states[0].particles, 12);
    char *json = cs_statistics_json(&s, NULL, false);
    assert_non_null(strstr(json, "\"image\": null, \"cloths\": [{\"name\": \"sheet\", \"particles\": 12, "));
    free(json);
    cs_statistics_free(&s);
    cs_sim_destroy(sim);
}

/// The contract: these keys in this order; null where a mask is empty or nothing is free.
static void json_is_exact(void **state)
{
    (void)state;
    static const char tiles[] = "\"tiles\": [[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], "
                                "[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], "
                                "[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0.5, 0, 0, 0, 0, 0, 0, 0]]";
    char *names[1] = {"a \"b\"\n"};
    cs_state_statistics cloth_state = {.particles = 4, .max_stretch = 1, .state_hash = 1};
    cs_image_statistics cloth_image = {.pixels = 0, .tiles[7][0] = 0.5};
    cs_statistics s = {.scene_hash = 0xab,
                       .step = 900,
                       .time = 7.2,
                       .state = {.particles = 4,
                                 .springs = 6,
                                 .has_free = true,
                                 .y_min = -2.5,
                                 .y_max = 0.1,
                                 .y_mean = -1.0 / 3,
                                 .kinetic_energy = 1e-20,
                                 .max_stretch = 1.5,
                                 .state_hash = 0xffffffffffffffff},
                       .has_image = true,
                       .width = 8,
                       .height = 6,
                       .image = {.pixels = 3,
                                 .fraction = 0.0625,
                                 .mean_color = {1.5, 2, 255},
                                 .bbox = {0, 1, 2, 3},
                                 .centroid = {0.5, 2},
                                 .tiles[7][0] = 0.5},
                       .pixel_hash = 0x10,
                       .cloth_count = 1,
                       .cloth_names = names,
                       .cloth_states = &cloth_state,
                       .cloth_images = &cloth_image};
    char expected[4096];
    snprintf(
        expected, sizeof expected,
        "{\"tool\": \"clothsim " CS_VERSION "\", \"scene_hash\": \"00000000000000ab\", \"step\": 900, \"time\": 7.2, "
        "\"particles\": 4, \"springs\": 6, \"y\": {\"min\": -2.5, \"max\": 0.1, \"mean\": -0.3333333333333333}, "
        "\"kinetic_energy\": 1e-20, \"max_stretch\": 1.5, \"state_hash\": \"ffffffffffffffff\", \"image\": "
        "{\"width\": 8, \"height\": 6, \"coverage\": {\"pixels\": 3, \"fraction\": 0.0625}, \"mean_color\": "
        "[1.5, 2, 255], \"bbox\": [0, 1, 2, 3], \"centroid\": [0.5, 2], %s, \"pixel_hash\": "
        "\"0000000000000010\"}, \"cloths\": [{\"name\": \"a \\\"b\\\"\\u000a\", \"particles\": 4, \"springs\": 0, "
        "\"y\": null, \"kinetic_energy\": 0, \"max_stretch\": 1, \"state_hash\": \"0000000000000001\", \"image\": "
        "{\"coverage\": {\"pixels\": 0, \"fraction\": 0}, \"mean_color\": null, \"bbox\": null, \"centroid\": null, "
        "%s}}]}",
        tiles, tiles);
    char *json = cs_statistics_json(&s, NULL, false);
    assert_string_equal(json, expected);
    free(json);

    cs_timing timing = {.load = 0.5, .simulate = 1, .render = 0.25, .write = 2};
    json = cs_statistics_json(&s, &timing, false);
    assert_non_null(strstr(json, "]}, \"timing\": {\"load\": 0.5, \"simulate\": 1, \"render\": 0.25, \"write\": 2}}") ||
                    strstr(json, "], \"timing\": {\"load\": 0.5, \"simulate\": 1, \"render\": 0.25, \"write\": 2}}"));
    free(json);
    json = cs_statistics_json(&s, NULL, true);
    assert_memory_equal(json, "{\n  \"tool\": \"clothsim", 21);
    assert_non_null(strstr(json, "\n    \"bbox\": [0, 1, 2, 3],\n"));
    free(json);
}

/// Only solvers that iterate to a residual say how that went, and once for the whole.
static void solves_are_told_where_there_are_any(void **state)
{
    (void)state;
    cs_statistics s = made_up_statistics();
    char *json = cs_statistics_json(&s, NULL, false);
    assert_null(strstr(json, "\"iterations\""));
    assert_null(strstr(json, "\"residual\""));
    free(json);
    s.state.iterations = s.cloth_states[0].iterations = 12;
    s.state.residual = s.cloth_states[0].residual = 0.00025;
    json = cs_statistics_json(&s, NULL, false);
    static const char told[] =
        "\"state_hash\": \"fedcba9876543210\", \"iterations\": 12, \"residual\": 0.00025, \"image\"";
    const char *found = strstr(json, told);
    assert_non_null(found);
    assert_null(strstr(found + sizeof told, "\"iterations\""));
    free(json);
    cs_statistics_free(&s);
}

static void copies_are_deep(void **state)
{
    (void)state;
    cs_statistics a = made_up_statistics(), b;
    assert_int_equal(cs_statistics_copy(&a, &b), CS_OK);
    char *first = cs_statistics_json(&a, NULL, true), *second = cs_statistics_json(&b, NULL, true);
    assert_string_equal(first, second);
    b.cloth_states[1].particles = 7;
    b.cloth_names[0][0] = 'x';
    assert_int_equal(a.cloth_states[1].particles, 20);
    assert_string_equal(a.cloth_names[0], "red");
    free(first);
    free(second);
    cs_statistics_free(&a);
    cs_statistics_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(object_mask_counts_cloth_pixels),     cmocka_unit_test(masks_take_their_own_colors),
        cmocka_unit_test(collects_from_a_simulation),          cmocka_unit_test(json_is_exact),
        cmocka_unit_test(solves_are_told_where_there_are_any), cmocka_unit_test(copies_are_deep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
