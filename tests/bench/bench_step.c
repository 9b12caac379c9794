// SPDX-License-Identifier: MIT
//
// How much faster the shipped step is than the plain oracle (tests/sim/classic_step.c, same compiler, -O2): the classic
// grid with each instruction set on one thread, and 1000 x 1000 on one and two threads. Runs alternate, the median of
// the ratios counts, and the bits of both states are compared in the same run. What runs on one thread is measured in
// its processor time, so that a busy machine disturbs less; with more threads only the clock on the wall tells.
//
//     bench_step [repetitions]
#define _GNU_SOURCE
#include "base/base.h"
#include "bench/stopwatch.h"
#include "sim/classic_step.h"
#include "sim/sim_scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double time_oracle(const cs_scene *scene, clockid_t clock, int steps, cs_vec3 *positions)
{
    classic *oracle = classic_create(scene, scene->simulation.damping);
    double begin = stopwatch_seconds(clock);
    for (int i = 0; i < steps; i++) {
        classic_substep(oracle, stopwatch_wind(scene, i));
    }
    double taken = stopwatch_seconds(clock) - begin;
    for (int i = 0; i < oracle->particle_count; i++) {
        positions[i] = oracle->particles[i].position;
    }
    classic_destroy(oracle);
    return taken;
}

static double time_shipped(const cs_scene *scene, const cs_compute *compute, clockid_t clock, int steps,
                           cs_vec3 *positions)
{
    cs_sim *sim;
    if (cs_sim_create(scene, compute, NULL, &sim) != CS_OK) {
        fprintf(stderr, "the simulation cannot be made\n");
        exit(1);
    }
    double begin = stopwatch_seconds(clock);
    for (int i = 0; i < steps; i++) {
        cs_sim_step(sim, NULL);
    }
    double taken = stopwatch_seconds(clock) - begin;
    cs_sim_positions(sim, positions);
    cs_sim_destroy(sim);
    return taken;
}

#define MAX_REPETITIONS 100

static int compare(const char *name, const cs_scene *scene, const cs_compute *compute, int steps, int repetitions)
{
    clockid_t clock = cs_pool_threads(compute->pool) > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    size_t particles = (size_t)cs_scene_particle_count(scene);
    cs_vec3 *expected = calloc(particles, sizeof(*expected)), *got = calloc(particles, sizeof(*got));
    double ratios[MAX_REPETITIONS], oracle[MAX_REPETITIONS], shipped[MAX_REPETITIONS];
    bool same = expected && got;
    for (int i = 0; i < repetitions && same; i++) {
        oracle[i] = time_oracle(scene, clock, steps, expected);
        shipped[i] = time_shipped(scene, compute, clock, steps, got);
        ratios[i] = oracle[i] / shipped[i];
        same = memcmp(expected, got, particles * sizeof(*got)) == 0;
    }
    if (same) {
        double per_step = 1e9 / (double)steps / (double)particles;
        printf("%-24s %6.2f x   oracle %6.2f, shipped %6.2f ns a particle and step\n", name,
               stopwatch_median(ratios, repetitions), stopwatch_median(oracle, repetitions) * per_step,
               stopwatch_median(shipped, repetitions) * per_step);
    } else {
        printf("%-24s DIFFERENT BITS\n", name);
    }
    free(expected);
    free(got);
    return same ? 0 : 1;
}

int main(int argc, char **argv)
{
    cs_memory_prepare(); // as the program does
    int repetitions = argc > 1 ? atoi(argv[1]) : 15;
    repetitions = repetitions < 1 ? 1 : repetitions > MAX_REPETITIONS ? MAX_REPETITIONS : repetitions;
    static const char *const names[] = {
        [CS_SIMD_SCALAR] = "scalar", [CS_SIMD_128] = "128", [CS_SIMD_256] = "256", [CS_SIMD_512] = "512"};
    int failed = 0;
    char name[64];
    one_cloth s;
    make_classic(&s);
    for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
        if (cs_simd_resolve((cs_simd)simd) == (cs_simd)simd) {
            cs_compute compute = {.simd = (cs_simd)simd};
            snprintf(name, sizeof(name), "25 x 25, %s, 1 thread", names[simd]);
            failed |= compare(name, &s.scene, &compute, 900, repetitions);
        }
    }
    s.cloth.grid.rows = s.cloth.grid.columns = 1000;
    s.scene.simulation.dt = 0.004;
    for (int threads = 1; threads <= 2; threads++) {
        cs_compute compute = {.pool = cs_pool_create(threads), .simd = CS_SIMD_AUTO};
        snprintf(name, sizeof(name), "1000 x 1000, %d thread%s", threads, threads > 1 ? "s" : "");
        failed |= compare(name, &s.scene, &compute, 5, repetitions < 5 ? repetitions : 5);
        cs_pool_destroy(compute.pool);
    }
    return failed;
}
