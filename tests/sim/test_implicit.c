// SPDX-License-Identifier: MIT
//
// Backward Euler against closed forms: the decay of one spring, free fall, momentum, cloths that come to rest and that
// spin.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"
#include "sim/state.h"

#include <stdlib.h>
#include <string.h>

#define MOST 24

/// A scene with one network.
typedef struct one_network {
    cs_scene scene;
    cs_network network;
    cs_particle particles[MOST];
    cs_link links[MOST];
} one_network;

static void solve_implicitly(cs_scene *scene, double dt, int iterations, double tolerance)
{
    scene->simulation.solver = CS_SOLVER_IMPLICIT;
    scene->simulation.dt = dt;
    scene->simulation.iterations = iterations;
    scene->simulation.tolerance = tolerance;
}

/// A chain that hangs from a pinned particle 0 along -y, links 0.1 m.
static void make_chain(one_network *n, int links, double mass, double stiffness, double dt)
{
    *n = (one_network){.scene = bare_scene()};
    solve_implicitly(&n->scene, dt, 20, 1e-13);
    n->scene.network_count = 1;
    n->scene.networks = &n->network;
    n->network = (cs_network){.name = "network",
                              .particle_count = links + 1,
                              .particles = n->particles,
                              .link_count = links,
                              .links = n->links};
    for (int i = 0; i <= links; i++) {
        n->particles[i].position = (cs_vec3){0, -0.1 * i, 0};
        n->particles[i].mass = mass;
    }
    for (int i = 0; i < links; i++) {
        n->links[i] = (cs_link){.a = i, .b = i + 1, .stiffness = stiffness, .rest_length = 0.1};
    }
    n->particles[0].pinned = true;
}

static cs_vec3 position(const cs_sim *sim, int i)
{
    cs_vec3 x[MOST];
    cs_sim_positions(sim, x);
    return x[i];
}

static cs_vec3 velocity(const cs_sim *sim, int i)
{
    cs_vec3 v[MOST];
    cs_sim_velocities(sim, v);
    return v[i];
}

/// x + i v/omega turns by -atan(omega h) a step and shrinks by (1 + omega^2 h^2)^-1/2.
static void a_spring_decays_by_its_formula(void **state)
{
    (void)state;
    const double mass = 1, stiffness = 1000, amplitude = 0.01;
    static const double steps[] = {1.0 / 60, 1.0 / 600, 1.0 / 6};
    for (int k = 0; k < 3; k++) {
        const double h = steps[k], omega = sqrt(stiffness / mass);
        one_network n;
        make_chain(&n, 1, mass, stiffness, h);
        n.particles[1].position.y -= amplitude;
        cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
        const double shrink = 1 / sqrt(1 + omega * omega * h * h), angle = cs_atan2(omega * h, 1);
        if (k == 0) {
            assert_near(shrink, 0.884652, 5e-7);
        }
        double size = amplitude;
        for (int step = 1; step <= 60; step++) {
            run(sim, 1);
            size *= shrink;
            assert_near(-position(sim, 1).y - 0.1, size * cs_cos(angle * step), 1e-10 * amplitude);
            assert_near(-velocity(sim, 1).y, -omega * size * cs_sin(angle * step), 1e-10 * amplitude * omega);
        }
        cs_sim_destroy(sim);
    }
}

/// Link i from the top of N carries the masses below it: (N - i + 1) m g/k.
static void a_chain_hangs_by_the_sum_below(void **state)
{
    (void)state;
    one_network n;
    make_chain(&n, 10, 0.1, 1000, 0.05);
    n.scene.simulation.gravity = (cs_vec3){0, -9.81, 0};
    cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
    run(sim, 2000);
    for (int i = 1; i <= 10; i++) {
        double length = position(sim, i - 1).y - position(sim, i).y;
        assert_near(length - 0.1, (10 - i + 1) * 0.1 * 9.81 / 1000, 1e-9);
    }
    cs_sim_destroy(sim);
}

static void make_implicit_sheet(one_cloth *s, int rows, int columns, double dt)
{
    make_sheet(s, rows, columns, dt);
    solve_implicitly(&s->scene, dt, 10, 1e-6);
    s->scene.simulation.gravity = (cs_vec3){0, -9.81, 0};
}

/// A sheet that nothing holds falls by -g t (t + h)/2, every particle alike.
static void a_sheet_falls_freely(void **state)
{
    (void)state;
    for (int substeps = 1; substeps <= 3; substeps++) {
        one_cloth s;
        make_implicit_sheet(&s, 9, 13, 0.02);
        s.scene.simulation.substeps = substeps;
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        run(sim, 200);
        cs_vec3 x[9 * 13];
        cs_sim_positions(sim, x);
        double t = 4, h = 0.02 / substeps, fallen = 9.81 * t * (t + h) / 2;
        for (int i = 0; i < 9 * 13; i++) {
            assert_near(x[i].y, -fallen, 1e-12 * fallen);
        }
        cs_sim_destroy(sim);
    }
}

static double rms_speed(const cs_sim *sim)
{
    size_t count = (size_t)cs_sim_particle_count(sim);
    cs_vec3 *v = malloc(count * sizeof(*v));
    assert_non_null(v);
    cs_sim_velocities(sim, v);
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += cs_dot(v[i], v[i]);
    }
    free(v);
    return sqrt(sum / (double)count);
}

static void take_fabric(cs_cloth *cloth, const char *name)
{
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    for (int i = 0; i < count; i++) {
        if (strcmp(presets[i].name, name) == 0) {
            cloth->material = CS_MATERIAL_FABRIC;
            cloth->fabric = presets[i].fabric;
            cloth->particle_mass = cloth->density = 0;
            return;
        }
    }
    fail_msg("there is no fabric %s", name);
}

/// Sheets of springs and of cotton, pinned along their first row, swing down from the level and come to rest; larger
/// ones are rows of the physics validation.
static void pinned_sheets_come_to_rest(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        one_cloth s;
        int side = k < 2 ? 13 : 20;
        make_implicit_sheet(&s, side, side, 0.05);
        s.cloth.grid.size[0] = s.cloth.grid.size[1] = 2.4;
        if (k % 2) {
            take_fabric(&s.cloth, "cotton");
        }
        s.scene.simulation.damping = 0.9;
        s.scene.simulation.tolerance = 1e-5;
        s.cloth.pin_count = 1;
        s.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        int steps = 0;
        double fastest = 0;
        for (; steps < 800 && (steps < 100 || rms_speed(sim) > 5e-5); steps += 20) {
            run(sim, 20);
            fastest = fmax(fastest, rms_speed(sim));
        }
        run(sim, 20); // and stay at rest
        assert_true(fastest > 0.5);
        if (rms_speed(sim) >= 1e-4) {
            fail_msg("%d x %d %s moves by %g m/s after %d steps", side, side, k % 2 ? "cotton" : "springs",
                     rms_speed(sim), steps);
        }
        cs_sim_destroy(sim);
    }
}

/// A free crumpled sheet with internal damping and unequal masses keeps its momentum over 1000 steps, as far as a
/// loose solve (1e-2) goes with its velocities.
static void a_free_body_keeps_its_momentum(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        one_cloth s;
        make_implicit_sheet(&s, 7, 11, 0.02);
        s.scene.simulation.gravity = (cs_vec3){0, 0, 0};
        s.scene.simulation.tolerance = 1e-2;
        s.scene.simulation.iterations = 2;
        s.cloth.velocity = (cs_vec3){0.3, -0.2, 0.5};
        if (k) {
            take_fabric(&s.cloth, "denim");
        }
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        cs_vec3 x[77], v[77];
        cs_sim_positions(sim, x);
        for (int i = 0; i < 77; i++) {
            x[i] = cs_add(x[i], (cs_vec3){0.02 * cs_random(7, 3 * (uint64_t)i), 0.04 * cs_random(8, (uint64_t)i),
                                          0.02 * cs_random(9, (uint64_t)i)});
        }
        cs_sim_set_positions(sim, x);
        const cs_body *body = &sim->bodies[0];
        cs_vec3 before = {0, 0, 0}, after = {0, 0, 0};
        double moved = 0;
        for (int step = 0; step <= 1000; step += 1000) {
            run(sim, step);
            cs_sim_velocities(sim, v);
            cs_vec3 *sum = step ? &after : &before;
            for (int i = 0; i < 77; i++) {
                double mass = cs_body_mass(body, i / 11 * body->stride + i % 11);
                *sum = cs_add(*sum, cs_scale(v[i], mass));
                moved = fmax(moved, step ? cs_length(cs_sub(v[i], s.cloth.velocity)) : 0);
            }
        }
        assert_true(moved > 1e-6); // it has moved in itself
        assert_true(cs_length(cs_sub(after, before)) <= 1e-12 * cs_length(before));
        cs_sim_destroy(sim);
    }
}

/// A square of stiff cloth that turns about its normal keeps all its lengths but for what the spin stretches it, and
/// its rows stay straight.
static void a_spinning_cloth_keeps_its_shape(void **state)
{
    (void)state;
    enum { SIDE = 9 };
    one_cloth s;
    make_implicit_sheet(&s, SIDE, SIDE, 0.005);
    s.scene.simulation.gravity = (cs_vec3){0, 0, 0};
    take_fabric(&s.cloth, "denim");
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    cs_vec3 x[SIDE * SIDE], rest[SIDE * SIDE];
    cs_sim_positions(sim, rest);
    const cs_vec3 center = rest[SIDE * SIDE / 2];
    const cs_body *body = &sim->bodies[0];
    for (int i = 0; i < SIDE * SIDE; i++) { // about an axis in space, not along any edge
        int lane = body->first_lane + i / SIDE * body->stride + i % SIDE;
        cs_vec3 spin = {0.6, 2, 0.3};
        cs_soa_set(&sim->velocity, lane, cs_cross(spin, cs_sub(rest[i], center)));
    }
    run(sim, 400);
    cs_sim_positions(sim, x);
    cs_vec3 turned = cs_normalize(cs_sub(x[SIDE * SIDE - 1], x[0]));
    cs_vec3 began = cs_normalize(cs_sub(rest[SIDE * SIDE - 1], rest[0]));
    assert_true(fabs(cs_dot(turned, began)) < 0.9); // it has turned
    assert_true(cs_length(cs_sub(x[SIDE * SIDE / 2], center)) < 1e-9);
    for (int i = 0; i < SIDE * SIDE; i++) {
        for (int j = 0; j < i; j++) {
            double length = cs_length(cs_sub(x[i], x[j])), at_rest = cs_length(cs_sub(rest[i], rest[j]));
            assert_near(length, at_rest, 2e-3 * at_rest);
        }
    }
    cs_sim_destroy(sim);
}

/// Springs that are stiff enough to make h^2 k/m 10^6: Newton's method converges within a few iterations even from a
/// stretched zigzag.
static void stiff_springs_converge(void **state)
{
    (void)state;
    one_network n;
    make_chain(&n, 20, 0.01, 1e6, 0.1);
    n.scene.simulation.gravity = (cs_vec3){0, -9.81, 0};
    n.scene.simulation.iterations = 50;
    n.scene.simulation.tolerance = 1e-9;
    for (int i = 1; i <= 20; i++) {
        n.particles[i].position.x += i % 2 ? 0.01 : -0.01;
    }
    cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
    for (int step = 0; step < 50; step++) {
        run(sim, 1);
        cs_state_statistics statistics;
        cs_sim_statistics(sim, -1, &statistics);
        assert_true(statistics.iterations <= 50);
        assert_int_equal(sim->solve.unconverged, 0);
    }
    cs_sim_destroy(sim);
}

/// Too few iterations are reported: the residual above the tolerance, the step, one warning and no more.
static void an_unconverged_solve_is_reported(void **state)
{
    (void)state;
    one_network n;
    make_chain(&n, 20, 0.01, 1e5, 0.1);
    n.scene.simulation.gravity = (cs_vec3){9.81, -9.81, 0};
    n.scene.simulation.iterations = 1;
    cs_log *log = cs_log_create();
    cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
    for (int step = 0; step < 5; step++) {
        assert_int_equal(cs_sim_step(sim, log), CS_OK);
    }
    cs_state_statistics statistics;
    cs_sim_statistics(sim, -1, &statistics);
    assert_int_equal(statistics.iterations, 1);
    assert_true(statistics.residual > n.scene.simulation.tolerance);
    assert_int_equal(cs_log_size(log), 1);
    assert_int_equal(cs_log_get(log, 0)->severity, CS_WARNING);
    assert_non_null(strstr(cs_log_get(log, 0)->message, "did not converge in step 1"));
    cs_sim_destroy(sim);
    cs_log_destroy(log);
}

/// What no solver can solve ends with CS_DIVERGED and a word about it, or stays finite: never NaN.
static void hostile_scenes_stay_finite_or_say_so(void **state)
{
    (void)state;
    for (int k = 0; k < 24; k++) {
        one_cloth s;
        make_implicit_sheet(&s, 6, 7, k % 2 ? 1 : 0.01);
        s.scene.simulation.iterations = k / 8 == 0 ? 1 : 10;
        s.cloth.velocity = (cs_vec3){3, 0, -2};
        s.cloth.pin_count = k / 4 % 2;
        s.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
        if (k / 2 % 2) {
            take_fabric(&s.cloth, "leather");
            s.cloth.fabric.stretch[0] *= k >= 16 ? 1e7 : 1;
        } else {
            s.cloth.springs.structural = k >= 8 ? 1e12 : 800;
        }
        s.scene.collider_count = 1;
        s.colliders[0] = (cs_collider){.kind = CS_COLLIDER_SPHERE, .margin = 0.01};
        s.colliders[0].sphere.center = (cs_vec3){0.3, k == 3 ? 0 : -0.3, 0.3};
        s.colliders[0].sphere.radius = 0.25;
        cs_log *log = cs_log_create();
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        cs_vec3 x[42];
        cs_sim_positions(sim, x);
        for (int i = 0; k % 3 && i < 42; i++) { // collapsed triangles and edges without length
            x[i] = k % 3 == 1 && i % 4 == 0 ? x[i / 2] : k % 3 == 2 ? x[8] : x[i];
        }
        cs_sim_set_positions(sim, x);
        cs_status status = CS_OK;
        for (int step = 0; step < 40 && status == CS_OK; step++) {
            status = cs_sim_step(sim, log);
        }
        cs_sim_positions(sim, x);
        for (int i = 0; i < 42 && status == CS_OK; i++) {
            assert_true(isfinite(x[i].x) && isfinite(x[i].y) && isfinite(x[i].z));
        }
        assert_true(status == CS_OK || (status == CS_DIVERGED && cs_log_count(log, CS_ERROR) == 1));
        cs_sim_destroy(sim);
        cs_log_destroy(log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spring_decays_by_its_formula),
        cmocka_unit_test(a_chain_hangs_by_the_sum_below),
        cmocka_unit_test(a_sheet_falls_freely),
        cmocka_unit_test(pinned_sheets_come_to_rest),
        cmocka_unit_test(a_free_body_keeps_its_momentum),
        cmocka_unit_test(a_spinning_cloth_keeps_its_shape),
        cmocka_unit_test(stiff_springs_converge),
        cmocka_unit_test(an_unconverged_solve_is_reported),
        cmocka_unit_test(hostile_scenes_stay_finite_or_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
