// SPDX-License-Identifier: MIT
//
// The validation of the largest stable time steps: of one spring, and of sheets of springs with structural, shear and
// bend stiffness 800, 400 and 200 N/m and particles of 1 kg.
#include "lab/experiment.h"

#include "math/math.h"

#include <stdlib.h>

/// parameter[0]: 0 for the limit at rest, 1 for the safe bound of any stretched state (s).
static cs_status measure_limit(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        cs_stability stability;
        cs_sim_stability(e.sim, &stability);
        row->got = c->parameter[0] == 1 ? stability.safe_bound : stability.limit;
    }
    cs_experiment_close(&e);
    return status;
}

/// The largest distance of a particle from its start over `window` steps.
static cs_status measure_amplitude(cs_experiment *e, const cs_vec3 *start, int window, double *amplitude)
{
    cs_status status = CS_OK;
    *amplitude = 0;
    for (int step = 0; step < window && status == CS_OK; step++) {
        status = cs_experiment_run(e, 1);
        for (int i = 0; i < e->count; i++) {
            double distance = cs_length(cs_sub(e->x[i], start[i]));
            *amplitude = distance > *amplitude ? distance : *amplitude;
        }
    }
    return status;
}

#define NOISE      1e-9 // m; small enough for springs to stay linear while it grows
#define NOISE_SEED 0x90a5e

/// By what a step multiplies the amplitude of a little noise along the springs: parameter[0] and [1] are two steps, and
/// [2] over how many from there the amplitude is the largest distance from rest.
static cs_status measure_growth(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    cs_vec3 *start = status == CS_OK ? calloc((size_t)e.count, sizeof(*start)) : NULL;
    if (start) {
        int first = (int)c->parameter[0], second = (int)c->parameter[1], window = (int)c->parameter[2];
        for (int i = 0; i < e.count; i++) {
            start[i] = e.x[i];
            e.x[i].x += NOISE * (cs_random(NOISE_SEED, 3 * (uint64_t)i) - 0.5);
            e.x[i].y += NOISE * (cs_random(NOISE_SEED, 3 * (uint64_t)i + 1) - 0.5);
            e.x[i].z += NOISE * (cs_random(NOISE_SEED, 3 * (uint64_t)i + 2) - 0.5);
        }
        cs_experiment_place(&e);
        double before = 0, after = 0;
        status = cs_experiment_run(&e, first);
        status = status == CS_OK ? measure_amplitude(&e, start, window, &before) : status;
        status = status == CS_OK ? cs_experiment_run(&e, second - first - window) : status;
        status = status == CS_OK ? measure_amplitude(&e, start, window, &after) : status;
        row->got = cs_pow(after / before, 1.0 / (second - first));
    }
    free(start);
    cs_experiment_close(&e);
    return status;
}

/// parameter[0]: steps. 1 when it runs away meanwhile, else 0.
static cs_status measure_runaway(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        status = cs_experiment_run(&e, (int)c->parameter[0]);
        row->got = status == CS_DIVERGED ? 1 : 0;
        status = status == CS_DIVERGED ? CS_OK : status;
    }
    cs_experiment_close(&e);
    return status;
}

static const char *const only_verlet[] = {"verlet", NULL};
static const char *const only_rk4[] = {"rk4", NULL};

static const char *const grid_5[] = {"cloths[0].grid.rows=5", "cloths[0].grid.columns=5", NULL};
static const char *const grid_10[] = {"cloths[0].grid.rows=10", "cloths[0].grid.columns=10", NULL};
static const char *const grid_20[] = {"cloths[0].grid.rows=20", "cloths[0].grid.columns=20", NULL};
static const char *const grid_100[] = {"cloths[0].grid.rows=100", "cloths[0].grid.columns=100", NULL};

// One spring of omega = 20/s: omega h = 1.999 and 2.001.
#define ONE_SPRING "simulation.gravity=[0,0,0]", "simulation.damping=1", "simulation.allow_unstable=true"
static const char *const spring_below[] = {ONE_SPRING, "simulation.dt=0.09995", NULL};
static const char *const spring_above[] = {ONE_SPRING, "simulation.dt=0.10005", NULL};
static const char *const grid_below[] = {"simulation.dt=0.0285", NULL};
static const char *const grid_above[] = {"simulation.dt=0.0295", "simulation.allow_unstable=true", NULL};
static const char *const grid_pinned[] = {"simulation.dt=0.0285", "simulation.gravity=[0,-9.81,0]",
                                          "cloths[0].pins=[{\"row\":0}]", NULL};

// The growth above the limit by that formula; the grid's largest w is 2/0.02893 s.
#define SPRING_GROWTH 1.0652856
#define GRID_GROWTH   1.4864

#define GROWTH(name, what, which, overrides, first, second, window, value, largest_error)                              \
    {                                                                                                                  \
        .id = "stability/" name, .title = "by what a step multiplies noise: " what,                                    \
        .source = "Verlet, z = w h: 1 up to z = 2, then z^2/2 - 1 + sqrt((z^2/2 - 1)^2 - 1)", .scene = (which),        \
        .solvers = only_verlet, .sets = (overrides), .measure = measure_growth, .parameter = {first, second, window},  \
        .expected = (value), .gate = (largest_error)                                                                   \
    }
#define LIMIT(name, which, solver_list, value)                                                                         \
    {                                                                                                                  \
        .id = "stability/" name, .title = "largest stable time step of a sheet of springs, " name, .unit = "s",        \
        .source = "2/sqrt(lambda), rk4: 2 sqrt(2)/sqrt(lambda)", .scene = "stability_grid", .solvers = (solver_list),  \
        .sets = (which), .measure = measure_limit, .expected = (value), .gate = 2e-4                                   \
    }

extern const cs_physics_case cs_physics_stability_cases[];
const cs_physics_case cs_physics_stability_cases[] = {
    LIMIT("5x5", grid_5, only_verlet, 0.03042),
    LIMIT("10x10", grid_10, only_verlet, 0.02916),
    LIMIT("20x20", grid_20, only_verlet, 0.02893),
    LIMIT("20x20", grid_20, only_rk4, 0.02893 * 1.4142135623730951),
    {.id = "stability/infinite",
     .title = "largest stable time step of a sheet of 100 x 100 springs, near that of an infinite one",
     .unit = "s",
     .source = "2/sqrt(4800)",
     .scene = "stability_grid",
     .solvers = only_verlet,
     .sets = grid_100,
     .measure = measure_limit,
     .expected = 0.028868,
     .gate = 2e-4},
    {.id = "stability/safe-bound",
     .title = "largest time step that is stable for any stretched sheet of springs",
     .unit = "s",
     .source = "2/sqrt(2 sum k)",
     .scene = "stability_grid",
     .solvers = only_verlet,
     .measure = measure_limit,
     .parameter = {1},
     .expected = 0.018898,
     .gate = 5e-5},
    GROWTH("spring-below", "a spring at w h = 1.999", "mass_on_spring", spring_below, 500, 5000, 500, 1, 1e-5),
    GROWTH("spring-above", "a spring at w h = 2.001", "mass_on_spring", spring_above, 100, 200, 1, SPRING_GROWTH, 1e-4),
    GROWTH("grid-below", "20 x 20 springs at dt 0.0285 s", "stability_grid", grid_below, 500, 5000, 500, 1, 1e-4),
    GROWTH("grid-above", "20 x 20 springs at dt 0.0295 s", "stability_grid", grid_above, 25, 45, 1, GRID_GROWTH, 1e-2),
    {.id = "stability/grid-falling",
     .title = "20 x 20 springs, pinned along an edge, fall at dt 0.0285 s: 1 when they run away",
     .source = "stretched springs are stiffer sideways",
     .scene = "stability_grid",
     .solvers = only_verlet,
     .sets = grid_pinned,
     .measure = measure_runaway,
     .parameter = {2000},
     .expected = 1,
     .gate = 0},
    {0},
};
