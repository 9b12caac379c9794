// SPDX-License-Identifier: MIT
//
// The validation of the largest stable time steps: of one spring, and of sheets of springs with structural, shear and
// bend stiffness 800, 400 and 200 N/m and particles of 1 kg.
#include "lab/experiment.h"

#include "math/math.h"

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

static const char *const only_verlet[] = {"verlet", NULL};
static const char *const only_rk4[] = {"rk4", NULL};

static const char *const grid_5[] = {"cloths[0].grid.rows=5", "cloths[0].grid.columns=5", NULL};
static const char *const grid_10[] = {"cloths[0].grid.rows=10", "cloths[0].grid.columns=10", NULL};
static const char *const grid_20[] = {"cloths[0].grid.rows=20", "cloths[0].grid.columns=20", NULL};
static const char *const grid_100[] = {"cloths[0].grid.rows=100", "cloths[0].grid.columns=100", NULL};

#define LIMIT(name, which, solver_list, value)                                                                         \
    {                                                                                                                  \
        .id = "stability/" name, .title = "largest stable time step of a sheet of springs, " name, .unit = "s",        \
        .source = "2/sqrt(lambda), rk4: 2 sqrt(2)/sqrt(lambda)", .scene = "stability_grid", .solvers = solver_list,    \
        .sets = which, .measure = measure_limit, .expected = value, .gate = 2e-4                                       \
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
    {0},
};
