// SPDX-License-Identifier: MIT
//
// Particles and springs built through the C API, against closed forms: a mass on a spring, a hanging chain and its
// modes, momenta of a free body.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"

#include <stdlib.h>

#define MOST 16

/// A scene with one network.
typedef struct one_network {
    cs_scene scene;
    cs_network network;
    cs_particle particles[MOST];
    cs_link links[MOST];
} one_network;

static void make_network(one_network *n, int particles, int links, double dt)
{
    *n = (one_network){.scene = bare_scene()};
    n->scene.simulation.dt = dt;
    n->scene.network_count = 1;
    n->scene.networks = &n->network;
    n->network = (cs_network){.name = "network",
                              .particle_count = particles,
                              .particles = n->particles,
                              .link_count = links,
                              .links = n->links};
}

/// A chain that hangs from a pinned particle 0 along -y, links 0.1 m.
static void make_chain(one_network *n, int links, double mass, double stiffness, double dt)
{
    make_network(n, links + 1, links, dt);
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

/// At rest the spring is m g/k longer.
static void a_mass_stretches_its_spring(void **state)
{
    (void)state;
    one_network n;
    make_chain(&n, 1, 0.5, 200, 0.01);
    n.scene.simulation.gravity = (cs_vec3){0, -9.81, 0};
    n.scene.simulation.damping = 0.9;
    cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
    run(sim, 3000);
    assert_near(-position(sim, 1).y - 0.1, 0.5 * 9.81 / 200, 1e-12);
    cs_sim_destroy(sim);
}

/// Verlet oscillates at (2/h) asin(omega h/2): after 10,000 steps the phase is right to 1e-10.
static void it_oscillates_at_the_verlet_frequency(void **state)
{
    (void)state;
    const double mass = 0.5, stiffness = 200, h = 0.01, amplitude = 0.01;
    one_network n;
    make_chain(&n, 1, mass, stiffness, h);
    n.particles[1].position.y -= amplitude;
    // x_prev = x(-h) = amplitude cos(omega h), so that x(n h) = amplitude cos(n omega h)
    const double angle = 2 * cs_asin(sqrt(stiffness / mass) * h / 2);
    n.particles[1].velocity.y = -amplitude * (1 - cs_cos(angle)) / h;
    cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
    for (int step = 0; step <= 10000; step++) {
        assert_near(-position(sim, 1).y - 0.1, amplitude * cs_cos(angle * step),
                    amplitude * 1e-10 * (angle * step + 1));
        run(sim, 1);
    }
    cs_sim_destroy(sim);
}

/// Link i from the top of N carries the masses below it: (N - i + 1) m g/k.
static void a_chain_hangs_by_the_sum_below(void **state)
{
    (void)state;
    one_network n;
    make_chain(&n, 10, 0.1, 1000, 0.005);
    n.scene.simulation.gravity = (cs_vec3){0, -9.81, 0};
    n.scene.simulation.damping = 0.95;
    cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
    run(sim, 6000);
    for (int i = 1; i <= 10; i++) {
        double length = position(sim, i - 1).y - position(sim, i).y;
        assert_near(length - 0.1, (10 - i + 1) * 0.1 * 9.81 / 1000, 1e-9);
    }
    assert_near(-position(sim, 10).y - 1, 0.053955, 1e-6);
    cs_sim_destroy(sim);
}

/// omega_j = 2 sqrt(k/m) sin((2j - 1) pi/(4N + 2)), in the discrete time of Verlet; along the chain.
static void a_chain_swings_in_its_modes(void **state)
{
    (void)state;
    const double h = 0.001, amplitude = 1e-3;
    for (int mode = 1; mode <= 10; mode++) {
        one_network n;
        make_chain(&n, 10, 0.1, 1000, h);
        double omega = 2 * sqrt(1000 / 0.1) * cs_sin((2 * mode - 1) * CS_PI / 42);
        double angle = 2 * cs_asin(omega * h / 2), shape[11];
        for (int i = 0; i <= 10; i++) {
            shape[i] = amplitude * cs_sin((2 * mode - 1) * CS_PI * i / 21);
            n.particles[i].position.y -= shape[i];
            n.particles[i].velocity.y = -shape[i] * (1 - cs_cos(angle)) / h;
        }
        cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
        run(sim, 2000);
        for (int i = 1; i <= 10; i++) {
            assert_near(-position(sim, i).y - 0.1 * i, shape[i] * cs_cos(angle * 2000), amplitude * 1e-8);
        }
        cs_sim_destroy(sim);
    }
}

static cs_vec3 angular_momentum(const one_network *n, const cs_sim *sim)
{
    cs_vec3 x[MOST], v[MOST], sum = {0, 0, 0};
    cs_sim_positions(sim, x);
    cs_sim_velocities(sim, v);
    for (int i = 0; i < n->network.particle_count; i++) {
        sum = cs_add(sum, cs_scale(cs_cross(x[i], v[i]), n->particles[i].mass));
    }
    return sum;
}

/// A spinning free body of unequal masses keeps linear and angular momentum: spring forces are central.
static void a_free_body_keeps_its_momenta(void **state)
{
    (void)state;
    one_network n;
    make_network(&n, 4, 6, 0.005);
    for (int i = 0; i < 4; i++) {
        n.particles[i].position = (cs_vec3){i == 1, i == 2, 2 * (i == 3)};
        n.particles[i].velocity = (cs_vec3){0.3 * i, 1 - i, 0.2 * i * i};
        n.particles[i].mass = 0.5 + 0.4 * i;
    }
    for (int a = 0, s = 0; a < 4; a++) {
        for (int b = a + 1; b < 4; b++, s++) {
            n.links[s] = (cs_link){.a = a, .b = b, .stiffness = 100 + 50 * s, .rest_length = 0.8};
        }
    }
    cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
    cs_vec3 spin = angular_momentum(&n, sim), momentum = {0, 0, 0}, after = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        momentum = cs_add(momentum, cs_scale(n.particles[i].velocity, n.particles[i].mass));
    }
    run(sim, 4000);
    assert_true(cs_length(cs_sub(angular_momentum(&n, sim), spin)) < 1e-9 * cs_length(spin));
    cs_vec3 v[MOST];
    cs_sim_velocities(sim, v);
    for (int i = 0; i < 4; i++) {
        after = cs_add(after, cs_scale(v[i], n.particles[i].mass));
    }
    assert_true(cs_length(cs_sub(after, momentum)) < 1e-9 * cs_length(momentum));
    cs_sim_destroy(sim);
}

/// A spring of no length has no direction and pulls nowhere.
static void a_spring_of_no_length_is_harmless(void **state)
{
    (void)state;
    one_network n;
    make_network(&n, 2, 1, 0.005);
    n.particles[0].mass = n.particles[1].mass = 1;
    n.links[0] = (cs_link){.a = 0, .b = 1, .stiffness = 100, .rest_length = 1};
    cs_sim *sim = start(&n.scene, CS_SIMD_AUTO);
    run(sim, 10);
    assert_near(cs_length(position(sim, 0)) + cs_length(position(sim, 1)), 0, 0);
    cs_sim_destroy(sim);
}

/// The rope of scenes/rope.json: rigid links keep their length while it swings, and in the end it hangs straight down.
static void the_rope_swings_and_hangs(void **state)
{
    (void)state;
    cs_scene *scene;
    assert_int_equal(cs_scene_load(CS_SOURCE_DIR "/scenes/rope.json", NULL, NULL, &scene), CS_OK);
    assert_int_equal(scene->networks[0].particle_count, 10);
    cs_sim *sim = start(scene, CS_SIMD_AUTO);
    bool other_side = false;
    for (int step = 0; step < 4000; step++) {
        run(sim, 1);
        cs_vec3 x[MOST];
        cs_sim_positions(sim, x);
        assert_true(x[0].x == 0 && x[0].y == 0 && x[0].z == 0);
        for (int i = 0; i < 9; i++) {
            assert_near(cs_length(cs_sub(x[i + 1], x[i])), 0.1, 0.002);
        }
        other_side = other_side || x[9].x < -0.3;
    }
    assert_true(other_side);
    for (int i = 0; i < 10; i++) {
        assert_near(position(sim, i).y, -0.1 * i, 2e-3);
        assert_near(position(sim, i).x, 0, 2e-2);
    }
    cs_sim_destroy(sim);
    cs_scene_destroy(scene);
}

/// What a scene file could not say but a caller can is refused, not stepped into.
static void wrong_networks_are_refused(void **state)
{
    (void)state;
    for (int fault = 0; fault < 4; fault++) {
        one_network n;
        make_chain(&n, 2, 1, 100, 0.005);
        n.particles[1].mass = fault == 0 ? 0 : 1;
        n.links[1].b = fault == 1 ? 3 : fault == 2 ? -1 : fault == 3 ? n.links[1].a : 2;
        cs_log *log = cs_log_create();
        cs_sim *sim;
        assert_int_equal(cs_sim_create(&n.scene, NULL, log, &sim), CS_INVALID_SCENE);
        assert_null(sim);
        assert_int_equal(cs_log_count(log, CS_ERROR), 1);
        cs_log_destroy(log);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mass_stretches_its_spring),    cmocka_unit_test(it_oscillates_at_the_verlet_frequency),
        cmocka_unit_test(a_chain_hangs_by_the_sum_below), cmocka_unit_test(a_chain_swings_in_its_modes),
        cmocka_unit_test(a_free_body_keeps_its_momenta),  cmocka_unit_test(a_spring_of_no_length_is_harmless),
        cmocka_unit_test(wrong_networks_are_refused),     cmocka_unit_test(the_rope_swings_and_hangs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
