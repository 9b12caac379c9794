// SPDX-License-Identifier: MIT
//
// The validation of what a user sees of a solver: sheets that come to rest, and what each kind of spring is for.
#include "lab/experiment.h"

#include "math/math.h"

/// parameter[0]: steps. The rms speed after them.
static cs_status measure_rest(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        status = cs_experiment_run(&e, (int)c->parameter[0]);
        row->got = cs_experiment_rms_speed(&e);
    }
    cs_experiment_close(&e);
    return status;
}

static const char *const forward[] = {"verlet", "rk4", NULL};
static const char *const only_implicit[] = {"implicit", NULL};
static const char *const only_xpbd[] = {"xpbd", NULL};
static const char *const only_verlet[] = {"verlet", NULL};
static const char *const projecting[] = {"pbd", "xpbd", NULL};

#define ROWS_50 "cloths[0].grid.rows=50", "cloths[0].grid.columns=50"
#define REST(name, what, which, solver_list, steps, ...)                                                               \
    {                                                                                                                  \
        .id = "rest/" name, .title = "rms speed of a pinned sheet " what " in the end", .unit = "m/s",                 \
        .source = "it hangs still", .scene = (which), .solvers = (solver_list),                                        \
        .sets = (const char *const[]){__VA_ARGS__, NULL}, .measure = measure_rest, .parameter = {steps}, .gate = 1e-4, \
        .absolute = true                                                                                               \
    }

extern const cs_physics_case cs_physics_solver_cases[];
const cs_physics_case cs_physics_solver_cases[] = {
    REST("springs-25", "of 25 x 25 springs", "resting_springs", forward, 6000, "simulation.dt=0.001"),
    REST("springs-25", "of 25 x 25 springs", "resting_springs", only_implicit, 300, "simulation.dt=0.04",
         "simulation.damping=0.9"),
    REST("springs-25", "of 25 x 25 springs", "resting_springs", projecting, 800, "simulation.dt=0.01",
         "simulation.damping=0.97"),
    REST("springs-50", "of 50 x 50 springs", "resting_springs", only_verlet, 15000, ROWS_50, "simulation.dt=0.0005",
         "simulation.damping=0.9975"),
    REST("springs-50", "of 50 x 50 springs", "resting_springs", only_implicit, 200, ROWS_50, "simulation.dt=0.04",
         "simulation.damping=0.9"),
    REST("springs-50", "of 50 x 50 springs", "resting_springs", projecting, 800, ROWS_50, "simulation.dt=0.01",
         "simulation.damping=0.97"),
    REST("fabric-25", "of cotton, 25 x 25", "resting_fabric", only_implicit, 150, "simulation.dt=0.04",
         "simulation.damping=0.85"),
    REST("fabric-25", "of cotton, 25 x 25", "resting_fabric", only_xpbd, 600, "simulation.dt=0.01",
         "simulation.damping=0.95", "simulation.substeps=20"),
    REST("fabric-50", "of cotton, 50 x 50", "resting_fabric", only_implicit, 150, ROWS_50, "simulation.dt=0.04",
         "simulation.damping=0.85"),
    REST("fabric-50", "of cotton, 50 x 50", "resting_fabric", only_xpbd, 600, ROWS_50, "simulation.dt=0.01",
         "simulation.damping=0.95", "simulation.substeps=20"),
    {0},
};
