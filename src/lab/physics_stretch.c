// SPDX-License-Identifier: MIT
//
// The validation of stretch: a strip of one size and mass hangs under its weight, and the mesh and the time step must
// make no difference. Its end comes down by q L^2/(2 E), q being its weight by area and E its stiffness by width: the
// lumped masses of a grid give the very same.
#include "lab/experiment.h"

#include "math/math.h"

/// The middle of the last row below the first row, less the length at rest: the scene's strip is 1 m long.
static double stretch_of(const cs_experiment *e)
{
    int columns = e->scene->cloths[0].grid.columns;
    return cs_experiment_distance(e, columns / 2, e->count - 1 - columns / 2) - e->scene->cloths[0].grid.size[1];
}

/// parameter[0]: steps until it rests.
static cs_status measure_stretch(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        status = cs_experiment_run(&e, (int)c->parameter[0]);
        row->got = stretch_of(&e);
    }
    cs_experiment_close(&e);
    return status;
}

static const char *const only_implicit[] = {"implicit", NULL};
static const char *const only_verlet[] = {"verlet", NULL};
static const char *const only_xpbd[] = {"xpbd", NULL};

#define ROWS_10       "cloths[0].grid.rows=10"
#define ROWS_20       "cloths[0].grid.rows=20"
#define ROWS_40       "cloths[0].grid.rows=40"
#define IMPLICIT      "simulation.dt=0.01", "simulation.damping=0.9", "simulation.tolerance=1e-9"
#define XPBD          "simulation.dt=0.001", "simulation.damping=0.99", "simulation.substeps=1", "simulation.iterations=40"
#define VERLET        "simulation.dt=0.0002", "simulation.damping=0.998"
#define FINE_IMPLICIT "simulation.dt=0.005", "simulation.damping=0.95", "simulation.tolerance=1e-9"
#define FINE_XPBD                                                                                                      \
    "simulation.dt=0.0005", "simulation.damping=0.995", "simulation.substeps=1", "simulation.iterations=40"

#define WEIGHT   (0.2 * 9.81)
#define EXPECTED (WEIGHT / (2 * 100))

#define STRIP(name, what, solver_list, rows, steps, ...)                                                               \
    {                                                                                                                  \
        .id = "strip/" name, .title = "a strip of fabric hangs: its stretch, " what, .unit = "m",                      \
        .source = "q L^2/(2 E)", .scene = "hanging_strip", .solvers = (solver_list),                                   \
        .sets = (const char *const[]){ROWS_##rows, __VA_ARGS__, NULL}, .measure = measure_stretch,                     \
        .parameter = {steps}, .expected = EXPECTED, .gate = 1e-2                                                       \
    }
#define SPRINGS(rows, steps)                                                                                           \
    {                                                                                                                  \
        .id = "strip/springs-" #rows "-rows", .title = "a strip of springs hangs: its stretch, " #rows " rows",        \
        .unit = "m", .source = "q L^2/(2 E)", .scene = "hanging_springs", .solvers = only_verlet,                      \
        .sets = (const char *const[]){ROWS_##rows, NULL}, .measure = measure_stretch, .parameter = {steps},            \
        .expected = EXPECTED, .gate = 1e-2, .cannot = true,                                                            \
        .note = "springs of so many N/m each: twice as many in a row are half as stiff"                                \
    }

extern const cs_physics_case cs_physics_stretch_cases[];
const cs_physics_case cs_physics_stretch_cases[] = {
    STRIP("10-rows", "10 rows", only_implicit, 10, 400, IMPLICIT),
    STRIP("10-rows", "10 rows", only_xpbd, 10, 2000, XPBD),
    STRIP("10-rows", "10 rows", only_verlet, 10, 10000, VERLET),
    STRIP("20-rows", "20 rows", only_implicit, 20, 400, IMPLICIT),
    STRIP("20-rows", "20 rows", only_xpbd, 20, 2000, XPBD),
    STRIP("20-rows", "20 rows", only_verlet, 20, 10000, VERLET),
    STRIP("40-rows", "40 rows", only_implicit, 40, 400, IMPLICIT),
    STRIP("40-rows", "40 rows", only_xpbd, 40, 2000, XPBD),
    STRIP("half-dt", "20 rows, half the time step", only_implicit, 20, 800, FINE_IMPLICIT),
    STRIP("half-dt", "20 rows, half the time step", only_xpbd, 20, 4000, FINE_XPBD),
    SPRINGS(10, 6000),
    SPRINGS(20, 6000),
    SPRINGS(40, 6000),
    {0},
};
