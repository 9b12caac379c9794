// SPDX-License-Identifier: MIT
//
// How cloths move, against closed forms: free fall, momentum, wind, pins, substeps, symmetry.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"

#include <stdlib.h>

#define ROWS    9
#define COLUMNS 13
#define COUNT   (ROWS * COLUMNS)

/// y = v t - g t (t + h)/2 for Verlet started with x_prev = x - v h; every vertex alike.
static void free_fall_is_exact(void **state)
{
    (void)state;
    for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
        one_cloth s;
        make_sheet(&s, ROWS, COLUMNS, 0.008);
        const double g = 9.81, v = 3, h = 0.008;
        s.scene.simulation.gravity = (cs_vec3){0, -g, 0};
        s.cloth.velocity = (cs_vec3){0, v, 0};
        s.cloth.particle_mass = 0.3;
        s.cloth.springs = (cs_springs){100, 50, 25};
        cs_sim *sim = start(&s.scene, (cs_simd)simd);
        cs_vec3 x[COUNT];
        for (int step = 1; step <= 250; step++) {
            run(sim, 1);
            cs_sim_positions(sim, x);
            double t = step * h, y = v * t - g * t * (t + h) / 2;
            for (int i = 0; i < COUNT; i++) {
                assert_near(x[i].y, y, 1e-13 * step);
                assert_true(x[i].y == x[0].y);
            }
        }
        cs_sim_destroy(sim);
    }
}

/// A step of n substeps falls as a scene with dt/n and n times the steps.
static void substeps_are_short_steps(void **state)
{
    (void)state;
    one_cloth a, b;
    make_sheet(&a, ROWS, COLUMNS, 0.008);
    a.scene.simulation.gravity = (cs_vec3){0.3, -9.8, 0};
    a.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    a.cloth.pin_count = 1;
    a.scene.simulation.substeps = 4;
    make_sheet(&b, ROWS, COLUMNS, 0.002);
    b.scene.simulation.gravity = a.scene.simulation.gravity;
    b.pins[0] = a.pins[0];
    b.cloth.pin_count = 1;
    cs_sim *few = start(&a.scene, CS_SIMD_AUTO), *many = start(&b.scene, CS_SIMD_AUTO);
    run(few, 50);
    run(many, 200);
    assert_true(hash_of(few) == hash_of(many));
    assert_near(cs_sim_time(few), cs_sim_time(many), 1e-15);
    cs_sim_destroy(few);
    cs_sim_destroy(many);
}

/// Without forces the velocity after a step is `damping` times the one before, whatever the substeps.
static void damping_is_per_step(void **state)
{
    (void)state;
    static const int substeps[] = {1, 2, 7};
    for (int i = 0; i < 3; i++) {
        one_cloth s;
        make_sheet(&s, ROWS, COLUMNS, 0.01);
        s.scene.simulation.damping = 0.9;
        s.scene.simulation.substeps = substeps[i];
        s.cloth.velocity = (cs_vec3){1, 0, -2};
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        run(sim, 10);
        cs_vec3 v[COUNT];
        cs_sim_velocities(sim, v);
        double kept = 1;
        for (int k = 0; k < 10; k++) {
            kept *= 0.9;
        }
        for (int k = 0; k < COUNT; k++) {
            assert_near(v[k].x, kept, 1e-11);
            assert_near(v[k].z, -2 * kept, 1e-11);
        }
        cs_sim_destroy(sim);
    }
}

static cs_vec3 total_momentum(const cs_sim *sim, double mass)
{
    cs_vec3 v[COUNT], sum = {0, 0, 0};
    cs_sim_velocities(sim, v);
    for (int i = 0; i < COUNT; i++) {
        sum = cs_add(sum, cs_scale(v[i], mass));
    }
    return sum;
}

/// A deformed free sheet keeps its linear momentum.
static void momentum_is_kept(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, ROWS, COLUMNS, 0.008);
    s.cloth.velocity = (cs_vec3){0.5, 0.25, -1};
    s.cloth.particle_mass = 2;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    cs_vec3 x[COUNT];
    cs_sim_positions(sim, x);
    for (int i = 0; i < COUNT; i++) {
        x[i] = cs_add(x[i], (cs_vec3){0.03 * cs_random(1, (uint64_t)i), 0.03 * cs_random(2, (uint64_t)i), 0});
    }
    cs_sim_set_positions(sim, x);
    cs_vec3 before = total_momentum(sim, 2);
    run(sim, 500);
    cs_vec3 change = cs_sub(total_momentum(sim, 2), before);
    assert_true(cs_length(change) < 1e-9 * cs_length(before));
    cs_sim_destroy(sim);
}

/// Wind pushes each free particle with its force, in its phase only: momentum = force * time.
static void wind_gives_its_impulse(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, ROWS, COLUMNS, 0.008);
    s.scene.simulation.phase_count = 3;
    s.phases[0] = (cs_phase){.name = "calm", .steps = 10};
    s.phases[1] = (cs_phase){.name = "wind", .steps = 25, .wind_force = {0.2, 0.1, -0.4}};
    s.phases[2] = (cs_phase){.name = "calm again", .steps = 10};
    s.cloth.particle_mass = 0.5;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run(sim, 10);
    assert_near(cs_length(total_momentum(sim, 0.5)), 0, 1e-12);
    run(sim, 35);
    cs_vec3 impulse = cs_scale(s.phases[1].wind_force, COUNT * 25 * 0.008);
    assert_true(cs_length(cs_sub(total_momentum(sim, 0.5), impulse)) < 1e-9);
    cs_sim_destroy(sim);
}

static void pins_do_not_move(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, ROWS, COLUMNS, 0.008);
    s.scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
    s.phases[0].wind_force = (cs_vec3){3, 2, 1};
    s.cloth.velocity = (cs_vec3){0, 1, 0};
    s.cloth.pin_count = 4;
    s.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    s.pins[1] = (cs_pin){.kind = CS_PIN_COLUMN, .column = COLUMNS - 1};
    s.pins[2] = (cs_pin){.kind = CS_PIN_PARTICLE, .row = 5, .column = 3};
    s.pins[3] = (cs_pin){.kind = CS_PIN_BOX, .min = {0.55, -1, 0.65}, .max = {0.65, 1, 0.75}}; // row 7, column 6
    // A pinned particle inside a collider stays where it is, too.
    s.scene.collider_count = 1;
    s.colliders[0] = (cs_collider){.kind = CS_COLLIDER_SPHERE};
    s.colliders[0].sphere.radius = 0.15;
    for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
        cs_sim *sim = start(&s.scene, (cs_simd)simd);
        cs_vec3 before[COUNT], after[COUNT], v[COUNT];
        cs_sim_positions(sim, before);
        run(sim, 100);
        cs_sim_positions(sim, after);
        cs_sim_velocities(sim, v);
        for (int i = 0; i < COUNT; i++) {
            int r = i / COLUMNS, c = i % COLUMNS;
            bool pinned = r == 0 || c == COLUMNS - 1 || (r == 5 && c == 3) || (r == 7 && c == 6);
            bool still = before[i].x == after[i].x && before[i].y == after[i].y && before[i].z == after[i].z;
            assert_int_equal(still, pinned);
            assert_true(!pinned || cs_length(v[i]) == 0);
        }
        cs_sim_destroy(sim);
    }
}

/// The transform scales, then rotates about x, y, z, then translates; springs rest in the result.
static void the_transform_poses_the_cloth(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, ROWS, COLUMNS, 0.008);
    s.cloth.transform = (cs_transform){.translate = {1, 2, 3}, .rotate = {90, 0, 90}, .scale = {2, 1, 0.5}};
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    cs_vec3 x[COUNT];
    cs_sim_positions(sim, x);
    for (int i = 0; i < COUNT; i++) {
        double u = 0.1 * (i % COLUMNS) * 2, v = 0.1 * (i / COLUMNS) * 0.5; // along x and z, after the scale
        // About x by 90 degrees: z becomes -y. About z by 90 degrees: x becomes y and -y becomes x.
        cs_vec3 expected = {1 + v, 2 + u, 3};
        assert_true(cs_length(cs_sub(x[i], expected)) < 1e-14);
    }
    cs_vec3 moved[COUNT];
    run(sim, 20);
    cs_sim_positions(sim, moved);
    for (int i = 0; i < COUNT; i++) {
        assert_true(cs_length(cs_sub(moved[i], x[i])) < 1e-14);
    }
    cs_sim_destroy(sim);
}

/// A scene that mirrors in the plane x = 0 stays symmetric while rounding has not grown.
static void symmetry_is_kept(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    s.cloth.grid.origin.x = -1.2;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run(sim, 120);
    cs_vec3 x[625];
    cs_sim_positions(sim, x);
    for (int r = 0; r < 25; r++) {
        for (int c = 0; c < 25; c++) {
            cs_vec3 a = x[r * 25 + c], b = x[r * 25 + 24 - c];
            assert_near(a.x, -b.x, 1e-9);
            assert_near(a.y, b.y, 1e-9);
            assert_near(a.z, b.z, 1e-9);
        }
    }
    cs_sim_destroy(sim);
}

/// The mass of a cloth with `density` is density times area, whatever the grid.
static void density_gives_the_mass(void **state)
{
    (void)state;
    one_cloth s;
    make_sheet(&s, ROWS, COLUMNS, 0.001);
    s.cloth.particle_mass = 0;
    s.cloth.density = 50;
    s.cloth.velocity = (cs_vec3){0, 0, 2};
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    cs_state_statistics statistics;
    cs_sim_statistics(sim, 0, &statistics);
    double mass = 50 * 0.1 * (ROWS - 1) * 0.1 * (COLUMNS - 1);
    assert_near(statistics.kinetic_energy, 0.5 * mass * 4, 1e-9);
    cs_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_fall_is_exact),     cmocka_unit_test(substeps_are_short_steps),
        cmocka_unit_test(damping_is_per_step),    cmocka_unit_test(momentum_is_kept),
        cmocka_unit_test(wind_gives_its_impulse), cmocka_unit_test(pins_do_not_move),
        cmocka_unit_test(symmetry_is_kept),       cmocka_unit_test(the_transform_poses_the_cloth),
        cmocka_unit_test(density_gives_the_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
