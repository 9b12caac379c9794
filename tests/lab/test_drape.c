// SPDX-License-Identifier: MIT
//
// The drape test tells limp cloth from stiff: its coefficient is that of the published definition at both ends, grows
// with the bending rigidity, and is the same number every time.
#include "lab/lab.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

static cs_fabric fabric_named(const char *name)
{
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(presets[i].name, name) == 0) {
            return presets[i].fabric;
        }
    }
    fail();
    return presets[0].fabric;
}

static cs_drape_result drape(const cs_fabric *fabric, int rings, cs_pool *pool)
{
    cs_drape_settings settings = cs_default_drape_settings();
    settings.rings = rings;
    settings.image_size = 256;
    cs_compute compute = {.pool = pool, .simd = CS_SIMD_AUTO};
    cs_lab lab = {.compute = &compute, .log = NULL};
    cs_drape_result result;
    assert_int_equal(cs_drape_test(fabric, &settings, &lab, &result), CS_OK);
    return result;
}

static cs_fabric as_stiff_as(double rigidity)
{
    cs_fabric fabric = fabric_named("cotton");
    fabric.bend[0] = fabric.bend[1] = fabric.bend_bias = rigidity;
    return fabric;
}

static void a_board_stays_level(void **state)
{
    (void)state;
    cs_fabric board = as_stiff_as(0.1);
    cs_drape_result result = drape(&board, 8, NULL);
    assert_true(fabs(result.coefficient - 100) < 2.5); // the rim is a polygon, the picture has pixels
    assert_int_equal(result.folds, 0);
}

static void stiffer_cloth_covers_more(void **state)
{
    (void)state;
    double before = 0;
    const double rigidity[] = {8e-6, 30e-6, 200e-6};
    for (size_t i = 0; i < CS_COUNT(rigidity); i++) {
        cs_fabric fabric = as_stiff_as(rigidity[i]);
        cs_drape_result result = drape(&fabric, 10, NULL);
        assert_true(result.coefficient > before + 5);
        assert_true(result.coefficient < 100);
        before = result.coefficient;
    }
}

static void threads_change_nothing(void **state)
{
    (void)state;
    cs_fabric cotton = fabric_named("cotton");
    cs_pool *pool = cs_pool_create(3);
    assert_non_null(pool);
    cs_drape_result alone = drape(&cotton, 8, NULL), together = drape(&cotton, 8, pool);
    cs_pool_destroy(pool);
    assert_true(alone.coefficient == together.coefficient);
    assert_true(alone.speed == together.speed);
    assert_int_equal(alone.folds, together.folds);
}

static void a_disc_without_mesh_is_refused(void **state)
{
    (void)state;
    cs_fabric cotton = fabric_named("cotton");
    cs_drape_settings settings = cs_default_drape_settings();
    settings.rings = 1;
    cs_lab lab = {.compute = NULL, .log = NULL};
    cs_drape_result result;
    assert_int_equal(cs_drape_test(&cotton, &settings, &lab, &result), CS_INTERNAL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_stays_level),
        cmocka_unit_test(stiffer_cloth_covers_more),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_disc_without_mesh_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
