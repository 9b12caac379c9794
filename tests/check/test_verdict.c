// SPDX-License-Identifier: MIT
//
// The verdict: equal runs pass, every single metric can fail alone, a tolerance is kept to the digit, and equal hashes
// decide only when they are asked.
#include "check/made_up_run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static cs_verdict judge(const cs_statistics *measured, const cs_reference *reference, bool use_hashes)
{
    cs_verdict verdict;
    assert_int_equal(cs_verdict_make(measured, reference, NULL, use_hashes, &verdict), CS_OK);
    return verdict;
}

static const cs_metric *find(const cs_verdict *verdict, const char *name)
{
    for (int i = 0; i < verdict->metric_count; i++)
        if (strcmp(verdict->metrics[i].name, name) == 0)
            return &verdict->metrics[i];
    return NULL;
}

static void equal_runs_pass(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference();
    cs_statistics run = made_up_statistics();
    cs_verdict with = judge(&run, &reference, true), without = judge(&run, &reference, false);
    assert_true(with.pass && with.same_bits && !with.scene_changed && with.failed == 0);
    assert_true(without.pass && !without.same_bits && without.failed == 0);
    assert_int_equal(with.metric_count, without.metric_count); // numbers are reported all the same
    assert_true(with.worst->ratio == 0);
    cs_verdict_free(&with);
    cs_verdict_free(&without);
    cs_statistics_free(&run);
    cs_reference_free(&reference);
}

/// One change of a run and the only metric that may fail for it.
typedef struct change {
    const char *metric;
    void (*make)(cs_statistics *run);
} change;

static void change_step(cs_statistics *s)
{
    s->step++;
}
static void change_particles(cs_statistics *s)
{
    s->state.particles--;
}
static void change_springs(cs_statistics *s)
{
    s->state.springs++;
}
static void change_y_min(cs_statistics *s)
{
    s->state.y_min -= 0.0011;
}
static void change_y_max(cs_statistics *s)
{
    s->state.y_max += 0.0011;
}
static void change_y_mean(cs_statistics *s)
{
    s->state.y_mean += 0.0011;
}
static void change_energy(cs_statistics *s)
{
    s->state.kinetic_energy *= 1.051;
}
static void change_stretch(cs_statistics *s)
{
    s->state.max_stretch += 0.0011;
}
static void change_width(cs_statistics *s)
{
    s->width++;
}
static void change_height(cs_statistics *s)
{
    s->height++;
}
static void change_coverage(cs_statistics *s)
{
    s->image.pixels += 5; // tolerance: 0.5 % of 992, floored
}
static void change_red(cs_statistics *s)
{
    s->image.mean_color[0] += 1.01;
}
static void change_green(cs_statistics *s)
{
    s->image.mean_color[1] -= 1.01;
}
static void change_blue(cs_statistics *s)
{
    s->image.mean_color[2] += 1.01;
}
static void change_x0(cs_statistics *s)
{
    s->image.bbox[0] -= 2;
}
static void change_y0(cs_statistics *s)
{
    s->image.bbox[1] += 2;
}
static void change_x1(cs_statistics *s)
{
    s->image.bbox[2] += 2;
}
static void change_y1(cs_statistics *s)
{
    s->image.bbox[3] -= 2;
}
static void change_centroid_x(cs_statistics *s)
{
    s->image.centroid[0] += 0.51;
}
static void change_centroid_y(cs_statistics *s)
{
    s->image.centroid[1] -= 0.51;
}
static void change_tile(cs_statistics *s)
{
    s->image.tiles[2][5] += 0.021;
}
static void change_tile_color(cs_statistics *s)
{
    s->tile_colors[6][1][2] += 2.01;
}
static void change_cloth_count(cs_statistics *s)
{
    s->cloth_count--;
    free(s->cloth_names[1]);
}
static void change_cloth_y(cs_statistics *s)
{
    s->cloth_states[1].y_max += 0.0011;
}
static void change_cloth_coverage(cs_statistics *s)
{
    s->cloth_images[0].pixels -= 5;
}
static void change_cloth_tile(cs_statistics *s)
{
    s->cloth_images[1].tiles[0][0] = 0.03;
}

static void every_metric_can_fail_alone(void **state)
{
    (void)state;
    static const change changes[] = {
        {"step", change_step},
        {"particles", change_particles},
        {"springs", change_springs},
        {"y.min", change_y_min},
        {"y.max", change_y_max},
        {"y.mean", change_y_mean},
        {"kinetic_energy", change_energy},
        {"max_stretch", change_stretch},
        {"width", change_width},
        {"height", change_height},
        {"coverage", change_coverage},
        {"mean_color.red", change_red},
        {"mean_color.green", change_green},
        {"mean_color.blue", change_blue},
        {"bbox.x0", change_x0},
        {"bbox.y0", change_y0},
        {"bbox.x1", change_x1},
        {"bbox.y1", change_y1},
        {"centroid.x", change_centroid_x},
        {"centroid.y", change_centroid_y},
        {"tiles", change_tile},
        {"tile_colors.blue", change_tile_color},
        {"cloths", change_cloth_count},
        {"cloths[green].y.max", change_cloth_y},
        {"cloths[red].coverage", change_cloth_coverage},
        {"cloths[green].tiles", change_cloth_tile},
    };
    cs_reference reference = made_up_reference();
    for (size_t i = 0; i < CS_COUNT(changes); i++) {
        cs_statistics run = made_up_statistics();
        changes[i].make(&run);
        cs_verdict verdict = judge(&run, &reference, false);
        assert_false(verdict.pass);
        assert_int_equal(verdict.failed, 1);
        assert_string_equal(verdict.worst->name, changes[i].metric);
        assert_true(verdict.worst->ratio > 1);
        cs_verdict_free(&verdict);
        cs_statistics_free(&run);
    }
    cs_reference_free(&reference);
}

static void tolerances_are_kept_to_the_digit(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference();
    reference.tolerances.y = 0.25;
    reference.tolerances.coverage = 0;
    cs_statistics run = made_up_statistics();
    run.state.y_max = reference.statistics.state.y_max + 0.25;
    cs_verdict verdict = judge(&run, &reference, false);
    assert_true(verdict.pass); // at the tolerance is within it
    assert_true(find(&verdict, "y.max")->ratio == 1);
    cs_verdict_free(&verdict);

    run.state.y_max = nextafter(run.state.y_max, 10);
    verdict = judge(&run, &reference, false);
    assert_false(verdict.pass);
    cs_verdict_free(&verdict);

    run.state.y_max = reference.statistics.state.y_max;
    run.image.pixels++;
    verdict = judge(&run, &reference, false);
    assert_false(verdict.pass);
    assert_true(isinf(find(&verdict, "coverage")->ratio));
    cs_verdict_free(&verdict);
    cs_statistics_free(&run);
    cs_reference_free(&reference);
}

static void worst_tile_is_named(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference();
    cs_statistics run = made_up_statistics();
    run.image.tiles[1][2] -= 0.01;
    run.image.tiles[5][3] += 0.30;
    cs_verdict verdict = judge(&run, &reference, false);
    assert_string_equal(verdict.worst_tile->name, "tiles");
    assert_int_equal(verdict.worst_tile->tile_row, 5);
    assert_int_equal(verdict.worst_tile->tile_column, 3);
    cs_verdict_free(&verdict);
    cs_statistics_free(&run);
    cs_reference_free(&reference);
}

/// How a solve went is told, not judged: a better solver may take other ways to the same cloth.
static void the_way_of_a_solve_is_not_compared(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference();
    cs_statistics run = made_up_statistics();
    run.state.iterations = 1000;
    run.state.residual = 0.5;
    cs_verdict verdict = judge(&run, &reference, false);
    assert_true(verdict.pass && verdict.failed == 0);
    cs_verdict_free(&verdict);
    cs_statistics_free(&run);
    cs_reference_free(&reference);
}

/// Equal hashes pass although a number is off; a hash of another scene, state or picture does not help.
static void hashes_decide_only_together(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference();
    cs_statistics run = made_up_statistics();
    run.state.y_max += 1;
    cs_verdict verdict = judge(&run, &reference, true);
    assert_true(verdict.pass && verdict.same_bits && verdict.failed == 1);
    cs_verdict_free(&verdict);
    uint64_t *hashes[] = {&run.scene_hash, &run.state.state_hash, &run.pixel_hash};
    for (size_t i = 0; i < CS_COUNT(hashes); i++) {
        *hashes[i] ^= 1;
        verdict = judge(&run, &reference, true);
        assert_false(verdict.pass || verdict.same_bits);
        assert_int_equal(verdict.scene_changed, i == 0);
        cs_verdict_free(&verdict);
        *hashes[i] ^= 1;
    }
    cs_statistics_free(&run);
    cs_reference_free(&reference);
}

/// Where both sides have no number there is no metric; where one has, it fails.
static void missing_numbers(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference();
    cs_statistics run = made_up_statistics();
    run.state.has_free = false;
    run.image.pixels = 0;
    cs_verdict verdict = judge(&run, &reference, false);
    assert_false(find(&verdict, "y.min")->pass);
    assert_true(isnan(find(&verdict, "y.min")->measured));
    assert_false(find(&verdict, "mean_color.red")->pass);
    assert_false(find(&verdict, "bbox.x0")->pass);
    cs_verdict_free(&verdict);
    reference.statistics.state.has_free = false;
    reference.statistics.image.pixels = 0;
    verdict = judge(&run, &reference, false);
    assert_true(verdict.pass);
    assert_null(find(&verdict, "y.min"));
    assert_null(find(&verdict, "centroid.x"));
    cs_verdict_free(&verdict);
    cs_statistics_free(&run);
    cs_reference_free(&reference);
}

static void reference_picture_counts(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference();
    cs_statistics run = made_up_statistics();
    reference.tolerances.picture = 10;
    cs_image_difference difference = {.pixels = 10};
    cs_verdict verdict;
    assert_int_equal(cs_verdict_make(&run, &reference, &difference, false, &verdict), CS_OK);
    assert_true(verdict.pass);
    cs_verdict_free(&verdict);
    difference.pixels = 11;
    assert_int_equal(cs_verdict_make(&run, &reference, &difference, false, &verdict), CS_OK);
    assert_false(verdict.pass);
    assert_string_equal(verdict.worst->name, "picture");
    cs_verdict_free(&verdict);
    cs_statistics_free(&run);
    cs_reference_free(&reference);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_runs_pass),
        cmocka_unit_test(every_metric_can_fail_alone),
        cmocka_unit_test(tolerances_are_kept_to_the_digit),
        cmocka_unit_test(worst_tile_is_named),
        cmocka_unit_test(the_way_of_a_solve_is_not_compared),
        cmocka_unit_test(hashes_decide_only_together),
        cmocka_unit_test(missing_numbers),
        cmocka_unit_test(reference_picture_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
