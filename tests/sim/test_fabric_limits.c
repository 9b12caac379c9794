// SPDX-License-Identifier: MIT
//
// The steps that fabrics and damped links allow solvers that work with forces: both sides of the limit, the bound, and
// a sheet of cotton that hangs.
#include "sim/fabric_patch.h"

#include "base/base.h"
#include "math/math.h"

#include <string.h>

static patch p;
static cs_vec3 x[PATCH_VERTICES];

static cs_stability stability_of(const cs_scene *scene)
{
    cs_sim *sim = start(scene, CS_SIMD_AUTO);
    cs_stability stability;
    cs_sim_stability(sim, &stability);
    cs_sim_destroy(sim);
    return stability;
}

/// How far from rest a patch is that starts with tiny noise, after `steps` of `part` of its limit.
static double amplitude_after(cs_solver solver, double damping, double part, int steps)
{
    make_patch(&p, PATCH_RANDOM, 9, 0.1);
    p.scene.simulation.solver = solver;
    p.cloth.fabric.damping = damping;
    double limit = stability_of(&p.scene).limit;
    p.scene.simulation.dt = part < 1 ? part * limit : 0.5 * limit;
    cs_sim *sim = start_patch(&p);
    sim->h = part * limit; // past the door: cs_sim_create refuses what is above
    for (int i = 0; i < 81; i++) {
        cs_vec3 noise = {cs_random(7, 3 * (uint64_t)i) - 0.5, cs_random(7, 3 * (uint64_t)i + 1) - 0.5,
                         cs_random(7, 3 * (uint64_t)i + 2) - 0.5};
        x[i] = cs_add(p.rest[i], cs_scale(noise, 1e-10));
    }
    cs_sim_set_positions(sim, x);
    double largest = 0;
    for (int step = 0; step < steps && largest < 1e-6; step++) { // far enough to tell, long before it runs away
        run(sim, 1);
        cs_sim_positions(sim, x);
        for (int i = 0; i < 81; i++) {
            double distance = cs_length(cs_sub(x[i], p.rest[i]));
            largest = distance > largest ? distance : largest;
        }
    }
    cs_sim_destroy(sim);
    return largest;
}

static void a_patch_is_bounded_below_its_limit_and_grows_above(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_VERLET, CS_SOLVER_RK4};
    for (int s = 0; s < 2; s++) {
        assert_true(amplitude_after(solvers[s], 0, 0.98, 1500) < 1e-8);
        assert_true(amplitude_after(solvers[s], 0, 1.03, 150) > 1e-7);
    }
}

/// With damping the limit of Verlet is as sharp when both have the same modes; that of Runge-Kutta is on the safe side.
static void damping_lowers_the_limit(void **state)
{
    (void)state;
    for (int strong = 0; strong < 2; strong++) {
        double damping = strong ? 1e-3 : 2e-5;
        assert_true(amplitude_after(CS_SOLVER_VERLET, damping, 0.98, 1500) < 1e-8);
        assert_true(amplitude_after(CS_SOLVER_VERLET, damping, 1.05, 500) > 1e-7);
        assert_true(amplitude_after(CS_SOLVER_RK4, damping, 0.98, 300) < 1e-8);
        assert_true(amplitude_after(CS_SOLVER_RK4, damping, 1.6, 300) > 1e-7);
    }
}

/// lambda h^2 + 2 lambda tau h = 4 for one damped link.
static void one_damped_link_has_a_known_limit(void **state)
{
    (void)state;
    const cs_particle particles[] = {{.position = {0, 0, 0}, .mass = 1, .pinned = true},
                                     {.position = {1, 0, 0}, .mass = 1}};
    const cs_link link = {.a = 0, .b = 1, .stiffness = 100, .rest_length = 1, .damping = 20};
    const cs_network network = {
        .name = "link", .particle_count = 2, .particles = particles, .link_count = 1, .links = &link};
    cs_scene scene = bare_scene();
    scene.simulation.dt = 0.01;
    scene.network_count = 1;
    scene.networks = &network;
    double lambda = 100, tau = 0.2, exact = -tau + sqrt(tau * tau + 4 / lambda);
    cs_stability stability = stability_of(&scene);
    assert_near(stability.limit, exact, 1e-6 * exact);
    assert_true(stability.safe_bound <= stability.limit);
    scene.simulation.dt = 1.01 * exact;
    cs_sim *sim = NULL;
    assert_int_equal(cs_sim_create(&scene, NULL, NULL, &sim), CS_INVALID_SCENE);
}

static void the_bound_is_a_bound(void **state)
{
    (void)state;
    for (int kind = 0; kind < PATCH_KINDS; kind++) {
        for (int damped = 0; damped < 2; damped++) {
            make_patch(&p, (patch_kind)kind, 9, 0.1);
            p.cloth.fabric.damping = damped ? 1e-4 : 0;
            p.cloth.fabric.stiffening = 2;
            p.scene.simulation.dt = 1e-7;
            cs_stability stability = stability_of(&p.scene);
            assert_true(stability.safe_bound < stability.limit && stability.safe_bound > stability.limit / 10);
        }
    }
}

/// Solvers that take any step say so, and are not asked to prove it.
static void some_solvers_take_any_step(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_IMPLICIT, CS_SOLVER_XPBD};
    for (int i = 0; i < 2; i++) {
        make_patch(&p, PATCH_SAME, 9, 0.1);
        p.scene.simulation.solver = solvers[i];
        p.scene.simulation.dt = 0.02;
        cs_stability stability = stability_of(&p.scene);
        assert_true(isinf(stability.limit) && isinf(stability.safe_bound));
    }
}

static void a_long_dt_is_refused_with_ways_out(void **state)
{
    (void)state;
    make_patch(&p, PATCH_SAME, 9, 0.1);
    p.scene.simulation.dt = 0.008;
    cs_log *log = cs_log_create();
    cs_sim *sim = NULL;
    assert_int_equal(cs_sim_create(&p.scene, NULL, log, &sim), CS_INVALID_SCENE);
    assert_int_equal(cs_log_size(log), 1);
    const cs_diagnostic *d = cs_log_get(log, 0);
    assert_non_null(strstr(d->message, "dt 0.008 s is above the stability limit of the fabric at rest"));
    assert_non_null(strstr(d->help, "use dt <= "));
    assert_non_null(strstr(d->help, "implicit or xpbd"));
    cs_log_destroy(log);
}

/// A sheet of cotton, 2 m wide, hung from its upper row, by both explicit solvers at what dt they are told.
static void a_sheet_of_cotton_hangs(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_VERLET, CS_SOLVER_RK4};
    for (int i = 0; i < 2; i++) {
        one_cloth s;
        make_sheet(&s, 12, 12, 0.008);
        s.cloth.grid.size[0] = s.cloth.grid.size[1] = 2;
        s.cloth.grid.v = (cs_vec3){0, -1, 0};
        s.cloth.particle_mass = 0;
        s.cloth.material = CS_MATERIAL_FABRIC;
        s.cloth.fabric = patch_fabric();
        s.cloth.pins = s.pins;
        s.cloth.pin_count = 1;
        s.pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
        s.scene.simulation.solver = solvers[i];
        s.scene.simulation.gravity = (cs_vec3){0, -9.81, 0};
        s.scene.simulation.damping = 0.8;
        s.scene.simulation.substeps = 20;
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        run(sim, 200);
        cs_state_statistics statistics;
        cs_sim_statistics(sim, -1, &statistics);
        // In the middle of the sheet, away from the pinned corners: weft strain = density g (length below)/stiffness,
        // in all the integral, coupling aside: 0.15 * 9.81 * 2^2/2/2000 = 1.5 mm.
        assert_true(statistics.y_min < -2.0008 && statistics.y_min > -2.002);
        assert_true(statistics.kinetic_energy < 1e-6);
        cs_sim_destroy(sim);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_patch_is_bounded_below_its_limit_and_grows_above),
        cmocka_unit_test(damping_lowers_the_limit),
        cmocka_unit_test(one_damped_link_has_a_known_limit),
        cmocka_unit_test(the_bound_is_a_bound),
        cmocka_unit_test(some_solvers_take_any_step),
        cmocka_unit_test(a_long_dt_is_refused_with_ways_out),
        cmocka_unit_test(a_sheet_of_cotton_hangs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
