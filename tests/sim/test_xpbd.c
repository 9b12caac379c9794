// SPDX-License-Identifier: MIT
//
// XPBD and PBD against closed forms and published errors: the decay of one spring, free fall, momentum, chains, what
// iterations do and what they must not do, and scenes that have no direction anywhere.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"

#include <stdlib.h>

#define MOST 64
#define G    9.81

/// A network in memory; `scene` points into the rest, so it must not be copied.
typedef struct strand {
    cs_scene scene;
    cs_phase phase;
    cs_network network;
    cs_particle particles[MOST];
    cs_link links[MOST];
} strand;

/// `count` particles of 1 kg, `spacing` apart straight down from a pin at the origin, joined one by one.
static void make_strand(strand *s, cs_solver solver, int count, double spacing, cs_link link)
{
    *s = (strand){.scene = bare_scene()};
    s->scene.simulation.solver = solver;
    s->scene.simulation.iterations = 1;
    s->scene.simulation.correction = 1;
    s->scene.simulation.gravity = (cs_vec3){0, -G, 0};
    s->scene.simulation.phase_count = 1;
    s->scene.simulation.phases = &s->phase;
    s->phase = (cs_phase){.name = "phase", .steps = 1000};
    s->scene.network_count = 1;
    s->scene.networks = &s->network;
    s->network = (cs_network){.name = "strand", .particle_count = count, .link_count = count - 1};
    s->network.particles = s->particles;
    s->network.links = s->links;
    for (int i = 0; i < count; i++) {
        s->particles[i] = (cs_particle){.position = {0, -spacing * i, 0}, .mass = 1, .pinned = i == 0};
        s->links[i] = link;
        s->links[i].a = i;
        s->links[i].b = i + 1;
        s->links[i].rest_length = spacing;
    }
}

/// What the pin must carry, from the change of momentum of everything that hangs on it (N, upwards): inner forces do
/// not matter for it.
static double top_force(const cs_sim *sim, const strand *s, double *momentum_before)
{
    cs_vec3 v[MOST];
    cs_sim_velocities(sim, v);
    double momentum = 0, weight = 0;
    for (int i = 1; i < s->network.particle_count; i++) {
        momentum += s->particles[i].mass * v[i].y;
        weight += s->particles[i].mass * G;
    }
    double force = (momentum - *momentum_before) / s->scene.simulation.dt + weight;
    *momentum_before = momentum;
    return force;
}

/// x_n = x_0 (1 + w^2 h^2)^(-n/2) cos(n atan(w h)): backward Euler, whose one unknown a single iteration solves
/// exactly, whatever the number of further ones.
static void one_spring_decays_by_the_formula(void **state)
{
    (void)state;
    static const int iterations[] = {1, 7};
    for (int k = 0; k < 2; k++) {
        strand s;
        make_strand(&s, CS_SOLVER_XPBD, 2, 1, (cs_link){.stiffness = 1000});
        const double h = 1.0 / 60, w = sqrt(1000), x0 = 0.1;
        s.scene.simulation.dt = h;
        s.scene.simulation.gravity = (cs_vec3){0, 0, 0};
        s.scene.simulation.iterations = iterations[k];
        s.particles[1].position.y = -1 - x0;
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        assert_near(1 / sqrt(1 + w * w * h * h), 0.884652, 5e-7);
        for (int n = 1; n <= 60; n++) {
            run(sim, 1);
            cs_vec3 x[2];
            cs_sim_positions(sim, x);
            double expected = x0 * pow(1 + w * w * h * h, -0.5 * n) * cos(n * atan(w * h));
            assert_near(-1 - x[1].y, expected, 1e-10 * x0);
        }
        cs_sim_destroy(sim);
    }
}

/// The formula of backward Euler with a viscous force c v beside the spring.
static void a_dashpot_slows_along_its_link(void **state)
{
    (void)state;
    strand s;
    const double k = 1000, c = 20, h = 1.0 / 60;
    make_strand(&s, CS_SOLVER_XPBD, 2, 1, (cs_link){.stiffness = k, .damping = c});
    s.scene.simulation.dt = h;
    s.scene.simulation.gravity = (cs_vec3){0, 0, 0};
    s.particles[1].position.y = -1.1;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    double x = 0.1, v = 0;
    for (int n = 0; n < 60; n++) {
        v = (v - h * k * x) / (1 + h * c + h * h * k);
        x += h * v;
        run(sim, 1);
        cs_vec3 p[2];
        cs_sim_positions(sim, p);
        assert_near(-1 - p[1].y, x, 1e-11);
    }
    cs_sim_destroy(sim);
}

/// -g t (t + h)/2 for every particle, with dashpots along all links and several iterations.
static void a_sheet_falls_freely(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_XPBD, CS_SOLVER_PBD};
    for (int k = 0; k < 2; k++) {
        one_cloth s;
        make_sheet(&s, 9, 13, 0.01);
        s.scene.simulation.solver = solvers[k];
        s.scene.simulation.iterations = 5;
        s.scene.simulation.correction = 0.7;
        s.scene.simulation.gravity = (cs_vec3){0, -G, 0};
        strand damped;
        make_strand(&damped, solvers[k], 20, 0.05, (cs_link){.stiffness = 500, .damping = 50});
        damped.scene.simulation.dt = 0.01;
        damped.particles[0].pinned = false;
        cs_sim *sheet = start(&s.scene, CS_SIMD_AUTO), *thread = start(&damped.scene, CS_SIMD_AUTO);
        cs_vec3 x[9 * 13];
        for (int step = 1; step <= 100; step++) {
            double t = step * 0.01, y = -G * t * (t + 0.01) / 2;
            run(sheet, 1);
            run(thread, 1);
            cs_sim_positions(sheet, x);
            for (int i = 0; i < 9 * 13; i++) {
                assert_near(x[i].y, y, 1e-12);
            }
            cs_sim_positions(thread, x);
            for (int i = 0; i < 20; i++) {
                assert_near(x[i].y + 0.05 * i, y, 1e-12);
            }
        }
        cs_sim_destroy(sheet);
        cs_sim_destroy(thread);
    }
}

/// A free sheet that is thrown, stretched and folded keeps its linear momentum.
static void a_free_sheet_keeps_its_momentum(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_XPBD, CS_SOLVER_PBD};
    for (int k = 0; k < 2; k++) {
        one_cloth s;
        make_sheet(&s, 12, 10, 0.01);
        s.scene.simulation.solver = solvers[k];
        s.scene.simulation.iterations = 8;
        s.scene.simulation.correction = 1;
        s.cloth.velocity = (cs_vec3){1, 2, -3};
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        cs_vec3 x[120], v[120];
        cs_sim_positions(sim, x);
        for (int i = 0; i < 120; i++) {
            x[i] =
                cs_add(x[i], (cs_vec3){0.03 * cs_random(7, 3 * (uint64_t)i), 0.05 * cs_random(7, 3 * (uint64_t)i + 1),
                                       0.03 * cs_random(7, 3 * (uint64_t)i + 2)});
        }
        cs_sim_set_positions(sim, x);
        for (int step = 0; step < 50; step++) {
            run(sim, 1);
            cs_vec3 sum = {0, 0, 0};
            cs_sim_velocities(sim, v);
            for (int i = 0; i < 120; i++) {
                sum = cs_add(sum, v[i]);
            }
            cs_vec3 wrong = cs_sub(sum, (cs_vec3){120, 240, -360});
            assert_true(cs_length(wrong) <= 1e-12 * 120 * cs_length(s.cloth.velocity));
        }
        cs_sim_destroy(sim);
    }
}

/// The chain of 20 particles of Macklin et al. 2016 (compliance 1e-8 m/N), straight down, let go: mean error of the top
/// force over 100 frames, as a part of it, against the exact solution of the same implicit steps.
static double chain_error(int iterations)
{
    strand s;
    make_strand(&s, CS_SOLVER_XPBD, 20, 0.1, (cs_link){.by_compliance = true, .compliance = 1e-8});
    const double h = 1.0 / 60;
    const int n = 19;
    s.scene.simulation.dt = h;
    s.scene.simulation.iterations = iterations;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    double stretch[MOST] = {0}, v[MOST] = {0}, momentum = 0, sum = 0;
    for (int frame = 0; frame < 100; frame++) {
        // Tensions T of the exact step: C + h (v' changes) = 1e-8 T, a tridiagonal system, solved by elimination.
        double tension[MOST + 1] = {0}, diagonal[MOST], right[MOST];
        for (int i = 0; i < n; i++) {
            double above = i == 0 ? 0 : v[i - 1] + h * G, below = v[i] + h * G;
            right[i] = stretch[i] + h * (below - above);
            diagonal[i] = 1e-8 + h * h * (i == 0 ? 1 : 2);
            if (i > 0) {
                double factor = h * h / diagonal[i - 1];
                diagonal[i] -= factor * h * h;
                right[i] += factor * right[i - 1];
            }
        }
        for (int i = n - 1; i >= 0; i--) {
            tension[i] = (right[i] + h * h * tension[i + 1]) / diagonal[i];
        }
        for (int i = 0; i < n; i++) {
            v[i] += h * (G - tension[i] + tension[i + 1]);
            stretch[i] = 1e-8 * tension[i];
        }
        run(sim, 1);
        double force = top_force(sim, &s, &momentum);
        sum += fabs(force / tension[0] - 1);
    }
    cs_sim_destroy(sim);
    return sum / 100;
}

static void the_force_of_a_stiff_chain_converges(void **state)
{
    (void)state;
    double at_50 = chain_error(50), at_100 = chain_error(100), at_1000 = chain_error(1000);
    print_message("top force of the chain: %.3g %% at 50, %.3g %% at 100, %.3g %% at 1000 iterations\n", 100 * at_50,
                  100 * at_100, 100 * at_1000);
    assert_true(at_50 <= 0.06);
    assert_true(at_100 <= 0.02);
    assert_true(at_1000 <= 0.005);
    assert_true(at_1000 < at_100 && at_100 < at_50);
}

/// The heavy chain of Macklin et al. 2019, whose last particle weighs 100,000 times as much as the others: it swings
/// slowly about where it hangs, so its stretch (a part of its length) is the mean over 80 s.
static double heavy_chain_stretch(int substeps, int iterations)
{
    strand s;
    make_strand(&s, CS_SOLVER_XPBD, 20, 0.01, (cs_link){.by_compliance = true, .compliance = 0});
    s.scene.simulation.dt = 1.0 / 60;
    s.scene.simulation.substeps = substeps;
    s.scene.simulation.iterations = iterations;
    s.particles[19].mass = 1e5;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    double sum = 0;
    for (int second = 0; second < 80; second++) {
        cs_vec3 x[MOST];
        run(sim, 60);
        cs_sim_positions(sim, x);
        sum += fabs(-x[19].y / 0.19 - 1);
    }
    cs_sim_destroy(sim);
    return sum / 80;
}

static void substeps_beat_iterations(void **state)
{
    (void)state;
    strand s;
    make_strand(&s, CS_SOLVER_XPBD, 20, 0.01, (cs_link){.by_compliance = true, .compliance = 0});
    s.scene.simulation.dt = 1.0 / 60;
    s.scene.simulation.substeps = 100;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    double momentum = 0;
    run(sim, 300);
    top_force(sim, &s, &momentum);
    run(sim, 1);
    assert_near(top_force(sim, &s, &momentum), 19 * G, 1e-3 * 19 * G);
    cs_sim_destroy(sim);

    double many_substeps = heavy_chain_stretch(100, 1), many_iterations = heavy_chain_stretch(1, 100);
    print_message("mean stretch of the heavy chain: %.3g with 100 substeps, %.3g with 100 iterations\n", many_substeps,
                  many_iterations);
    assert_true(many_substeps * 50 < many_iterations);
}

/// Hanging at rest, spring i from the top carries what is below. Few iterations leave a chain softer than that, and the
/// more there are, the nearer it comes; never is it stiffer.
static void more_iterations_are_not_stiffer(void **state)
{
    (void)state;
    static const struct {
        int iterations;
        double most;
    } cases[] = {{1, 0.05}, {4, 1e-6}, {50, 1e-9}, {400, 1e-9}};
    for (size_t k = 0; k < CS_COUNT(cases); k++) {
        strand s;
        make_strand(&s, CS_SOLVER_XPBD, 11, 0.1, (cs_link){.stiffness = 1000});
        s.scene.simulation.dt = 0.02;
        s.scene.simulation.substeps = 10;
        s.scene.simulation.damping = 0.9;
        s.scene.simulation.iterations = cases[k].iterations;
        for (int i = 1; i < 11; i++) {
            s.particles[i].mass = 0.1;
        }
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        run(sim, 600);
        cs_vec3 x[MOST];
        cs_sim_positions(sim, x);
        double softer = (-1 - x[10].y) / 0.053955 - 1; // 55 m g/k
        assert_true(softer > -1e-9 && softer < cases[k].most);
        cs_sim_destroy(sim);
    }
}

/// How far a sheet of springs hangs down in PBD below its rest length.
static double sag(int iterations, double correction)
{
    one_cloth s;
    make_sheet(&s, 15, 8, 1.0 / 60);
    s.scene.simulation.solver = CS_SOLVER_PBD;
    s.scene.simulation.iterations = iterations;
    s.scene.simulation.correction = correction;
    s.scene.simulation.gravity = (cs_vec3){0, -G, 0};
    s.scene.simulation.damping = 0.97;
    s.cloth.grid.v = (cs_vec3){0, -1, 0};
    s.cloth.pin_count = 1;
    s.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run(sim, 600);
    cs_state_statistics statistics;
    cs_sim_statistics(sim, -1, &statistics);
    cs_sim_destroy(sim);
    return -1.4 - statistics.y_min;
}

static void pbd_hangs_by_iterations_and_correction(void **state)
{
    (void)state;
    double soft = sag(1, 1), stiff = sag(10, 1), softer = sag(1, 0.3);
    print_message("sag of a 1.4 m sheet: %.3g m with 1 iteration, %.3g m with 10, %.3g m with 1 at 0.3\n", soft, stiff,
                  softer);
    assert_true(stiff > 0);
    assert_true(soft > 3 * stiff);
    assert_true(softer > 1.5 * soft);
}

/// A thread holds when pulled and not when pushed.
static void tension_only_links_do_not_push(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_XPBD, CS_SOLVER_PBD};
    for (int k = 0; k < 2; k++) {
        strand s;
        make_strand(&s, solvers[k], 2, 1, (cs_link){.by_compliance = true, .compliance = 1e-6, .tension_only = true});
        s.scene.simulation.dt = 0.01;
        s.scene.simulation.iterations = 3;
        s.particles[1].position.y = -0.5;
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        cs_vec3 x[2];
        for (int step = 1; step <= 25; step++) { // falls freely until the thread is straight
            run(sim, 1);
            cs_sim_positions(sim, x);
            double t = step * 0.01;
            assert_near(x[1].y, -0.5 - G * t * (t + 0.01) / 2, 1e-12);
        }
        run(sim, 300);
        cs_sim_positions(sim, x);
        assert_near(x[1].y, -1, 2e-5);
        cs_sim_destroy(sim);
    }
}

/// All particles in one point, a crumpled sheet, masses a million times apart: finite numbers.
static void scenes_without_direction_stay_finite(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_XPBD, CS_SOLVER_PBD};
    for (int k = 0; k < 4; k++) {
        strand s;
        make_strand(&s, solvers[k % 2], 30, 0.1, (cs_link){.by_compliance = true, .compliance = k < 2 ? 0 : 1e-9});
        s.scene.simulation.iterations = 5;
        for (int i = 1; i < 30; i++) {
            s.particles[i].position = (cs_vec3){0, 0, 0};
            s.particles[i].mass = i % 2 ? 1e-3 : 1e3;
            s.links[i - 1].rest_length = i % 3 == 0 ? 0 : 0.1;
        }
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        run(sim, 100);
        cs_vec3 x[MOST];
        cs_sim_positions(sim, x);
        for (int i = 0; i < 30; i++) {
            assert_true(isfinite(x[i].x) && isfinite(x[i].y) && isfinite(x[i].z));
        }
        cs_sim_destroy(sim);
    }
}

/// A particle that is shot away is reported.
static void a_runaway_is_noticed(void **state)
{
    (void)state;
    strand s;
    make_strand(&s, CS_SOLVER_XPBD, 2, 1, (cs_link){.stiffness = 1});
    s.particles[1].velocity = (cs_vec3){1e6, 0, 0};
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    assert_int_equal(cs_sim_step(sim, NULL), CS_DIVERGED);
    assert_int_equal(cs_sim_step(sim, NULL), CS_DIVERGED);
    cs_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_spring_decays_by_the_formula),
        cmocka_unit_test(a_dashpot_slows_along_its_link),
        cmocka_unit_test(a_sheet_falls_freely),
        cmocka_unit_test(a_free_sheet_keeps_its_momentum),
        cmocka_unit_test(the_force_of_a_stiff_chain_converges),
        cmocka_unit_test(substeps_beat_iterations),
        cmocka_unit_test(more_iterations_are_not_stiffer),
        cmocka_unit_test(pbd_hangs_by_iterations_and_correction),
        cmocka_unit_test(tension_only_links_do_not_push),
        cmocka_unit_test(scenes_without_direction_stay_finite),
        cmocka_unit_test(a_runaway_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
