// SPDX-License-Identifier: MIT
//
// Backward Euler against closed forms: the decay of one spring, free fall, momentum, cloths that come to rest and that
// spin.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"

#include <stdlib.h>

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

/// A sheet pinned along its first row comes to rest.
static void a_pinned_sheet_comes_to_rest(void **state)
{
    (void)state;
    one_cloth s;
    make_implicit_sheet(&s, 25, 25, 0.05);
    s.cloth.grid.size[0] = s.cloth.grid.size[1] = 2.4;
    s.scene.simulation.damping = 0.9;
    s.cloth.pin_count = 1;
    s.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run(sim, 400);
    assert_true(rms_speed(sim) < 1e-4);
    cs_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_spring_decays_by_its_formula),
        cmocka_unit_test(a_chain_hangs_by_the_sum_below),
        cmocka_unit_test(a_sheet_falls_freely),
        cmocka_unit_test(a_pinned_sheet_comes_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
