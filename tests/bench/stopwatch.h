// SPDX-License-Identifier: MIT
//
// What every benchmark needs: a clock, the median of what it said, and the wind of the classic steps.
#ifndef CS_TESTS_BENCH_STOPWATCH_H
#define CS_TESTS_BENCH_STOPWATCH_H

#include <clothsim/scene.h>

#include <stdlib.h>
#include <time.h>

/// Seconds of a clock: CLOCK_MONOTONIC for the one on the wall, CLOCK_PROCESS_CPUTIME_ID for processor time.
static inline double stopwatch_seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int stopwatch_ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// The upper median; sorts the values.
static inline double stopwatch_median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof(*values), stopwatch_ascending);
    return values[count / 2];
}

/// N on every free particle in the step with this index; after the last phase, that of the last one.
static inline cs_vec3 stopwatch_wind(const cs_scene *scene, int step)
{
    int phase = 0;
    while (phase + 1 < scene->simulation.phase_count && step >= scene->simulation.phases[phase].steps) {
        step -= scene->simulation.phases[phase++].steps;
    }
    return scene->simulation.phases[phase].wind_force;
}

#endif
