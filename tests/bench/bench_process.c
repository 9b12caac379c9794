// SPDX-License-Identifier: MIT
//
// The whole process against the plain oracle's steps alone: `render scenes/classic.json --threads 1` (start, read,
// simulate, draw, encode, write, end) over 900 steps of tests/sim/classic_step.c. Runs alternate; the median of the
// ratios counts, and should be at most 0.7. The processor time, which a busy machine spoils less, is given beside the
// time on the clock.
//
//     bench_process CLOTHSIM SCENE OUT.png [repetitions]
#define _GNU_SOURCE
#include "bench/stopwatch.h"
#include "sim/classic_step.h"
#include "sim/sim_scenes.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define MAX_REPETITIONS 200
#define STEPS           900

extern char **environ;

/// Time on the clock; `*processor` gets the processor time.
static double time_oracle(const cs_scene *scene, double *processor)
{
    classic *oracle = classic_create(scene, scene->simulation.damping);
    double begin = stopwatch_seconds(CLOCK_MONOTONIC), used = stopwatch_seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int i = 0; i < STEPS; i++)
        classic_substep(oracle, stopwatch_wind(scene, i));
    double taken = stopwatch_seconds(CLOCK_MONOTONIC) - begin;
    *processor = stopwatch_seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
    classic_destroy(oracle);
    return taken;
}

/// Time on the clock; `*processor` gets user and system time.
static double time_process(char **arguments, double *processor)
{
    double begin = stopwatch_seconds(CLOCK_MONOTONIC);
    struct rusage usage;
    pid_t child;
    int status = 1;
    if (posix_spawn(&child, arguments[0], NULL, NULL, arguments, environ) != 0 ||
        wait4(child, &status, 0, &usage) < 0 || status != 0) {
        fprintf(stderr, "%s failed\n", arguments[0]);
        exit(1);
    }
    *processor = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                 1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
    return stopwatch_seconds(CLOCK_MONOTONIC) - begin;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: bench_process CLOTHSIM SCENE OUT.png [repetitions]\n");
        return 2;
    }
    int repetitions = argc > 4 ? atoi(argv[4]) : 50;
    repetitions = repetitions < 1 ? 1 : repetitions > MAX_REPETITIONS ? MAX_REPETITIONS : repetitions;
    char *arguments[] = {argv[1], "render", argv[2], "-o", argv[3], "--threads", "1", NULL};
    double ratios[MAX_REPETITIONS], processor_ratios[MAX_REPETITIONS];
    double oracle[MAX_REPETITIONS], process[MAX_REPETITIONS];
    one_cloth s;
    make_classic(&s);
    for (int i = 0; i < repetitions; i++) {
        double oracle_processor, processor;
        oracle[i] = time_oracle(&s.scene, &oracle_processor);
        process[i] = time_process(arguments, &processor);
        ratios[i] = process[i] / oracle[i];
        processor_ratios[i] = processor / oracle_processor;
    }
    printf(
        "render, whole process    %.2f of the oracle's %d steps (processor time %.2f)   process %.2f ms, oracle %.2f "
        "ms\n",
        stopwatch_median(ratios, repetitions), STEPS, stopwatch_median(processor_ratios, repetitions),
        1e3 * stopwatch_median(process, repetitions), 1e3 * stopwatch_median(oracle, repetitions));
    return 0;
}
