// SPDX-License-Identifier: MIT
//
// The validation of chains: what hangs, how it swings, and how fast XPBD converges (Macklin, Mueller and Chentanez
// 2016; Macklin et al. 2019).
#include "lab/experiment.h"

#include "math/math.h"

#include <stdio.h>

#define GRAVITY 9.81

// ---- a hanging chain ---------------------------------------------------------------------------

/// parameter[0]: steps until it rests. parameter[1]: 0 for the whole chain, 1 for the worst of its springs: number i
/// from the top carries the masses below it, (N - i + 1) m g/k.
static cs_status measure_chain(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        status = cs_experiment_run(&e, (int)c->parameter[0]);
        const cs_link *links = e.scene->networks[0].links;
        int n = e.count - 1;
        double rest = 0, worst = -1;
        for (int i = 1; i <= n; i++) {
            double stretch = cs_experiment_distance(&e, i - 1, i) - links[i - 1].rest_length;
            double expected = (n - i + 1) * e.mass[i] * GRAVITY / links[i - 1].stiffness;
            rest += links[i - 1].rest_length;
            if (c->parameter[1] == 1 && !(fabs(stretch / expected - 1) <= worst)) {
                worst = fabs(stretch / expected - 1);
                row->expected = expected;
                row->got = stretch;
            }
        }
        if (c->parameter[1] == 0) {
            row->got = cs_experiment_distance(&e, 0, n) - rest;
        }
    }
    cs_experiment_close(&e);
    return status;
}

// ---- modes ----------------------------------------------------------------------------------------

#define MODES 10

/// Which particle, which coordinate, and where it rests.
typedef struct place {
    int particle, axis;
    double rest;
} place;

static double coordinate(cs_vec3 x, int axis)
{
    return axis == 0 ? x.x : x.y;
}

static double read_place(const cs_experiment *e, const void *context)
{
    const place *p = context;
    return coordinate(e->x[p->particle], p->axis) - p->rest;
}

/// The frequency (rad/s) and, in shape[1] to shape[MODES], the shape of mode `j` from 1: of a chain that hangs from
/// particle 0, along itself; or of a string between particles 0 and MODES + 1, across itself.
static double expect_mode(const cs_experiment *e, int j, bool string, double *shape)
{
    const cs_link *link = &e->scene->networks[0].links[0];
    double mass = e->mass[1], turn = string ? j * CS_PI / (MODES + 1) : (2 * j - 1) * CS_PI / (2 * MODES + 1);
    for (int i = 1; i <= MODES; i++) {
        shape[i] = cs_sin(turn * i);
    }
    double spacing = cs_experiment_distance(e, 0, 1);
    double tension = link->stiffness * (spacing - link->rest_length);
    return 2 * sqrt(string ? tension / (mass * spacing) : link->stiffness / mass) * cs_sin(turn / 2);
}

/// One mode; `error` and the row's numbers are set when it is worse than those before.
static cs_status measure_mode(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row, int j, double *error)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        bool string = c->parameter[0] == 1;
        double shape[MODES + 1], period = NAN, omega = expect_mode(&e, j, string, shape);
        place seen = {1, 1, 0};
        for (int i = 1; i <= MODES; i++) {
            seen.particle = fabs(shape[i]) > fabs(shape[seen.particle]) ? i : seen.particle;
        }
        seen.rest = e.x[seen.particle].y;
        for (int i = 1; i <= MODES; i++) {
            e.x[i].y += 1e-4 * shape[i];
        }
        cs_experiment_place(&e);
        status = cs_experiment_period(&e, read_place, &seen, 4, (int)(3.5 * 2 * CS_PI / omega / e.dt), &period);
        double got = 2 * CS_PI / period;
        if (!(fabs(got / omega - 1) <= *error)) {
            *error = fabs(got / omega - 1);
            row->expected = omega;
            row->got = got;
        }
    }
    cs_experiment_close(&e);
    return status;
}

/// parameter[0]: 0 for a hanging chain, 1 for a string. The worst mode is shown.
static cs_status measure_modes(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_status status = CS_OK;
    double error = -1;
    for (int j = 1; j <= MODES && status == CS_OK; j++) {
        status = measure_mode(lab, c, row, j, &error);
    }
    return status;
}

// ---- a heavy hanging chain swings ------------------------------------------------------------------

/// The Bessel function J0 by its power series; good to round-off for the |z| <= 3 that are wanted.
static double bessel_j0(double z)
{
    double term = 1, sum = 1;
    for (int k = 1; k < 30; k++) {
        term *= -(z * z / 4) / (k * k);
        sum += term;
    }
    return sum;
}

/// First zero of J0: omega sqrt(L/g) is half of it, and the shape is J0(2 omega sqrt(s/g)) at a height s above the
/// free end.
#define BESSEL_ZERO 2.404825557695773

/// The frequency over sqrt(g/L).
static cs_status measure_swing(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        int n = e.count - 1;
        double length = cs_experiment_distance(&e, 0, n), scale = sqrt(GRAVITY / length), period = NAN;
        place end = {n, 0, e.x[n].x};
        for (int i = 1; i <= n; i++) {
            e.x[i].x += 0.001 * bessel_j0(BESSEL_ZERO * sqrt(cs_experiment_distance(&e, i, n) / length));
        }
        cs_experiment_place(&e);
        status = cs_experiment_period(&e, read_place, &end, 2, (int)(12 / scale / e.dt), &period);
        row->got = 2 * CS_PI / period / scale;
    }
    cs_experiment_close(&e);
    return status;
}

// ---- the force at the top --------------------------------------------------------------------------

/// What holds the free particles over the last step, from their change of momentum (N).
static cs_vec3 top_force(const cs_experiment *e, cs_vec3 momentum_before)
{
    cs_vec3 change = cs_scale(cs_sub(cs_experiment_momentum(e), momentum_before), 1 / e->dt);
    for (int i = 0; i < e->count; i++) {
        if (!e->pinned[i]) {
            change.y += e->mass[i] * GRAVITY;
        }
    }
    return change;
}

/// The largest force at the top that FRAMES steps see and, in `forces`, each of them.
#define FRAMES 100
static cs_status follow_top(cs_experiment *e, double *forces)
{
    cs_status status = CS_OK;
    for (int i = 0; i < FRAMES && status == CS_OK; i++) {
        cs_vec3 before = cs_experiment_momentum(e);
        status = cs_experiment_run(e, 1);
        forces[i] = cs_length(top_force(e, before));
    }
    return status;
}

static cs_status top_forces(const cs_lab *lab, const cs_physics_case *c, const char *solver, int iterations,
                            double *forces)
{
    char set[48];
    snprintf(set, sizeof(set), "simulation.iterations=%d", iterations);
    const char *const more[] = {set, NULL};
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, solver, more);
    if (status == CS_OK) {
        status = follow_top(&e, forces);
    }
    cs_experiment_close(&e);
    return status;
}

#define MOST_ITERATIONS 10000 // more than a scene takes are not needed: the error is 1e-4 of that with 1000

/// parameter[0]: iterations. The rms error of the force at the top over 100 frames, as a part of its rms, against a
/// run that has converged.
static cs_status measure_convergence(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    double forces[FRAMES], converged[FRAMES], error = 0, norm = 0;
    cs_status status = top_forces(lab, c, row->solver, (int)c->parameter[0], forces);
    if (status == CS_OK) {
        status = top_forces(lab, c, row->solver, MOST_ITERATIONS, converged);
    }
    for (int i = 0; i < FRAMES && status == CS_OK; i++) {
        error += (forces[i] - converged[i]) * (forces[i] - converged[i]);
        norm += converged[i] * converged[i];
    }
    row->got = sqrt(error / norm);
    return status;
}

/// parameter[0]: frames. The force at the top over the weight that hangs there, after a while.
static cs_status measure_top_force(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        status = cs_experiment_run(&e, (int)c->parameter[0]);
    }
    if (status == CS_OK) {
        cs_vec3 before = cs_experiment_momentum(&e);
        status = cs_experiment_run(&e, 1);
        row->got = cs_length(top_force(&e, before));
    }
    cs_experiment_close(&e);
    return status;
}

/// parameter[0]: frames until it rests. How much longer a chain of rigid links becomes, whose last mass is 100,000
/// times the others, with one substep of 100 iterations than with 100 substeps of one.
static cs_status measure_small_steps(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    static const char *const ways[2][3] = {
        {"simulation.substeps=1", "simulation.iterations=100", NULL},
        {"simulation.substeps=100", "simulation.iterations=1", NULL},
    };
    double error[2] = {NAN, NAN};
    cs_status status = CS_OK;
    for (int i = 0; i < 2 && status == CS_OK; i++) {
        cs_experiment e;
        status = cs_experiment_open(&e, lab, c, row->solver, ways[i]);
        if (status == CS_OK) {
            double rest = cs_experiment_distance(&e, 0, e.count - 1);
            status = cs_experiment_run(&e, (int)c->parameter[0]);
            error[i] = cs_experiment_distance(&e, 0, e.count - 1) / rest - 1;
        }
        cs_experiment_close(&e);
    }
    row->got = error[0] / error[1];
    return status;
}

// ---- the cases ---------------------------------------------------------------------------------------

static const char *const forward[] = {"verlet", "rk4", "euler", NULL};
static const char *const backward[] = {"implicit", "xpbd", NULL};
static const char *const swinging_forward[] = {"verlet", "rk4", NULL};
static const char *const only_implicit[] = {"implicit", NULL};
static const char *const rigid[] = {"pbd", "xpbd", NULL};
static const char *const only_pbd[] = {"pbd", NULL};
static const char *const only_xpbd[] = {"xpbd", NULL};

static const char *const settle[] = {"simulation.dt=0.0002", "simulation.damping=0.996", NULL};
static const char *const settle_implicitly[] = {"simulation.damping=0.98", "simulation.substeps=1",
                                                "simulation.iterations=20", NULL};
static const char *const ring[] = {"simulation.gravity=[0,0,0]", "simulation.damping=1", "simulation.dt=0.0002", NULL};
static const char *const ring_iterated[] = {"simulation.gravity=[0,0,0]", "simulation.damping=1",
                                            "simulation.dt=0.0002",       "simulation.substeps=1",
                                            "simulation.iterations=10",   NULL};
static const char *const swing_coarse[] = {"simulation.dt=0.001", NULL};
static const char *const swing_iterated[] = {"simulation.dt=0.0005", "simulation.substeps=1",
                                             "simulation.iterations=40", NULL};

static const char *const heavy[] = {"networks[0].particles[19].mass=100000", "simulation.damping=0.98", NULL};

#define HANGS      "a chain of 10 masses of 0.1 kg hangs on springs of 1000 N/m: its stretch"
#define HANGS_EACH "the same chain, its worst spring"
#define RINGS      "a hanging chain of 10 masses rings along itself: its worst mode"
#define SOUNDS     "a string of 10 masses, 10 N: its worst mode"
#define SWINGS     "a heavy hanging chain swings: omega over sqrt(g/L)"

extern const cs_physics_case cs_physics_chain_cases[];
const cs_physics_case cs_physics_chain_cases[] = {
    {.id = "chain/stretch",
     .title = HANGS,
     .unit = "m",
     .source = "sum of (N - i + 1) m g/k",
     .scene = "chain",
     .solvers = forward,
     .sets = settle,
     .measure = measure_chain,
     .parameter = {15000, 0},
     .expected = 0.053955,
     .gate = 1e-6},
    {.id = "chain/stretch",
     .title = HANGS,
     .unit = "m",
     .source = "sum of (N - i + 1) m g/k",
     .scene = "chain",
     .solvers = backward,
     .sets = settle_implicitly,
     .measure = measure_chain,
     .parameter = {6000, 0},
     .expected = 0.053955,
     .gate = 1e-6},
    {.id = "chain/stretch",
     .title = HANGS,
     .unit = "m",
     .source = "sum of (N - i + 1) m g/k",
     .scene = "chain",
     .solvers = only_pbd,
     .sets = settle_implicitly,
     .measure = measure_chain,
     .parameter = {6000, 0},
     .expected = 0.053955,
     .gate = 1e-6,
     .cannot = true,
     .note = "position based dynamics knows no N/m"},
    {.id = "chain/spring",
     .title = HANGS_EACH,
     .unit = "m",
     .source = "(N - i + 1) m g/k",
     .scene = "chain",
     .solvers = forward,
     .sets = settle,
     .measure = measure_chain,
     .parameter = {15000, 1},
     .gate = 1e-6},
    {.id = "chain/spring",
     .title = HANGS_EACH,
     .unit = "m",
     .source = "(N - i + 1) m g/k",
     .scene = "chain",
     .solvers = backward,
     .sets = settle_implicitly,
     .measure = measure_chain,
     .parameter = {6000, 1},
     .gate = 1e-6},
    {.id = "chain/modes",
     .title = RINGS,
     .unit = "1/s",
     .source = "2 sqrt(k/m) sin((2j - 1) pi/(4N + 2))",
     .scene = "chain",
     .solvers = forward,
     .sets = ring,
     .measure = measure_modes,
     .parameter = {0},
     .gate = 1e-3},
    {.id = "chain/modes",
     .title = RINGS,
     .unit = "1/s",
     .source = "2 sqrt(k/m) sin((2j - 1) pi/(4N + 2))",
     .scene = "chain",
     .solvers = backward,
     .sets = ring_iterated,
     .measure = measure_modes,
     .parameter = {0},
     .gate = 1e-3},
    {.id = "string/modes",
     .title = SOUNDS,
     .unit = "1/s",
     .source = "2 sqrt(T/(m a)) sin(j pi/(2(N + 1)))",
     .scene = "string",
     .solvers = swinging_forward,
     .sets = ring,
     .measure = measure_modes,
     .parameter = {1},
     .gate = 1e-2},
    {.id = "string/modes",
     .title = SOUNDS,
     .unit = "1/s",
     .source = "2 sqrt(T/(m a)) sin(j pi/(2(N + 1)))",
     .scene = "string",
     .solvers = backward,
     .sets = ring_iterated,
     .measure = measure_modes,
     .parameter = {1},
     .gate = 1e-2},
    {.id = "heavy-chain/swing",
     .title = SWINGS,
     .source = "half the first zero of J0: 1.2024",
     .scene = "heavy_chain",
     .solvers = swinging_forward,
     .measure = measure_swing,
     .expected = 1.2024,
     .gate = 1e-2},
    {.id = "heavy-chain/swing",
     .title = SWINGS,
     .source = "half the first zero of J0: 1.2024",
     .scene = "heavy_chain",
     .solvers = only_implicit,
     .sets = swing_coarse,
     .measure = measure_swing,
     .expected = 1.2024,
     .gate = 1e-2},
    {.id = "heavy-chain/swing",
     .title = SWINGS,
     .source = "half the first zero of J0: 1.2024",
     .scene = "heavy_chain",
     .solvers = rigid,
     .sets = swing_iterated,
     .measure = measure_swing,
     .expected = 1.2024,
     .gate = 1e-2},
    {.id = "stiff-chain/50-iterations",
     .title = "rms error of the force at the top of 20 particles over 100 frames",
     .source = "Macklin 2016: 6 % with 50 iterations",
     .scene = "stiff_chain",
     .solvers = only_xpbd,
     .measure = measure_convergence,
     .parameter = {50},
     .gate = 0.065,
     .absolute = true},
    {.id = "stiff-chain/100-iterations",
     .title = "rms error of the force at the top of 20 particles over 100 frames",
     .source = "Macklin 2016: 2 % with 100 iterations",
     .scene = "stiff_chain",
     .solvers = only_xpbd,
     .measure = measure_convergence,
     .parameter = {100},
     .gate = 0.025,
     .absolute = true},
    {.id = "stiff-chain/1000-iterations",
     .title = "rms error of the force at the top of 20 particles over 100 frames",
     .source = "Macklin 2016: 0.5 % with 1000 iterations",
     .scene = "stiff_chain",
     .solvers = only_xpbd,
     .measure = measure_convergence,
     .parameter = {1000},
     .gate = 0.0055,
     .absolute = true},
    {.id = "heavy-end/top-force",
     .title = "force at the top of a hanging chain of 20 particles of 1 kg, the first fixed",
     .unit = "N",
     .source = "19 m g",
     .scene = "heavy_end",
     .solvers = only_xpbd,
     .measure = measure_top_force,
     .parameter = {100},
     .expected = 19 * GRAVITY,
     .gate = 0.01},
    {.id = "heavy-end/small-steps",
     .title = "a heavy end hangs from rigid links: their stretch with 100 iterations over that with 100 substeps",
     .source = "Macklin 2019: about 100",
     .scene = "heavy_end",
     .solvers = only_xpbd,
     .sets = heavy,
     .measure = measure_small_steps,
     .parameter = {2400},
     .expected = 100,
     .gate = 0.01},
    {0},
};
