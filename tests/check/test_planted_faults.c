// SPDX-License-Identifier: MIT
//
// Planted faults: each is what its name says, default tolerances catch them, loose ones do not, and calibration
// tightens exactly what it must, even for a picture that is nearly its own mirror image and a cloth that hardly moves.
#include "check/made_up_run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A run with an early state whose y is off by `early_offset`.
typedef struct run {
    cs_image *image;
    cs_statistics statistics, early;
    cs_reference reference;
    cs_faults faults;
} run;

static run make_run(cs_image *image, double early_offset)
{
    run made = {.image = image, .statistics = made_up_statistics()};
    assert_int_equal(cs_statistics_set_image(made_up_scene(), image, &made.statistics), CS_OK);
    assert_int_equal(cs_statistics_copy(&made.statistics, &made.early), CS_OK);
    made.early.step = 297;
    made.early.state.y_mean += early_offset;
    made.early.state.state_hash ^= early_offset != 0;
    assert_int_equal(cs_statistics_copy(&made.statistics, &made.reference.statistics), CS_OK);
    made.reference.tolerances = cs_default_tolerances(&made.reference.statistics);
    cs_fault_input input = {.scene = made_up_scene(),
                            .image = image,
                            .statistics = &made.statistics,
                            .early_image = image,
                            .early_statistics = &made.early};
    assert_int_equal(cs_faults_plant(&input, &made.faults), CS_OK);
    return made;
}

static void free_run(run *made)
{
    cs_image_destroy(made->image);
    cs_statistics_free(&made->statistics);
    cs_statistics_free(&made->early);
    cs_reference_free(&made->reference);
    cs_faults_free(&made->faults);
}

static double largest_ratio(const run *made, cs_fault fault)
{
    cs_verdict verdict;
    assert_int_equal(cs_faults_judge(&made->faults, fault, &made->reference, &verdict), CS_OK);
    double ratio = verdict.worst->ratio;
    assert_false(verdict.same_bits);
    cs_verdict_free(&verdict);
    return ratio;
}

static void faults_are_what_they_say(void **state)
{
    (void)state;
    run made = make_run(made_up_image(), 0.1);
    const cs_image_statistics *mirrored = &made.faults.planted[CS_FAULT_MIRROR].statistics.image;
    assert_int_equal(mirrored->pixels, made.statistics.image.pixels);
    assert_int_equal(mirrored->bbox[0], MADE_UP_WIDTH - 1 - made.statistics.image.bbox[2]);
    assert_int_equal(mirrored->bbox[2], MADE_UP_WIDTH - 1 - made.statistics.image.bbox[0]);
    const cs_image_statistics *shifted = &made.faults.planted[CS_FAULT_SHIFT].statistics.image;
    assert_int_equal(shifted->bbox[0], made.statistics.image.bbox[0] + 2);
    assert_int_equal(shifted->bbox[1], made.statistics.image.bbox[1]);
    assert_true(fabs(shifted->centroid[0] - made.statistics.image.centroid[0] - 2) < 1e-12);
    const cs_image_statistics *red = &made.faults.planted[CS_FAULT_RED].statistics.image;
    assert_true(fabs(red->mean_color[0] - made.statistics.image.mean_color[0] - 4) < 1e-12);
    assert_true(red->mean_color[1] == made.statistics.image.mean_color[1]);
    const cs_statistics *early = &made.faults.planted[CS_FAULT_STEPS].statistics;
    assert_int_equal(early->step, 300); // the step number may not give it away
    assert_true(early->time == made.statistics.time);
    for (int fault = 0; fault < CS_FAULT_COUNT; fault++)
        assert_false(made.faults.planted[fault].harmless);
    free_run(&made);
}

static void usual_tolerances_catch_all(void **state)
{
    (void)state;
    run made = make_run(made_up_image(), 0.1);
    for (int fault = 0; fault < CS_FAULT_COUNT; fault++)
        assert_true(largest_ratio(&made, (cs_fault)fault) > 1);
    free_run(&made);
}

static void loose_tolerances_let_them_pass(void **state)
{
    (void)state;
    run made = make_run(made_up_image(), 0.1);
    for (int i = 0; i < CS_TOLERANCE_COUNT; i++)
        *cs_tolerance_at(&made.reference.tolerances, i) = 1e6;
    for (int fault = 0; fault < CS_FAULT_COUNT; fault++)
        assert_true(largest_ratio(&made, (cs_fault)fault) <= 1);
    free_run(&made);
}

/// A picture that but for one grey level is its own mirror image, and a cloth that moves by a micrometre.
static void calibration_tightens_what_it_must(void **state)
{
    (void)state;
    cs_image *image = cs_image_create(MADE_UP_WIDTH, MADE_UP_HEIGHT, true);
    memset(image->rgb, 90, (size_t)MADE_UP_WIDTH * MADE_UP_HEIGHT * 3);
    for (int y = 20; y < 40; y++)
        for (int x = 20; x < 60; x++) {
            int at = y * MADE_UP_WIDTH + x;
            image->rgb[3 * at] = (uint8_t)(x < 40 ? 150 : 151);
            image->cloth[at] = 1;
            image->objects[at] = 1;
        }
    run made = make_run(image, 1e-6);
    cs_tolerances usual = made.reference.tolerances;
    assert_true(largest_ratio(&made, CS_FAULT_MIRROR) <= 1);
    assert_true(largest_ratio(&made, CS_FAULT_STEPS) <= 1);
    assert_int_equal(cs_faults_calibrate(&made.faults, &made.reference), CS_OK);
    for (int fault = 0; fault < CS_FAULT_COUNT; fault++)
        assert_true(largest_ratio(&made, (cs_fault)fault) >= 2);
    assert_true(made.reference.tolerances.y <= 0.5e-6 && made.reference.tolerances.y >= 0.45e-6);
    assert_true(made.reference.tolerances.coverage == usual.coverage); // what caught nothing stays
    assert_true(made.reference.tolerances.centroid == usual.centroid);
    free_run(&made);
}

/// What changes no bit is no fault: a symmetric picture mirrored, a cloth at rest a little earlier.
static void harmless_faults_are_known(void **state)
{
    (void)state;
    cs_image *image = cs_image_create(MADE_UP_WIDTH, MADE_UP_HEIGHT, true);
    run made = make_run(image, 0);
    assert_true(made.faults.planted[CS_FAULT_MIRROR].harmless);
    assert_true(made.faults.planted[CS_FAULT_SHIFT].harmless);
    assert_false(made.faults.planted[CS_FAULT_RED].harmless);
    assert_true(made.faults.planted[CS_FAULT_STEPS].harmless);
    free_run(&made);
}

static void one_percent_of_steps(void **state)
{
    (void)state;
    assert_int_equal(cs_fault_steps(0), 0);
    assert_int_equal(cs_fault_steps(1), 1);
    assert_int_equal(cs_fault_steps(99), 1);
    assert_int_equal(cs_fault_steps(900), 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_what_they_say),       cmocka_unit_test(usual_tolerances_catch_all),
        cmocka_unit_test(loose_tolerances_let_them_pass), cmocka_unit_test(calibration_tightens_what_it_must),
        cmocka_unit_test(harmless_faults_are_known),      cmocka_unit_test(one_percent_of_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
