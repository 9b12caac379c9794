// SPDX-License-Identifier: MIT
//
// The same run gives the same bits: again, with any number of threads, with any width of vectors, with a collider that
// nothing comes near. For every solver and every material.
#include "sim/sim_run.h"
#include "sim/solver_scenes.h"

#include "base/base.h"

#define SMALL_SIDE  9 // 30 steps, with contact
#define SMALL_STEPS 30
#define LARGE_SIDE  96 // enough particles that all solvers share them among threads
#define LARGE_STEPS 2

/// A sheet that blows in the wind onto a ball and the ground, held by a corner.
static void make_scene(sheet *s, sheet_kind kind, cs_solver solver, int side)
{
    make_solver_sheet(s, kind, solver, side, 0.1, 1e-4);
    cs_simulation *simulation = &s->scene.simulation;
    simulation->gravity = (cs_vec3){0.1, -9.8, 0.2};
    simulation->dt = solver == CS_SOLVER_EULER ? 4e-4 : 2e-3;
    simulation->substeps = side == SMALL_SIDE ? 2 : 1;
    simulation->iterations = 3;
    simulation->damping = 0.99;
    s->phase.wind_force = (cs_vec3){kind == SHEET_FABRIC ? 1e-3 : 0.4, 0, 0.1e-3};
    s->cloth.velocity = (cs_vec3){0.5, -4, 0.1};
    for (int i = 0; i < s->network.particle_count; i++) {
        s->particles[i].velocity = s->cloth.velocity;
    }
    pin_particle(s, 0, side - 1);
    s->scene.collider_count = 2;
    s->colliders[0] = (cs_collider){.kind = CS_COLLIDER_SPHERE, .margin = 0.01};
    s->colliders[0].sphere.center = (cs_vec3){0.03, -0.35, 0.02};
    s->colliders[0].sphere.radius = 0.3;
    s->colliders[1] = (cs_collider){.kind = CS_COLLIDER_GROUND};
    s->colliders[1].ground.height = -0.3;
}

static uint64_t hash_after(const cs_scene *scene, int threads, cs_simd simd, int steps)
{
    cs_compute compute = {.pool = threads > 1 ? cs_pool_create(threads) : NULL, .simd = simd};
    cs_sim *sim = NULL;
    assert_int_equal(cs_sim_create(scene, &compute, NULL, &sim), CS_OK);
    run(sim, steps);
    uint64_t hash = hash_of(sim);
    cs_sim_destroy(sim);
    cs_pool_destroy(compute.pool);
    return hash;
}

static void compare(const sheet *s, int threads, cs_simd simd, int steps, uint64_t truth, sheet_kind kind)
{
    if (hash_after(&s->scene, threads, simd, steps) != truth) {
        fail_msg("%s, %s: other bits with %d threads, instruction set %d", solver_name(s->scene.simulation.solver),
                 sheet_kind_name(kind), threads, (int)simd);
    }
}

static void replay(sheet_kind kind, cs_solver solver)
{
    sheet s;
    make_scene(&s, kind, solver, SMALL_SIDE);
    uint64_t truth = hash_after(&s.scene, 1, CS_SIMD_AUTO, SMALL_STEPS);
    compare(&s, 1, CS_SIMD_AUTO, SMALL_STEPS, truth, kind);
    for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
        compare(&s, 1, (cs_simd)simd, SMALL_STEPS, truth, kind);
    }
    compare(&s, 3, CS_SIMD_AUTO, SMALL_STEPS, truth, kind);
    s.colliders[2] = (cs_collider){.kind = CS_COLLIDER_SPHERE, .margin = 0.1};
    s.colliders[2].sphere.center = (cs_vec3){50, 80, -20};
    s.colliders[2].sphere.radius = 10;
    s.colliders[3] = (cs_collider){.kind = CS_COLLIDER_GROUND};
    s.colliders[3].ground.height = -400;
    s.scene.collider_count = 4;
    if (hash_after(&s.scene, 1, CS_SIMD_AUTO, SMALL_STEPS) != truth) {
        fail_msg("%s, %s: distant colliders change bits", solver_name(solver), sheet_kind_name(kind));
    }
    s.scene.collider_count = 0;
    assert_true(hash_after(&s.scene, 1, CS_SIMD_AUTO, SMALL_STEPS) != truth); // the near ones count
    free_sheet(&s);
}

static void replay_among_threads(sheet_kind kind, cs_solver solver)
{
    static const struct {
        int threads;
        cs_simd simd;
    } ways[] = {{2, CS_SIMD_AUTO}, {3, CS_SIMD_256}, {8, CS_SIMD_128}};
    sheet s;
    make_scene(&s, kind, solver, LARGE_SIDE);
    uint64_t truth = hash_after(&s.scene, 1, CS_SIMD_SCALAR, LARGE_STEPS);
    for (size_t i = 0; i < CS_COUNT(ways); i++) {
        compare(&s, ways[i].threads, ways[i].simd, LARGE_STEPS, truth, kind);
    }
    free_sheet(&s);
}

static void the_same_run_gives_the_same_bits(void **state)
{
    (void)state;
    for (int m = 0; m < SHEET_COUNT; m++) {
        for (int i = 0; i < SOLVER_COUNT; i++) {
            replay((sheet_kind)m, all_solvers[i]);
        }
    }
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    for (int m = 0; m < SHEET_COUNT; m++) {
        for (int i = 0; i < SOLVER_COUNT; i++) {
            replay_among_threads((sheet_kind)m, all_solvers[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_run_gives_the_same_bits),
        cmocka_unit_test(threads_change_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
