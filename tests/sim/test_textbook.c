// SPDX-License-Identifier: MIT
//
// What every textbook on cloth says happens when a kind of element is missing or misused: without shear a sheet
// collapses along its diagonal, without bending it folds flat, with bending over a long range it is sheet metal, and
// long-range links that only pull are none of that.
#include "sim/sim_run.h"
#include "sim/solver_scenes.h"

#include "base/base.h"
#include "math/math.h"

#include <stdlib.h>

static const cs_solver solvers[] = {CS_SOLVER_VERLET, CS_SOLVER_IMPLICIT, CS_SOLVER_XPBD};

static cs_vec3 *positions_of(const cs_sim *sim)
{
    cs_vec3 *x = calloc((size_t)cs_sim_particle_count(sim), sizeof(*x));
    assert_non_null(x);
    cs_sim_positions(sim, x);
    return x;
}

static double between(const cs_vec3 *x, int i, int j)
{
    return cs_length(cs_sub(x[i], x[j]));
}

// ---- shear --------------------------------------------------------------------------------

#define SIDE 9

/// The distance between the left and the right corner of a square that hangs from a corner, as a part of that at rest.
static double hanging_width(cs_solver solver, double shear)
{
    sheet s;
    make_solver_sheet(&s, SHEET_SPRINGS, solver, SIDE, 0.1, 0);
    s.scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
    s.scene.simulation.damping = 0.98;
    s.scene.simulation.iterations = 30;
    s.cloth.particle_mass = 0.05;
    s.scene.simulation.dt = 0.004;
    s.cloth.springs.shear = shear;
    s.cloth.grid.u = (cs_vec3){sqrt(0.5), -sqrt(0.5), 0};
    s.cloth.grid.v = (cs_vec3){-sqrt(0.5), -sqrt(0.5), 0};
    pin_particle(&s, 0, 0);
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    cs_vec3 *before = positions_of(sim);
    run(sim, 1500);
    cs_vec3 *after = positions_of(sim);
    double part = between(after, SIDE - 1, SIDE * (SIDE - 1)) / between(before, SIDE - 1, SIDE * (SIDE - 1));
    free(before);
    free(after);
    cs_sim_destroy(sim);
    free_sheet(&s);
    return part;
}

static void without_shear_a_sheet_collapses_along_its_diagonal(void **state)
{
    (void)state;
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        double with = hanging_width(solvers[i], 400), without = hanging_width(solvers[i], 0);
        print_message("%s: width %.3f with shear, %.3f without\n", solver_name(solvers[i]), with, without);
        assert_true(with > 0.9);
        assert_true(without < 0.1);
    }
}

// ---- bending ------------------------------------------------------------------------------

/// Folds a flat sheet along its middle row until its halves enclose the angle (rad), without any stretch or shear.
static void fold(cs_sim *sim, int side, double angle)
{
    cs_vec3 *x = positions_of(sim);
    double middle = x[side / 2 * side].z;
    for (int i = 0; i < side * side; i++) {
        double beyond = x[i].z - middle;
        if (beyond > 0) {
            x[i].z = middle - beyond * cs_cos(angle);
            x[i].y += beyond * cs_sin(angle);
        }
    }
    cs_sim_set_positions(sim, x);
    free(x);
}

/// How far a sheet that was folded to 20 degrees opens within a few seconds: distance of its outer rows, as a part of
/// its length.
static double opened(sheet *s)
{
    s->scene.simulation.damping = 0.99;
    s->scene.simulation.dt = 0.005;
    s->scene.simulation.substeps = 4;
    s->cloth.particle_mass = 0.02;
    cs_sim *sim = start(&s->scene, CS_SIMD_AUTO);
    fold(sim, SIDE, CS_PI / 9);
    run(sim, 800);
    cs_vec3 *x = positions_of(sim);
    double part = between(x, SIDE / 2, SIDE * (SIDE - 1) + SIDE / 2) / (0.1 * (SIDE - 1));
    free(x);
    cs_sim_destroy(sim);
    return part;
}

static void without_bending_a_sheet_folds_flat(void **state)
{
    (void)state;
    double folded = 2 * cs_sin(CS_PI / 18) / 2; // the chord of 20 degrees over two halves
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        sheet s;
        make_solver_sheet(&s, SHEET_SPRINGS, solvers[i], SIDE, 0.1, 0);
        double with = opened(&s);
        s.cloth.springs.bend = 0;
        double without = opened(&s);
        free_sheet(&s);
        make_solver_sheet(&s, SHEET_FABRIC, solvers[i], SIDE, 0.1, 1e-4);
        s.cloth.fabric.bend[0] = s.cloth.fabric.bend[1] = s.cloth.fabric.bend_bias = 0.02;
        double board = opened(&s);
        s.cloth.fabric.bend[0] = s.cloth.fabric.bend[1] = s.cloth.fabric.bend_bias = 1e-14;
        double veil = opened(&s);
        free_sheet(&s);
        print_message("%s: springs %.3f with bending, %.3f without; fabric %.3f, %.3f; folded %.3f\n",
                      solver_name(solvers[i]), with, without, board, veil, folded);
        assert_true(with > 0.9 && board > 0.95); // they open
        assert_near(without, folded, 1e-6);      // nothing opens them
        assert_near(veil, folded, 1e-3);
    }
}

/// Long-range links pull when the sheet is too long, so a folded one does not feel them at all.
static void long_range_links_do_not_bend(void **state)
{
    (void)state;
    double folded = 2 * cs_sin(CS_PI / 18) / 2;
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        sheet s;
        make_solver_sheet(&s, SHEET_SPRINGS, solvers[i], SIDE, 0.1, 0);
        s.cloth.springs.bend = 0;
        s.cloth.long_range = (cs_long_range){.links = true, .tethers = true};
        pin_particle(&s, 0, 0);
        assert_near(opened(&s), folded, 1e-6);
        free_sheet(&s);
    }
}

// ---- sheet metal --------------------------------------------------------------------------

#define BEAM 11 // particles, 0.1 m apart

/// How far the end of a chain hangs below its clamp (its first two particles), as a part of its length, when bending is
/// resisted by links between particles up to `reach` apart.
static double droop(cs_solver solver, int reach)
{
    cs_particle particles[BEAM];
    cs_link links[BEAM * BEAM];
    cs_network network = {.name = "beam", .particle_count = BEAM, .particles = particles, .links = links};
    for (int i = 0; i < BEAM; i++) {
        particles[i] = (cs_particle){.position = {0.1 * i, 0, 0}, .mass = 0.002, .pinned = i < 2};
        for (int j = 1; j <= reach && i + j < BEAM; j++) {
            links[network.link_count++] = (cs_link){.a = i,
                                                    .b = i + j,
                                                    .stiffness = 2000,
                                                    .compliance = 1 / 2000.0,
                                                    .rest_length = 0.1 * j,
                                                    .damping = 0.05};
        }
    }
    cs_scene scene = bare_scene();
    scene.simulation.solver = solver;
    scene.simulation.iterations = 40;
    scene.simulation.tolerance = 1e-8;
    scene.simulation.dt = 0.002;
    scene.simulation.substeps = solver == CS_SOLVER_VERLET ? 10 : 1;
    scene.simulation.damping = 0.985;
    scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
    scene.network_count = 1;
    scene.networks = &network;
    cs_sim *sim = start(&scene, CS_SIMD_AUTO);
    run(sim, 2500);
    cs_vec3 *x = positions_of(sim);
    double part = -x[BEAM - 1].y / (0.1 * (BEAM - 2));
    free(x);
    cs_sim_destroy(sim);
    return part;
}

static void bending_over_a_long_range_is_sheet_metal(void **state)
{
    (void)state;
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        double rope = droop(solvers[i], 1), cloth = droop(solvers[i], 2), metal = droop(solvers[i], BEAM);
        print_message("%s: droops %.3f without bending, %.3f by springs two apart, %.3f over any range\n",
                      solver_name(solvers[i]), rope, cloth, metal);
        assert_true(rope > 0.99); // hangs straight down
        assert_true(cloth > 0.7); // springs two apart hardly resist while it is flat
        assert_true(metal < 0.2); // stands out like a board
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_shear_a_sheet_collapses_along_its_diagonal),
        cmocka_unit_test(without_bending_a_sheet_folds_flat),
        cmocka_unit_test(long_range_links_do_not_bend),
        cmocka_unit_test(bending_over_a_long_range_is_sheet_metal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
