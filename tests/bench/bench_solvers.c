// SPDX-License-Identifier: MIT
//
// Every solver on the same three scenes: how far from a converged run it ends, and what that costs. Sweeps substeps and
// iterations; writes a table, and a CSV and a plot when files are named.
//     bench_solvers [FILE.csv FILE.svg]
#include "bench/solver_plot.h"
#include "bench/stopwatch.h"

#include <clothsim/sim.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FRAME       (1.0 / 60)
#define MOST_POINTS 256
// Each run is timed this often, and at least so long (s of processor time) in all.
#define MOST_REPEATS 3
#define LEAST_TIME   0.1

typedef enum bench_case { STRIP, SWING, DRAPE, CASE_COUNT } bench_case;

static const char *const case_names[] = {"strip", "swing", "drape"};
static const char *const case_titles[] = {"a strip stretches and hangs", "a strip swings like a pendulum",
                                          "a cloth drops over a ball"};
static const char *const solver_names[] = {"verlet", "euler", "rk4", "implicit", "pbd", "xpbd"};
static const int case_frames[] = {60, 60, 30};

typedef struct bench_scene {
    cs_scene scene;
    cs_phase phase;
    cs_cloth cloth;
    cs_pin pin;
    cs_collider ball;
    int frames;
} bench_scene;

/// The part of the velocity that air leaves over a frame when it takes `rate` (1/s).
static double air(double rate)
{
    return exp(-rate * FRAME);
}

static void make_case(bench_scene *b, bench_case which)
{
    *b = (bench_scene){.scene = cs_default_scene(), .cloth = cs_default_cloth(), .frames = case_frames[which]};
    b->phase = (cs_phase){.name = "all", .steps = b->frames};
    b->scene.simulation.phases = &b->phase;
    b->scene.simulation.phase_count = 1;
    b->scene.simulation.dt = FRAME;
    b->scene.simulation.gravity = (cs_vec3){0, -9.81, 0};
    b->scene.simulation.damping = which == STRIP ? air(12) : which == DRAPE ? air(2) : 1;
    b->scene.cloths = &b->cloth;
    b->scene.cloth_count = 1;
    b->cloth.name = "cloth";
    b->cloth.particle_mass = b->cloth.density = 0;
    b->cloth.material = CS_MATERIAL_FABRIC;
    b->cloth.fabric = (cs_fabric){.density = 0.2,
                                  .stretch = {200, 200},
                                  .coupling = 40,
                                  .shear = 60,
                                  .strain_limit = 1,
                                  .bend = {2e-5, 2e-5},
                                  .bend_bias = 2e-5,
                                  .damping = 2e-4};
    if (which == DRAPE) { // stiff enough that where it folds is no matter of chance
        b->cloth.fabric.bend[0] = b->cloth.fabric.bend[1] = b->cloth.fabric.bend_bias = 1e-3;
        b->cloth.grid = (cs_grid){.rows = 17,
                                  .columns = 17,
                                  .size = {0.8, 0.8},
                                  .origin = {-0.4, 0.02, -0.4},
                                  .u = {1, 0, 0},
                                  .v = {0, 0, 1}};
        b->ball = cs_default_collider(CS_COLLIDER_SPHERE);
        b->ball.sphere.center = (cs_vec3){0, -0.25, 0};
        b->ball.sphere.radius = 0.25;
        b->scene.colliders = &b->ball;
        b->scene.collider_count = 1;
        return;
    }
    double tilt = which == SWING ? 0.5 : 0; // sine of the angle from which it swings
    b->cloth.grid = (cs_grid){.rows = 21,
                              .columns = 5,
                              .size = {0.2, 1},
                              .origin = {-0.1, 0, 0},
                              .u = {1, 0, 0},
                              .v = {0, -sqrt(1 - tilt * tilt), tilt}};
    b->pin = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    b->cloth.pins = &b->pin;
    b->cloth.pin_count = 1;
}

static cs_vec3 *positions_of(const cs_sim *sim, size_t bytes)
{
    cs_vec3 *positions = malloc(bytes);
    if (positions) {
        cs_sim_positions(sim, positions);
    }
    return positions;
}

/// Runs to the end; returns the processor time of the steps (s), -1 when it ran away or would not start. `end` and
/// `begin` get the positions, for free(); either may be NULL.
static double run_once(const bench_scene *b, cs_vec3 **begin, cs_vec3 **end)
{
    cs_sim *sim = NULL;
    if (cs_sim_create(&b->scene, NULL, NULL, &sim) != CS_OK) {
        return -1;
    }
    size_t bytes = (size_t)cs_sim_particle_count(sim) * sizeof(cs_vec3);
    if (begin) {
        *begin = positions_of(sim, bytes);
    }
    double before = stopwatch_seconds(CLOCK_PROCESS_CPUTIME_ID);
    cs_status status = CS_OK;
    for (int i = 0; i < b->frames && status == CS_OK; i++) {
        status = cs_sim_step(sim, NULL);
    }
    double time = stopwatch_seconds(CLOCK_PROCESS_CPUTIME_ID) - before;
    if (end) {
        *end = positions_of(sim, bytes);
    }
    cs_sim_destroy(sim);
    return status == CS_OK ? time : -1;
}

static double square(cs_vec3 a, cs_vec3 b)
{
    double dx = a.x - b.x, dy = a.y - b.y, dz = a.z - b.z;
    return dx * dx + dy * dy + dz * dz;
}

/// Root mean square of a - b over that of b - begin, in percent.
static double error_of(const cs_vec3 *a, const cs_vec3 *b, const cs_vec3 *begin, int count)
{
    double off = 0, way = 0;
    for (int i = 0; i < count; i++) {
        off += square(a[i], b[i]);
        way += square(b[i], begin[i]);
    }
    return 100 * sqrt(off / way);
}

typedef struct setting {
    cs_solver solver;
    int substeps, iterations;
    double correction;
} setting;

static void set(bench_scene *b, setting s)
{
    b->scene.simulation.solver = s.solver;
    b->scene.simulation.substeps = s.substeps;
    b->scene.simulation.iterations = s.iterations;
    b->scene.simulation.correction = s.correction;
    b->scene.simulation.tolerance = s.solver == CS_SOLVER_IMPLICIT ? 1e-4 : 0;
}

// In the order in which the plot joins them. Explicit solvers run away with fewer substeps; such points are left out.
static const setting settings[] = {
    {CS_SOLVER_VERLET, 20, 1, 1},  {CS_SOLVER_VERLET, 30, 1, 1},   {CS_SOLVER_VERLET, 60, 1, 1},
    {CS_SOLVER_VERLET, 120, 1, 1}, {CS_SOLVER_EULER, 200, 1, 1},   {CS_SOLVER_EULER, 400, 1, 1},
    {CS_SOLVER_RK4, 16, 1, 1},     {CS_SOLVER_RK4, 24, 1, 1},      {CS_SOLVER_RK4, 48, 1, 1},
    {CS_SOLVER_IMPLICIT, 1, 8, 1}, {CS_SOLVER_IMPLICIT, 2, 8, 1},  {CS_SOLVER_IMPLICIT, 4, 8, 1},
    {CS_SOLVER_IMPLICIT, 8, 8, 1}, {CS_SOLVER_IMPLICIT, 16, 8, 1}, {CS_SOLVER_PBD, 1, 20, 0.9},
    {CS_SOLVER_PBD, 1, 80, 0.9},   {CS_SOLVER_PBD, 10, 2, 0.9},    {CS_SOLVER_PBD, 40, 2, 0.9},
    {CS_SOLVER_XPBD, 1, 20, 1},    {CS_SOLVER_XPBD, 4, 5, 1},      {CS_SOLVER_XPBD, 10, 1, 1},
    {CS_SOLVER_XPBD, 20, 1, 1},    {CS_SOLVER_XPBD, 40, 1, 1},     {CS_SOLVER_XPBD, 80, 1, 1},
    {CS_SOLVER_XPBD, 160, 1, 1},   {CS_SOLVER_XPBD, 320, 1, 1},
};
#define SETTINGS ((int)(sizeof(settings) / sizeof(settings[0])))

/// The converged run of a scene, and one of another kind that shows how far that can be trusted. Contact is of the
/// first order in every solver, so the ball takes more substeps.
static const setting converged[CASE_COUNT] = {
    {CS_SOLVER_RK4, 96, 1, 1}, {CS_SOLVER_RK4, 96, 1, 1}, {CS_SOLVER_VERLET, 1280, 1, 1}};
static const setting witness[CASE_COUNT] = {
    {CS_SOLVER_VERLET, 320, 1, 1}, {CS_SOLVER_VERLET, 320, 1, 1}, {CS_SOLVER_RK4, 320, 1, 1}};

typedef struct results {
    plot_point points[MOST_POINTS];
    setting settings[MOST_POINTS];
    int count;
} results;

static double time_of(const bench_scene *b)
{
    double times[MOST_REPEATS], sum = 0;
    int count = 0;
    while (count < MOST_REPEATS && (count < 1 || sum < LEAST_TIME)) {
        times[count] = run_once(b, NULL, NULL);
        sum += times[count++];
    }
    return stopwatch_median(times, count);
}

/// A setting goes on from the last measured one: only its substeps or only its iterations are others.
static int follows(const results *r, bench_case which, int i)
{
    if (r->count == 0 || r->points[r->count - 1].panel != (int)which) {
        return 0;
    }
    const setting *last = &r->settings[r->count - 1], *now = &settings[i];
    return last->solver == now->solver && (last->substeps == now->substeps || last->iterations == now->iterations);
}

static void measure(bench_case which, results *out)
{
    bench_scene b;
    make_case(&b, which);
    int count = b.cloth.grid.rows * b.cloth.grid.columns;
    cs_vec3 *begin = NULL, *truth = NULL, *end = NULL;
    set(&b, converged[which]);
    double truth_time = run_once(&b, &begin, &truth);
    set(&b, witness[which]);
    double end_time = run_once(&b, NULL, &end);
    if (truth_time < 0 || end_time < 0 || !begin || !truth || !end) {
        printf("%s: the converged run ran away, or there is no memory\n", case_names[which]);
        exit(1);
    }
    printf("%s: %d particles, %g s; %s in %d substeps is %.2g %% from %s in %d\n", case_names[which], count,
           b.frames * FRAME, solver_names[witness[which].solver], witness[which].substeps,
           error_of(end, truth, begin, count), solver_names[converged[which].solver], converged[which].substeps);
    free(end);
    for (int i = 0; i < SETTINGS; i++) {
        end = NULL;
        set(&b, settings[i]);
        double time = run_once(&b, NULL, &end);
        double error = time < 0 || !end ? NAN : error_of(end, truth, begin, count);
        free(end);
        if (!(error < 1000)) {
            printf("  %-8s %4d x %2d  %s\n", solver_names[settings[i].solver], settings[i].substeps,
                   settings[i].iterations, time < 0 ? "ran away" : "more than 1000 % off");
            continue;
        }
        double cost = time_of(&b) / (b.frames * FRAME);
        printf("  %-8s %4d x %2d  error %8.3g %%  cost %8.3g s/s  %6.0f ns a particle and substep\n",
               solver_names[settings[i].solver], settings[i].substeps, settings[i].iterations, error, cost,
               1e9 * cost * FRAME / settings[i].substeps / count);
        fflush(stdout);
        out->points[out->count] =
            (plot_point){(int)which, (int)settings[i].solver, cost, error, follows(out, which, i)};
        out->settings[out->count++] = settings[i];
    }
    free(begin);
    free(truth);
}

static int write_csv(const results *r, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        return 1;
    }
    fprintf(file, "scene,solver,dt_s,substeps,iterations,cost_s_per_s,error_percent\n");
    for (int i = 0; i < r->count; i++) {
        const setting *s = &r->settings[i];
        fprintf(file, "%s,%s,%.6g,%d,%d,%.3g,%.3g\n", case_names[r->points[i].panel], solver_names[s->solver], FRAME,
                s->substeps, s->iterations, r->points[i].cost, r->points[i].error);
    }
    return ferror(file) | fclose(file);
}

int main(int argc, char **argv)
{
    static results r;
    for (int k = 0; k < CASE_COUNT; k++) {
        measure((bench_case)k, &r);
    }
    plot p = {.panel_count = CASE_COUNT,
              .panels = case_titles,
              .line_count = PLOT_LINES,
              .lines = solver_names,
              .point_count = r.count,
              .points = r.points};
    return argc > 2 && (write_csv(&r, argv[1]) || plot_write(&p, argv[2]));
}
