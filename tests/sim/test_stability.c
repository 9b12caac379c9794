// SPDX-License-Identifier: MIT
//
// The limits of dt: known values, both sides of the limit, and what a user is told.
#include "sim/sim_run.h"
#include "sim/state.h"

#include "base/base.h"
#include "math/math.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cs_stability stability_of(const cs_scene *scene)
{
    cs_sim *sim = start(scene, CS_SIMD_AUTO);
    cs_stability stability;
    cs_sim_stability(sim, &stability);
    cs_sim_destroy(sim);
    return stability;
}

/// Free grids with springs 800/400/200 and mass 1: the limit falls towards that of the infinite grid.
static void grids_have_known_limits(void **state)
{
    (void)state;
    static const struct {
        int side;
        double limit;
    } known[] = {{5, 0.03042}, {10, 0.02916}, {20, 0.02893}};
    for (int i = 0; i < 3; i++) {
        one_cloth s;
        make_sheet(&s, known[i].side, known[i].side, 0.008);
        cs_stability stability = stability_of(&s.scene);
        assert_near(stability.limit, known[i].limit, 5.1e-6);
        assert_near(stability.safe_bound, 0.018898, 5e-7); // 2/sqrt(11200), where a particle has all twelve springs
        assert_true(stability.dt == 0.008);
    }
    one_cloth s;
    make_sheet(&s, 120, 120, 0.008);
    double limit = stability_of(&s.scene).limit, infinite = 2 / sqrt(4800.0);
    assert_true(limit > infinite && limit < infinite * 1.0005);
}

/// The limit scales as sqrt(m/k) and with the substeps; damping d lowers it by sqrt((1 + d)/2).
static void limits_scale(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, 10, 10, 0.008);
    double limit = stability_of(&s.scene).limit;
    s.cloth.particle_mass = 4;
    assert_near(stability_of(&s.scene).limit, 2 * limit, 2e-6 * limit);
    s.scene.simulation.substeps = 3;
    assert_near(stability_of(&s.scene).limit, 6 * limit, 6e-6 * limit);
    s.scene.simulation.substeps = 1;
    s.scene.simulation.damping = 0.5;
    assert_near(stability_of(&s.scene).limit, 2 * limit * sqrt(0.75), 2e-6 * limit);
}

static void no_springs_no_limit(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, 4, 4, 100);
    s.cloth.springs = (cs_springs){0, 0, 0};
    cs_stability stability = stability_of(&s.scene);
    assert_true(isinf(stability.limit) && isinf(stability.safe_bound));
}

/// Amplitude of a sheet at rest that starts with tiny noise, after `steps` of h.
static double amplitude_after(double h, int steps)
{
    enum { SIDE = 20, COUNT = SIDE * SIDE };
    one_cloth s;
    make_sheet(&s, SIDE, SIDE, 0.02);
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    sim->h = h; // past the door: cs_sim_create would refuse it
    cs_vec3 rest[COUNT], x[COUNT];
    cs_sim_positions(sim, rest);
    for (int i = 0; i < COUNT; i++) {
        cs_vec3 noise = {cs_random(7, 3 * (uint64_t)i) - 0.5, 0, cs_random(7, 3 * (uint64_t)i + 1) - 0.5};
        x[i] = cs_add(rest[i], cs_scale(noise, 1e-9));
    }
    cs_sim_set_positions(sim, x);
    run(sim, steps);
    cs_sim_positions(sim, x);
    double largest = 0;
    for (int i = 0; i < COUNT; i++) {
        double distance = cs_length(cs_sub(x[i], rest[i]));
        largest = distance > largest ? distance : largest;
    }
    cs_sim_destroy(sim);
    return largest;
}

static void a_sheet_is_bounded_below_and_grows_above(void **state)
{
    (void)state;
    assert_true(amplitude_after(0.0285, 3000) < 1e-7);
    assert_true(amplitude_after(0.0295, 20) > 1e-7);
    assert_true(amplitude_after(0.0295, 30) > 10 * amplitude_after(0.0295, 20));
}

/// One spring is unstable if and only if omega h > 2.
static void one_spring_is_unstable_beyond_two(void **state)
{
    (void)state;
    const cs_particle particles[] = {{.position = {0, 0, 0}, .mass = 1, .pinned = true},
                                     {.position = {1, 0, 0}, .mass = 1}};
    const cs_link link = {.a = 0, .b = 1, .stiffness = 100, .rest_length = 1};
    const cs_network network = {
        .name = "spring", .particle_count = 2, .particles = particles, .link_count = 1, .links = &link};
    cs_scene scene = bare_scene();
    scene.network_count = 1;
    scene.networks = &network;
    assert_near(stability_of(&scene).limit, 0.2, 1e-7);
    static const double products[] = {1.9, 1.999, 2.001, 2.1};
    for (int i = 0; i < 4; i++) {
        cs_sim *sim = start(&scene, CS_SIMD_AUTO);
        sim->h = products[i] / 10;
        const cs_vec3 nudged[] = {{0, 0, 0}, {1 + 1e-12, 0, 0}};
        cs_sim_set_positions(sim, nudged);
        double largest = 0;
        for (int step = 0; step < 400 && largest < 1e-3; step++) {
            cs_vec3 x[2];
            run(sim, 1);
            cs_sim_positions(sim, x);
            largest = fabs(x[1].x - 1) > largest ? fabs(x[1].x - 1) : largest;
        }
        assert_int_equal(largest > 1e-9, products[i] > 2);
        cs_sim_destroy(sim);
    }
}

/// Creates a simulation with this dt; returns its status and, when there is one, the diagnostic.
static cs_status try_dt(double dt, int substeps, cs_log *log)
{
    one_cloth s;
    make_sheet(&s, 25, 25, dt);
    s.cloth.springs = (cs_springs){8000, 4000, 2000};
    s.scene.simulation.substeps = substeps;
    cs_sim *sim = NULL;
    cs_status status = cs_sim_create(&s.scene, NULL, log, &sim);
    assert_int_equal(sim != NULL, status == CS_OK);
    cs_sim_destroy(sim);
    return status;
}

static void a_long_dt_is_refused_by_name(void **state)
{
    (void)state;
    cs_log *log = cs_log_create();
    assert_int_equal(try_dt(0.08, 1, log), CS_INVALID_SCENE);
    assert_int_equal(cs_log_size(log), 1);
    const cs_diagnostic *d = cs_log_get(log, 0);
    assert_int_equal(d->severity, CS_ERROR);
    assert_non_null(strstr(d->message, "dt 0.08 s is above the stability limit of the springs at rest"));
    assert_string_equal(d->help, "use dt <= 0.0059 (or substeps >= 14)");
    cs_log_clear(log);
    // The limit at rest lies higher, but is no advice: above the safe bound there is still a warning.
    assert_int_equal(try_dt(0.0059, 1, log), CS_OK);
    assert_int_equal(try_dt(0.08, 14, log), CS_OK);
    assert_int_equal(cs_log_size(log), 0);
    assert_int_equal(try_dt(0.08, 9, log), CS_OK);
    assert_int_equal(cs_log_size(log), 1);
    assert_int_equal(try_dt(0.08, 8, NULL), CS_INVALID_SCENE);
    cs_log_destroy(log);
}

/// The classic scene with these springs and time step.
static void make_stiff(one_cloth *s, cs_springs springs, double dt, int substeps)
{
    make_classic(s);
    s->cloth.springs = springs;
    s->scene.simulation.dt = dt;
    s->scene.simulation.substeps = substeps;
}

/// A refused dt comes with two ways out. Either, taken literally, carries all 900 steps without a further word.
static void following_the_advice_is_enough(void **state)
{
    (void)state;
    static const struct {
        cs_springs springs;
        double dt;
    } refused[] = {{{8000, 400, 200}, 0.08}, {{800, 400, 200}, 0.0315}, {{8000, 8000, 8000}, 0.08}};
    for (size_t i = 0; i < CS_COUNT(refused); i++) {
        one_cloth s;
        make_stiff(&s, refused[i].springs, refused[i].dt, 1);
        cs_log *log = cs_log_create();
        cs_sim *sim = NULL;
        assert_int_equal(cs_sim_create(&s.scene, NULL, log, &sim), CS_INVALID_SCENE);
        double dt = 0;
        int substeps = 0;
        assert_int_equal(sscanf(cs_log_get(log, 0)->help, "use dt <= %lf (or substeps >= %d)", &dt, &substeps), 2);
        for (int way = 0; way < 2; way++) {
            make_stiff(&s, refused[i].springs, way ? refused[i].dt : dt, way ? substeps : 1);
            cs_log_clear(log);
            assert_int_equal(cs_sim_create(&s.scene, NULL, log, &sim), CS_OK);
            assert_int_equal(cs_log_size(log), 0);
            run(sim, 900);
            cs_sim_destroy(sim);
        }
        cs_log_destroy(log);
    }
}

static void a_dt_above_the_safe_bound_is_a_warning(void **state)
{
    (void)state;
    cs_log *log = cs_log_create();
    assert_int_equal(try_dt(0.0059, 1, log), CS_OK);
    assert_int_equal(cs_log_size(log), 0);
    assert_int_equal(try_dt(0.007, 1, log), CS_OK);
    assert_int_equal(cs_log_size(log), 1);
    assert_int_equal(cs_log_get(log, 0)->severity, CS_WARNING);
    assert_string_equal(cs_log_get(log, 0)->help, "use dt <= 0.0059 (or substeps >= 2)");
    cs_log_destroy(log);
}

/// However stiff the springs are, the refusal comes at once, and advises nothing that the scene format would not take.
static void springs_beyond_any_time_step_are_refused_at_once(void **state)
{
    (void)state;
    static const double stiffness[] = {1e18, 1e30, 1e200, 1e308};
    for (size_t i = 0; i < CS_COUNT(stiffness); i++) {
        one_cloth s;
        make_sheet(&s, 25, 25, 0.008);
        s.cloth.springs.structural = stiffness[i];
        cs_log *log = cs_log_create();
        cs_sim *sim = NULL;
        assert_int_equal(cs_sim_create(&s.scene, NULL, log, &sim), CS_INVALID_SCENE);
        assert_null(sim);
        assert_int_equal(cs_log_size(log), 1);
        assert_non_null(strstr(cs_log_get(log, 0)->message, "is above the stability limit"));
        assert_null(strstr(cs_log_get(log, 0)->help, "substeps"));
        cs_log_destroy(log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grids_have_known_limits),
        cmocka_unit_test(limits_scale),
        cmocka_unit_test(no_springs_no_limit),
        cmocka_unit_test(a_sheet_is_bounded_below_and_grows_above),
        cmocka_unit_test(one_spring_is_unstable_beyond_two),
        cmocka_unit_test(a_long_dt_is_refused_by_name),
        cmocka_unit_test(following_the_advice_is_enough),
        cmocka_unit_test(a_dt_above_the_safe_bound_is_a_warning),
        cmocka_unit_test(springs_beyond_any_time_step_are_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
