// SPDX-License-Identifier: MIT
//
// A simulation that runs away stops at the first runaway particle and says which, when and why; the same on every path.
#include "sim/sim_run.h"
#include "sim/state.h"

#include "base/base.h"

#include <stdio.h>
#include <string.h>

/// Steps until it diverges; returns the step index.
static int64_t run_away(cs_sim *sim, int at_most, cs_log *log)
{
    cs_status status = CS_OK;
    for (int i = 0; i < at_most && status == CS_OK; i++) {
        status = cs_sim_step(sim, log);
    }
    assert_int_equal(status, CS_DIVERGED);
    return cs_sim_step_index(sim);
}

static void extreme_wind_is_named(void **state)
{
    (void)state;
    int64_t first = -1;
    for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
        one_cloth s;
        make_classic(&s);
        s.cloth.name = "sail";
        s.phases[0] = (cs_phase){.name = "calm", .steps = 5};
        s.phases[1] = (cs_phase){.name = "storm", .steps = 500, .wind_force = {1e9, 0, 0}};
        cs_sim *sim = start(&s.scene, (cs_simd)simd);
        cs_log *log = cs_log_create();
        int64_t step = run_away(sim, 500, log);
        assert_true(first < 0 || step == first);
        first = step;
        assert_int_equal(cs_log_size(log), 1);
        const cs_diagnostic *d = cs_log_get(log, 0);
        char expected[128];
        snprintf(expected, sizeof(expected),
                 "the simulation diverged in step %d: cloth \"sail\", row 1, column 0 ran away", (int)step + 1);
        assert_string_equal(d->message, expected);
        assert_string_equal(d->help, "the wind of phase \"storm\" is extreme: 1000000000 N on a particle of 1 kg");
        assert_int_equal(step, 5);
        cs_log_destroy(log);
        cs_sim_destroy(sim);
    }
}

/// Forces whose squares are no longer numbers are told as they are.
static void the_largest_forces_are_named_in_numbers(void **state)
{
    (void)state;
    static const struct {
        cs_vec3 gravity, wind;
        const char *help;
    } extremes[] = {
        {{0, -1e200, 0}, {0, 0, 0}, "gravity is extreme: 1e+200 m/s^2"},
        {{0, 0, 0}, {3e180, 4e180, 0}, "the wind of phase \"phase\" is extreme: 5e+180 N on a particle of 1 kg"},
        {{1.5e308, -1.75e308, 1.5e308}, {0, 0, 0}, "gravity is extreme: 1.75e+308 m/s^2"},
    };
    for (size_t i = 0; i < CS_COUNT(extremes); i++) {
        one_cloth s;
        make_sheet(&s, 4, 4, 0.008);
        s.scene.simulation.gravity = extremes[i].gravity;
        s.phases[0].wind_force = extremes[i].wind;
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        cs_log *log = cs_log_create();
        run_away(sim, 5, log);
        assert_string_equal(cs_log_get(log, 0)->help, extremes[i].help);
        cs_log_destroy(log);
        cs_sim_destroy(sim);
    }
}

/// A dt that stretched springs do not bear grows until a particle runs away.
static void a_long_dt_is_named(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, 20, 20, 0.02);
    s.scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
    s.cloth.pin_count = 1;
    s.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    sim->h = 0.0285;
    cs_log *log = cs_log_create();
    run_away(sim, 5000, log);
    assert_non_null(strstr(cs_log_get(log, 0)->help, "is too long for stretched springs"));
    cs_log_destroy(log);
    cs_sim_destroy(sim);
}

/// Explicit Euler runs whatever dt is, and says why it must end badly: when it starts and when it ends.
static void euler_says_that_it_must_fail(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, 8, 8, 0.004);
    s.scene.simulation.solver = CS_SOLVER_EULER;
    s.scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
    s.cloth.pin_count = 1;
    s.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    cs_log *log = cs_log_create();
    cs_sim *sim = NULL;
    assert_int_equal(cs_sim_create(&s.scene, NULL, log, &sim), CS_OK);
    assert_int_equal(cs_log_size(log), 1);
    const cs_diagnostic *d = cs_log_get(log, 0);
    assert_int_equal(d->severity, CS_WARNING);
    assert_non_null(strstr(d->message, "euler adds energy in every step"));
    cs_log_clear(log);
    run_away(sim, 20000, log);
    assert_non_null(strstr(cs_log_get(log, 0)->help, "euler adds energy in every step"));
    cs_sim_destroy(sim);

    // Without springs there is nothing that grows.
    cs_log_clear(log);
    s.cloth.springs = (cs_springs){0, 0, 0};
    assert_int_equal(cs_sim_create(&s.scene, NULL, log, &sim), CS_OK);
    assert_int_equal(cs_log_size(log), 0);
    cs_sim_destroy(sim);
    cs_log_destroy(log);
}

/// Solvers that are stable for every dt do not blame dt.
static void dt_is_no_cause_where_every_dt_is_stable(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_IMPLICIT, CS_SOLVER_PBD, CS_SOLVER_XPBD};
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        one_cloth s;
        make_sheet(&s, 4, 4, 0.1);
        s.scene.simulation.solver = solvers[i];
        s.cloth.velocity = (cs_vec3){1e5, 0, 0};
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        cs_log *log = cs_log_create();
        run_away(sim, 5, log);
        assert_null(strstr(cs_log_get(log, 0)->help, "dt"));
        assert_non_null(strstr(cs_log_get(log, 0)->help, "look at the start velocities"));
        cs_log_destroy(log);
        cs_sim_destroy(sim);
    }
}

static void the_state_stays_afterwards(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    s.phases[0].wind_force.z = 1e300;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run_away(sim, 10, NULL);
    cs_vec3 before[625], after[625];
    cs_sim_positions(sim, before);
    assert_int_equal(cs_sim_step(sim, NULL), CS_DIVERGED);
    cs_sim_positions(sim, after);
    assert_memory_equal(before, after, sizeof(before));
    assert_int_equal(cs_sim_step_index(sim), 0);
    cs_sim_destroy(sim);
}

/// Not a number is caught as surely as a large one, in a network, too.
static void not_a_number_is_caught(void **state)
{
    (void)state;
    cs_vec3 positions[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    const cs_particle particles[] = {{.position = positions[0], .mass = 1},
                                     {.position = positions[1], .mass = 1},
                                     {.position = positions[2], .mass = 1}};
    const cs_network network = {.name = "beads", .particle_count = 3, .particles = particles};
    cs_scene scene = bare_scene();
    scene.network_count = 1;
    scene.networks = &network;
    cs_sim *sim = start(&scene, CS_SIMD_AUTO);
    run(sim, 3);
    positions[2].y = NAN;
    cs_sim_set_positions(sim, positions);
    cs_log *log = cs_log_create();
    run_away(sim, 1, log);
    assert_string_equal(cs_log_get(log, 0)->message,
                        "the simulation diverged in step 4: network \"beads\", particle 2 ran away");
    cs_log_destroy(log);
    cs_sim_destroy(sim);
}

/// A pinned particle is held by its pin: no force on it is a runaway.
static void pins_do_not_run_away(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, 8, 8, 0.008);
    s.cloth.pin_count = 1;
    s.pins[0] = (cs_pin){.kind = CS_PIN_BOX, .min = {-10, -10, -10}, .max = {10, 10, 10}};
    s.phases[0].wind_force.x = 1e12;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run(sim, 10);
    cs_state_statistics statistics;
    cs_sim_statistics(sim, -1, &statistics);
    assert_false(statistics.has_free);
    cs_sim_destroy(sim);
}

/// The lanes that pad a row rest above all colliders, however high that is; only particles run away.
static void padding_does_not_run_away(void **state)
{
    (void)state;
    for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
        one_cloth s;
        make_sheet(&s, 10, 10, 0.008);
        cs_collider moon = cs_default_collider(CS_COLLIDER_SPHERE);
        moon.sphere.center = (cs_vec3){0, 3 * CS_RUNAWAY_DISTANCE, 0};
        s.scene.collider_count = 1;
        s.scene.colliders = &moon;
        cs_sim *sim = start(&s.scene, (cs_simd)simd);
        run(sim, 3);
        cs_sim_destroy(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(extreme_wind_is_named),
        cmocka_unit_test(a_long_dt_is_named),
        cmocka_unit_test(euler_says_that_it_must_fail),
        cmocka_unit_test(dt_is_no_cause_where_every_dt_is_stable),
        cmocka_unit_test(the_largest_forces_are_named_in_numbers),
        cmocka_unit_test(the_state_stays_afterwards),
        cmocka_unit_test(not_a_number_is_caught),
        cmocka_unit_test(pins_do_not_run_away),
        cmocka_unit_test(padding_does_not_run_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
