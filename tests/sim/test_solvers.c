// SPDX-License-Identifier: MIT
//
// What every solver owes every material: free fall by its own discrete law, momentum, rest, the shape of what spins.
#include "sim/sim_run.h"
#include "sim/solver_scenes.h"
#include "sim/state.h"

#include "base/base.h"
#include "math/math.h"

#include <stdlib.h>

#define G 9.81

/// Calls the test with every solver in every material.
static void for_all(void (*test)(sheet_kind kind, cs_solver solver))
{
    for (int m = 0; m < SHEET_COUNT; m++) {
        for (int i = 0; i < SOLVER_COUNT; i++) {
            test((sheet_kind)m, all_solvers[i]);
        }
    }
}

static void complain(const char *what, sheet_kind kind, cs_solver solver, double value)
{
    fail_msg("%s, %s: %s %g", solver_name(solver), sheet_kind_name(kind), what, value);
}

static cs_vec3 *positions_of(const cs_sim *sim)
{
    cs_vec3 *x = calloc((size_t)cs_sim_particle_count(sim), sizeof(*x));
    assert_non_null(x);
    cs_sim_positions(sim, x);
    return x;
}

// ---- free fall ----------------------------------------------------------------------------

/// Height over the start after n steps of h with start velocity v, by the discrete law of a solver.
static double law(cs_solver solver, double v, double t, double h)
{
    switch (solver) {
    case CS_SOLVER_EULER:
        return v * t - G * t * (t - h) / 2;
    case CS_SOLVER_RK4:
        return v * t - G * t * t / 2;
    default:
        return v * t - G * t * (t + h) / 2;
    }
}

static void fall(sheet_kind kind, cs_solver solver)
{
    static const int substeps[] = {1, 3};
    for (size_t k = 0; k < CS_COUNT(substeps); k++) {
        sheet s;
        make_solver_sheet(&s, kind, solver, 7, 0.1, 2e-4);
        s.scene.simulation.dt = 5e-4;
        s.scene.simulation.substeps = substeps[k];
        s.scene.simulation.gravity = (cs_vec3){0, -G, 0};
        s.cloth.velocity = (cs_vec3){0.5, 2, 0};
        for (int i = 0; i < s.network.particle_count; i++) {
            s.particles[i].velocity = s.cloth.velocity;
        }
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        cs_vec3 *before = positions_of(sim);
        const int steps = 100;
        run(sim, steps);
        cs_vec3 *after = positions_of(sim);
        double h = s.scene.simulation.dt / substeps[k], t = steps * s.scene.simulation.dt;
        for (int i = 0; i < cs_sim_particle_count(sim); i++) {
            double error = fabs(after[i].y - before[i].y - law(solver, 2, t, h));
            double aside = fabs(after[i].x - before[i].x - 0.5 * t) + fabs(after[i].z - before[i].z);
            if (!(error + aside <= 1e-13)) { // metres; the laws differ by g t h/2 > 4e-5
                complain("misses its law of free fall by", kind, solver, error + aside);
            }
        }
        free(before);
        free(after);
        cs_sim_destroy(sim);
        free_sheet(&s);
    }
}

static void free_fall_follows_the_law_of_the_solver(void **state)
{
    (void)state;
    for_all(fall);
}

// ---- momentum -----------------------------------------------------------------------------

/// A sheet that is crumpled at random, so that everything in it pulls, and moves along.
static cs_sim *start_crumpled(sheet *s, sheet_kind kind, cs_solver solver)
{
    make_solver_sheet(s, kind, solver, 8, 0.1, solver == CS_SOLVER_VERLET ? 0 : 1e-3);
    s->scene.simulation.dt = 1e-3;
    s->cloth.velocity = (cs_vec3){1, -0.5, 0.5};
    for (int i = 0; i < s->network.particle_count; i++) {
        s->particles[i].velocity = s->cloth.velocity;
    }
    cs_sim *sim = start(&s->scene, CS_SIMD_AUTO);
    cs_vec3 *x = positions_of(sim);
    for (int i = 0; i < cs_sim_particle_count(sim); i++) {
        uint64_t n = 3 * (uint64_t)i;
        x[i] = cs_add(
            x[i],
            cs_scale((cs_vec3){cs_random(1, n) - 0.5, cs_random(1, n + 1) - 0.5, cs_random(1, n + 2) - 0.5}, 0.05));
    }
    cs_sim_set_positions(sim, x);
    free(x);
    return sim;
}

typedef struct momenta {
    cs_vec3 linear, angular;
    double speeds, turns; // sums of what they are made of
} momenta;

static momenta momenta_of(const cs_sim *sim)
{
    momenta sum = {.speeds = 0};
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                int lane = r * body->stride + c;
                cs_vec3 x = cs_soa_get(&sim->now, body->first_lane + lane);
                cs_vec3 p = cs_scale(cs_sim_velocity(sim, body->first_lane + lane), cs_body_mass(body, lane));
                sum.linear = cs_add(sum.linear, p);
                sum.angular = cs_add(sum.angular, cs_cross(x, p));
                sum.speeds += cs_length(p);
                sum.turns += cs_length(x) * cs_length(p);
            }
        }
    }
    return sum;
}

static void keep_linear_momentum(sheet_kind kind, cs_solver solver)
{
    sheet s;
    cs_sim *sim = start_crumpled(&s, kind, solver);
    momenta before = momenta_of(sim);
    double most = 0, inner = 0;
    for (int i = 0; i < 100; i++) {
        run(sim, 1);
        momenta now = momenta_of(sim);
        double leak = cs_length(cs_sub(now.linear, before.linear)) / before.speeds;
        most = leak > most ? leak : most;
        double apart = now.speeds - cs_length(now.linear);
        inner = apart > inner ? apart : inner;
    }
    assert_true(inner > 0.01 * before.speeds); // it does move in itself
    if (!(most <= 1e-12)) {
        complain("leaks of its linear momentum the part", kind, solver, most);
    }
    cs_sim_destroy(sim);
    free_sheet(&s);
}

static void linear_momentum_is_kept(void **state)
{
    (void)state;
    for_all(keep_linear_momentum);
}

/// x_n x (x_n - x_(n-1)) summed changes by x_n x F_n h^2 alone, and forces of elements have no moment.
static void verlet_keeps_angular_momentum(void **state)
{
    (void)state;
    for (int m = 0; m < SHEET_COUNT; m++) {
        sheet s;
        cs_sim *sim = start_crumpled(&s, (sheet_kind)m, CS_SOLVER_VERLET);
        momenta before = momenta_of(sim);
        run(sim, 100);
        momenta after = momenta_of(sim);
        double leak = cs_length(cs_sub(after.angular, before.angular)) / after.turns;
        if (!(leak <= 1e-12)) {
            complain("leaks of its angular momentum the part", (sheet_kind)m, CS_SOLVER_VERLET, leak);
        }
        cs_sim_destroy(sim);
        free_sheet(&s);
    }
}

// ---- rest ---------------------------------------------------------------------------------

static double rms_speed(const cs_sim *sim)
{
    int64_t count = cs_sim_particle_count(sim);
    cs_vec3 *v = calloc((size_t)count, sizeof(*v));
    assert_non_null(v);
    cs_sim_velocities(sim, v);
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        sum += cs_dot(v[i], v[i]);
    }
    free(v);
    return sqrt(sum / (double)count);
}

/// How a solver takes a sheet to rest: a step it bears, and air.
static void set_pace(cs_simulation *simulation, sheet_kind kind)
{
    bool fabric = kind == SHEET_FABRIC;
    simulation->dt = 0.01;
    simulation->damping = 0.96;
    if (simulation->solver == CS_SOLVER_IMPLICIT) {
        simulation->substeps = 1;
        simulation->tolerance = 1e-6;
    } else if (simulation->solver == CS_SOLVER_EULER) { // its air must take more than it adds
        simulation->substeps = 20;
    } else {
        simulation->substeps = fabric ? 5 : 1;
        simulation->iterations = fabric ? 1 : 4;
    }
}

static void come_to_rest(sheet_kind kind, cs_solver solver)
{
    if (kind == SHEET_NETWORK || (kind == SHEET_FABRIC && solver == CS_SOLVER_EULER)) {
        return; // a net that nothing bends swings long; the other would need tens of thousands of steps a second
    }
    bool slow = solver == CS_SOLVER_EULER || solver == CS_SOLVER_RK4 || kind == SHEET_FABRIC;
    int side = slow ? 13 : 25;
    sheet s;
    make_solver_sheet(&s, kind, solver, side, 1.0 / (side - 1), 1e-4);
    s.scene.simulation.gravity = (cs_vec3){0, -G, 0};
    set_pace(&s.scene.simulation, kind);
    pin_row(&s, 0);
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run(sim, 10);
    assert_true(rms_speed(sim) > 0.1);
    int steps = 10;
    double speed = INFINITY;
    while (!(speed < 1e-4) && steps < 2000) {
        run(sim, 50);
        steps += 50;
        speed = rms_speed(sim);
    }
    print_message("%s, %s, %d x %d: at rest after %g s\n", solver_name(solver), sheet_kind_name(kind), side, side,
                  steps * s.scene.simulation.dt);
    if (!(speed < 1e-4)) {
        complain("does not come to rest: m/s", kind, solver, speed);
    }
    cs_sim_destroy(sim);
    free_sheet(&s);
}

static void a_pinned_sheet_comes_to_rest(void **state)
{
    (void)state;
    for_all(come_to_rest);
}

// ---- contact ------------------------------------------------------------------------------

/// A bead that leaves the top of a smooth ball goes down as cosh t, whatever the solver does to keep it outside.
static void a_bead_slides_down_a_ball(void **state)
{
    (void)state;
    const double tilt = 0.05, radius = 1;
    const cs_particle bead = {.position = {radius * cs_sin(tilt), radius * cs_cos(tilt), 0}, .mass = 0.1};
    const cs_network network = {.name = "bead", .particle_count = 1, .particles = &bead};
    cs_collider ball = {.kind = CS_COLLIDER_SPHERE};
    ball.sphere.radius = radius;
    for (int i = 0; i < SOLVER_COUNT; i++) {
        cs_scene scene = bare_scene();
        scene.simulation.solver = all_solvers[i];
        scene.simulation.dt = 0.001;
        scene.simulation.iterations = 4;
        scene.simulation.correction = 1;
        scene.simulation.tolerance = 1e-10;
        scene.simulation.gravity = (cs_vec3){0, -G, 0};
        scene.network_count = 1;
        scene.networks = &network;
        scene.collider_count = 1;
        scene.colliders = &ball;
        cs_sim *sim = start(&scene, CS_SIMD_AUTO);
        run(sim, 500);
        cs_vec3 x;
        cs_sim_positions(sim, &x);
        double pace = sqrt(G / radius) * 0.5;
        double angle = cs_atan2(x.x, x.y), expected = tilt * (cs_exp(pace) + cs_exp(-pace)) / 2;
        if (!(fabs(angle / expected - 1) <= 0.02)) {
            fail_msg("%s: the bead went to %g instead of %g", solver_name(all_solvers[i]), angle, expected);
        }
        cs_sim_destroy(sim);
    }
}

// ---- spin ---------------------------------------------------------------------------------

/// Gives a free sheet the velocities of a rigid body that turns about its middle.
static void spin(cs_sim *sim, cs_vec3 turn)
{
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                int lane = body->first_lane + r * body->stride + c;
                cs_vec3 x = cs_soa_get(&sim->now, lane);
                cs_body_start_velocity(sim, lane, x, cs_cross(turn, x));
            }
        }
    }
}

/// The largest change of a distance between two particles (m).
static double deformation(const cs_vec3 *before, const cs_vec3 *after, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            double change = fabs(cs_length(cs_sub(after[i], after[j])) - cs_length(cs_sub(before[i], before[j])));
            largest = change > largest ? change : largest;
        }
    }
    return largest;
}

/// The largest distance from the plane through three corners (m).
static double twist(const cs_vec3 *x, int side)
{
    cs_vec3 normal = cs_normalize(cs_cross(cs_sub(x[side - 1], x[0]), cs_sub(x[side * (side - 1)], x[0])));
    double largest = 0;
    for (int i = 0; i < side * side; i++) {
        double away = fabs(cs_dot(normal, cs_sub(x[i], x[0])));
        largest = away > largest ? away : largest;
    }
    return largest;
}

#define SPIN_SIDE 7 // 0.6 m

/// Steps that the stiffness allows.
static void set_spin_pace(cs_simulation *simulation, sheet_kind kind)
{
    bool fabric = kind == SHEET_FABRIC;
    simulation->iterations = 4;
    simulation->tolerance = 1e-6;
    switch (simulation->solver) {
    case CS_SOLVER_EULER:
        simulation->dt = 0.01;
        simulation->substeps = 400;
        break;
    case CS_SOLVER_IMPLICIT:
        simulation->dt = 0.02;
        break;
    default:
        simulation->dt = 0.01;
        simulation->substeps = fabric ? 5 : 1;
    }
}

static void keep_shape(sheet_kind kind, cs_solver solver)
{
    static const cs_vec3 turns[] = {{0, 1, 0}, {0.7, 0, 0.7}}; // about its normal, about a diagonal
    for (size_t k = 0; k < CS_COUNT(turns); k++) {
        sheet s;
        make_solver_sheet(&s, kind, solver, SPIN_SIDE, 0.1, 1e-4);
        set_spin_pace(&s.scene.simulation, kind);
        double pace = kind == SHEET_FABRIC ? 2 : 0.3; // slow enough for 0.1 % of centrifugal stretch
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        spin(sim, cs_scale(turns[k], pace));
        cs_vec3 *before = positions_of(sim);
        int whole_turn = (int)(2 * CS_PI / pace / s.scene.simulation.dt);
        run(sim, solver == CS_SOLVER_EULER ? 5 : whole_turn); // the energy of Euler would grow too much
        cs_vec3 *after = positions_of(sim);
        double change = deformation(before, after, SPIN_SIDE * SPIN_SIDE), away = twist(after, SPIN_SIDE);
        if (!(change <= 0.006)) { // 1 %
            complain("spinning changes a distance by m", kind, solver, change);
        }
        if (!(away <= 0.003)) { // particles further out stretch more and lag by twice that part of the turn
            complain("spinning twists the sheet by m", kind, solver, away);
        }
        free(before);
        free(after);
        cs_sim_destroy(sim);
        free_sheet(&s);
    }
}

static void a_spinning_sheet_keeps_its_shape(void **state)
{
    (void)state;
    for_all(keep_shape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_fall_follows_the_law_of_the_solver),
        cmocka_unit_test(linear_momentum_is_kept),
        cmocka_unit_test(verlet_keeps_angular_momentum),
        cmocka_unit_test(a_pinned_sheet_comes_to_rest),
        cmocka_unit_test(a_bead_slides_down_a_ball),
        cmocka_unit_test(a_spinning_sheet_keeps_its_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
