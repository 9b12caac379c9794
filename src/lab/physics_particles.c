// SPDX-License-Identifier: MIT
//
// The validation of particles and springs: free fall, one mass on a spring, pendulums, and what a free body keeps.
// Expected values are closed forms in continuous time or, where it says so, of the solver's own discrete law.
#include "lab/experiment.h"

#include "math/math.h"

#include <stdlib.h>
#include <string.h>

#define GRAVITY 9.81

static bool is_solver(const cs_physics_row *row, const char *name)
{
    return strcmp(row->solver, name) == 0;
}

// ---- free fall ------------------------------------------------------------------------------

/// How far a body has fallen after n steps of h: g t (t + h)/2 for the solvers that move with the new velocity,
/// g t (t - h)/2 for explicit Euler, which moves with the old one, and g t^2/2 for Runge-Kutta.
static double discrete_fall(const cs_physics_row *row, double n, double h)
{
    double shift = is_solver(row, "euler") ? -1 : is_solver(row, "rk4") ? 0 : 1;
    return GRAVITY * h * h * n * (n + shift) / 2;
}

/// What rounding may add up to, as a part of the fall: the velocity carries the error of each step on, so that after n
/// of them it is n^1.5 times that of a coordinate. A few meet in each step.
static double rounding(const cs_experiment *e, double n, double fall)
{
    double largest = 0;
    for (int i = 0; i < e->count; i++) {
        largest = fabs(e->x[i].y) > largest ? fabs(e->x[i].y) : largest;
    }
    return 10 * 0x1p-53 * n * sqrt(n) * largest / fall;
}

/// parameter[0]: steps. Every particle is compared, and the worst one shown.
static cs_status measure_free_fall(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    double *start = status == CS_OK ? calloc((size_t)e.count, 2 * sizeof(double)) : NULL;
    if (start) {
        for (int i = 0; i < e.count; i++) {
            start[2 * i] = e.x[i].y;
            start[2 * i + 1] = e.v[i].y;
        }
        double n = c->parameter[0] * e.scene->simulation.substeps, h = e.dt / e.scene->simulation.substeps;
        status = cs_experiment_run(&e, (int)c->parameter[0]);
        row->expected = row->got = discrete_fall(row, n, h);
        row->gate = rounding(&e, n, row->expected);
        for (int i = 0; i < e.count; i++) {
            double fall = start[2 * i] + start[2 * i + 1] * n * h - e.x[i].y;
            if (!(fabs(fall - row->expected) <= fabs(row->got - row->expected))) {
                row->got = fall;
            }
        }
    }
    free(start);
    cs_experiment_close(&e);
    return status;
}

// ---- one mass on a spring ---------------------------------------------------------------------

/// parameter[0]: steps until it rests.
static cs_status measure_extension(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        double rest = cs_experiment_distance(&e, 0, 1);
        status = cs_experiment_run(&e, (int)c->parameter[0]);
        row->got = cs_experiment_distance(&e, 0, 1) - rest;
    }
    cs_experiment_close(&e);
    return status;
}

/// How far particle 1 is below its start, the number that `context` points to.
static double read_height(const cs_experiment *e, const void *context)
{
    return e->x[1].y - *(const double *)context;
}

/// Pulls particle 1 of a scene without gravity down by 1 cm.
static void pull(cs_experiment *e, double *rest)
{
    *rest = e->x[1].y;
    e->x[1].y -= 0.01;
    cs_experiment_place(e);
}

/// parameter[0]: half cycles. parameter[1]: 0 for the period (s), 1 for the frequency of the Verlet scheme (1/s), which
/// is (2/h) asin(omega h/2) instead of omega.
static cs_status measure_period(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        double omega = sqrt(e.scene->networks[0].links[0].stiffness / e.mass[1]), rest, period = NAN;
        pull(&e, &rest);
        int most = (int)(2 * CS_PI / omega / e.dt * (c->parameter[0] / 2 + 2));
        status = cs_experiment_period(&e, read_height, &rest, (int)c->parameter[0], most, &period);
        bool discrete = c->parameter[1] == 1;
        row->expected = discrete ? 2 / e.dt * cs_asin(omega * e.dt / 2) : 2 * CS_PI / omega;
        row->got = discrete ? 2 * CS_PI / period : period;
    }
    cs_experiment_close(&e);
    return status;
}

/// What a step multiplies the complex amplitude x + i v/omega with, as amplitude and phase, for z = omega h: 1 + i z
/// for explicit Euler, 1/(1 - i z) for backward Euler, the exponential series up to z^4 for Runge-Kutta.
static void expect_step(const cs_physics_row *row, double z, double *amplitude, double *phase)
{
    double re = 1, im = z;
    if (is_solver(row, "rk4")) {
        re = 1 - z * z / 2 + z * z * z * z / 24;
        im = z - z * z * z / 6;
    }
    *amplitude = sqrt(re * re + im * im);
    *phase = cs_atan2(im, re);
    if (is_solver(row, "implicit") || is_solver(row, "xpbd")) {
        *amplitude = 1 / *amplitude;
    }
}

/// parameter[0]: steps. parameter[1]: 0 for the amplitude of a step, 1 for its phase (rad).
static cs_status measure_step(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        double omega = sqrt(e.scene->networks[0].links[0].stiffness / e.mass[1]), rest;
        pull(&e, &rest);
        double start = e.x[1].y - rest; // at rest
        int steps = (int)c->parameter[0];
        status = cs_experiment_run(&e, steps);
        double x = (e.x[1].y - rest) / start, y = e.v[1].y / omega / start;
        double amplitude, phase;
        expect_step(row, omega * e.dt, &amplitude, &phase);
        row->expected = c->parameter[1] == 0 ? amplitude : phase;
        if (c->parameter[1] == 0) {
            row->got = cs_pow(x * x + y * y, 0.5 / steps);
        } else {
            double turned = cs_atan2(-y, x), whole = cs_floor((phase * steps - turned) / (2 * CS_PI) + 0.5);
            row->got = (turned + whole * 2 * CS_PI) / steps;
        }
    }
    cs_experiment_close(&e);
    return status;
}

// ---- pendulums ---------------------------------------------------------------------------------

static double read_side(const cs_experiment *e, const void *context)
{
    (void)context;
    return e->x[1].x;
}

/// parameter[0]: amplitude (degrees). The period over that of small swings.
static cs_status measure_pendulum(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        double angle = c->parameter[0] * CS_PI / 180, small = 2 * CS_PI * sqrt(1 / GRAVITY), period = NAN;
        e.x[1] = cs_add(e.x[0], (cs_vec3){cs_sin(angle), -cs_cos(angle), 0});
        cs_experiment_place(&e);
        status = cs_experiment_period(&e, read_side, NULL, 1, (int)(3 * small / e.dt), &period);
        row->got = period / small;
    }
    cs_experiment_close(&e);
    return status;
}

/// Lowest and highest energy, and the mean over the first and the last tenth.
typedef struct energies {
    double low, high, first, last;
} energies;

/// The energy at a step takes the velocity from the steps before and after it, which is right to second order.
static cs_status follow_energy(cs_experiment *e, int steps, energies *seen)
{
    *seen = (energies){INFINITY, -INFINITY, 0, 0};
    cs_status status = cs_experiment_run(e, 1);
    int tenth = steps / 10;
    for (int i = 0; i < steps && status == CS_OK; i++) {
        double energy = cs_sim_elastic_energy(e->sim);
        cs_vec3 before[3] = {e->v[0], e->v[1], e->v[2]};
        for (int j = 0; j < 3; j++) {
            energy += e->mass[j] * GRAVITY * e->x[j].y;
        }
        status = cs_experiment_run(e, 1);
        for (int j = 0; j < 3; j++) {
            cs_vec3 v = cs_scale(cs_add(before[j], e->v[j]), 0.5);
            energy += e->mass[j] / 2 * cs_dot(v, v);
        }
        seen->low = energy < seen->low ? energy : seen->low;
        seen->high = energy > seen->high ? energy : seen->high;
        seen->first += i < tenth ? energy / tenth : 0;
        seen->last += i >= steps - tenth ? energy / tenth : 0;
    }
    return status;
}

/// parameter[0]: steps. parameter[1]: the energy (J) that is swung between the two kinds; the drift is a part of it.
static cs_status measure_energy_drift(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    energies seen = {0};
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        status = follow_energy(&e, (int)c->parameter[0], &seen);
        row->got = (seen.last - seen.first) / c->parameter[1];
    }
    cs_experiment_close(&e);
    return status;
}

/// parameter[0]: steps. How much less the energy sways when h is halved.
static cs_status measure_energy_order(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    static const char *const steps_of[2][2] = {{"simulation.dt=0.001", NULL}, {"simulation.dt=0.0005", NULL}};
    energies seen[2] = {{0}};
    cs_status status = CS_OK;
    for (int i = 0; i < 2 && status == CS_OK; i++) {
        cs_experiment e;
        status = cs_experiment_open(&e, lab, c, row->solver, steps_of[i]);
        if (status == CS_OK) {
            status = follow_energy(&e, (int)c->parameter[0] << i, &seen[i]);
        }
        cs_experiment_close(&e);
    }
    row->got = (seen[0].high - seen[0].low) / (seen[1].high - seen[1].low);
    return status;
}

// ---- a free body -----------------------------------------------------------------------------

/// parameter[0]: steps. parameter[1]: 0 for the momentum, 1 for the angular momentum. The largest change over the
/// steps, as a part of the start.
static cs_status measure_momentum(const cs_lab *lab, const cs_physics_case *c, cs_physics_row *row)
{
    cs_experiment e;
    cs_status status = cs_experiment_open(&e, lab, c, row->solver, NULL);
    if (status == CS_OK) {
        bool linear = c->parameter[1] == 0;
        cs_vec3 start = linear ? cs_experiment_momentum(&e) : cs_experiment_spin(&e);
        row->got = 0;
        for (int i = 0; i < (int)c->parameter[0] && status == CS_OK; i++) {
            status = cs_experiment_run(&e, 1);
            cs_vec3 now = linear ? cs_experiment_momentum(&e) : cs_experiment_spin(&e);
            double change = cs_length(cs_sub(now, start)) / cs_length(start);
            row->got = change > row->got ? change : row->got;
        }
    }
    cs_experiment_close(&e);
    return status;
}

// ---- the cases -----------------------------------------------------------------------------------

static const char *const unit_solvers[] = {"verlet", "euler", "rk4", "implicit", "xpbd", NULL};
static const char *const one_step_solvers[] = {"euler", "rk4", "implicit", "xpbd", NULL};
static const char *const only_verlet[] = {"verlet", NULL};
static const char *const only_euler[] = {"euler", NULL};
static const char *const only_pbd[] = {"pbd", NULL};
static const char *const backward[] = {"implicit", "pbd", "xpbd", NULL};
static const char *const forward[] = {"verlet", "rk4", NULL};
static const char *const all_but_euler[] = {"verlet", "rk4", "implicit", "xpbd", NULL};
static const char *const bounded[] = {"verlet", "rk4", "implicit", "pbd", "xpbd", NULL};
static const char *const not_central[] = {"rk4", "implicit", "pbd", "xpbd", NULL};

#define ONE_STEP    "simulation.substeps=1" // xpbd would take ten
#define WEIGHTLESS  "simulation.gravity=[0,0,0]", "simulation.damping=1", ONE_STEP
#define EXACT_SOLVE "simulation.tolerance=1e-12"
static const char *const one_step[] = {ONE_STEP, NULL};
static const char *const small_step[] = {"simulation.dt=0.0005", NULL};
static const char *const at_rest[] = {"simulation.damping=0.95", ONE_STEP, EXACT_SOLVE, NULL};
static const char *const fine[] = {WEIGHTLESS, "simulation.dt=0.00005", NULL};
static const char *const coarse[] = {WEIGHTLESS, "simulation.dt=0.01", NULL};
static const char *const very_fine[] = {ONE_STEP, "simulation.dt=0.00001", NULL};
static const char *const published[] = {WEIGHTLESS,
                                        EXACT_SOLVE,
                                        "simulation.dt=0.016666666666666666",
                                        "networks[0].links[0].stiffness=1000",
                                        "networks[0].particles[1].mass=1",
                                        NULL};

#define PENDULUM_SOURCE "T/T0 = 2 K(sin(a/2))/pi"
#define PENDULUM_ROW(degrees, ratio, solver_list, overrides)                                                           \
    {                                                                                                                  \
        .id = "pendulum/" #degrees,                                                                                    \
        .title = "period of a pendulum let go at " #degrees " degrees, over 2 pi sqrt(L/g)",                           \
        .source = PENDULUM_SOURCE, .scene = "pendulum", .solvers = (solver_list), .sets = (overrides),                 \
        .measure = measure_pendulum, .parameter = {degrees}, .expected = (ratio), .gate = 1e-3                         \
    }
// Backward solvers take from the swing in proportion to the step.
#define PENDULUM(degrees, ratio)                                                                                       \
    PENDULUM_ROW(degrees, ratio, forward, NULL), PENDULUM_ROW(degrees, ratio, backward, very_fine)

extern const cs_physics_case cs_physics_particle_cases[];
const cs_physics_case cs_physics_particle_cases[] = {
    {.id = "free-fall/body",
     .title = "fall of a body with damped links, its worst particle",
     .unit = "m",
     .source = "the solver's discrete law: g t (t + h)/2, (t - h) for euler, g t^2/2 for rk4",
     .scene = "falling_body",
     .solvers = cs_physics_all_solvers,
     .sets = one_step,
     .measure = measure_free_fall,
     .parameter = {200}},
    {.id = "free-fall/springs",
     .title = "fall of a sheet of springs, its worst particle",
     .unit = "m",
     .source = "the solver's discrete law",
     .scene = "falling_springs",
     .solvers = all_but_euler,
     .sets = one_step,
     .measure = measure_free_fall,
     .parameter = {200}},
    {.id = "free-fall/springs",
     .title = "fall of a sheet of springs, its worst particle",
     .unit = "m",
     .source = "the solver's discrete law",
     .scene = "falling_springs",
     .solvers = only_euler,
     .sets = small_step,
     .measure = measure_free_fall,
     .parameter = {200}},
    {.id = "free-fall/fabric",
     .title = "fall of a sheet of fabric with internal damping, its worst particle",
     .unit = "m",
     .source = "the solver's discrete law",
     .scene = "falling_fabric",
     .solvers = unit_solvers,
     .sets = one_step,
     .measure = measure_free_fall,
     .parameter = {200}},
    {.id = "spring-extension",
     .title = "a mass hangs at rest from a spring",
     .unit = "m",
     .source = "m g/k",
     .scene = "mass_on_spring",
     .solvers = unit_solvers,
     .sets = at_rest,
     .measure = measure_extension,
     .parameter = {4000},
     .expected = 0.5 * GRAVITY / 200,
     .gate = 1e-6},
    {.id = "spring-extension",
     .title = "a mass hangs at rest from a spring",
     .unit = "m",
     .source = "m g/k",
     .scene = "mass_on_spring",
     .solvers = only_pbd,
     .sets = at_rest,
     .measure = measure_extension,
     .parameter = {4000},
     .expected = 0.5 * GRAVITY / 200,
     .gate = 1e-6,
     .cannot = true,
     .note = "position based dynamics knows no N/m: its stiffness is that of correction, iterations and time step"},
    {.id = "spring-period",
     .title = "period of a mass on a spring, h = 0.00005 s",
     .unit = "s",
     .source = "2 pi sqrt(m/k)",
     .scene = "mass_on_spring",
     .solvers = unit_solvers,
     .sets = fine,
     .measure = measure_period,
     .parameter = {4, 0},
     .gate = 1e-6},
    {.id = "spring-frequency",
     .title = "frequency of a mass on a spring, h = 0.01 s",
     .unit = "1/s",
     .source = "Verlet's own: (2/h) asin(omega h/2)",
     .scene = "mass_on_spring",
     .solvers = only_verlet,
     .sets = coarse,
     .measure = measure_period,
     .parameter = {600, 1},
     .gate = 1e-10},
    {.id = "spring-step/amplitude",
     .title = "what a step multiplies the amplitude of a spring with (k = 1000 N/m, m = 1 kg, h = 1/60 s)",
     .source = "backward Euler (1 + z^2)^-1/2, explicit its inverse, rk4 exp(i z) up to z^4; z = w h",
     .scene = "mass_on_spring",
     .solvers = one_step_solvers,
     .sets = published,
     .measure = measure_step,
     .parameter = {20, 0},
     .gate = 1e-10},
    {.id = "spring-step/phase",
     .title = "by what a step turns the phase of a spring (k = 1000 N/m, m = 1 kg, h = 1/60 s)",
     .unit = "rad",
     .source = "atan(z); rk4: of its series; z = w h",
     .scene = "mass_on_spring",
     .solvers = one_step_solvers,
     .sets = published,
     .measure = measure_step,
     .parameter = {20, 1},
     .gate = 1e-10},
    PENDULUM(30, 1.017409),
    PENDULUM(60, 1.073182),
    PENDULUM(90, 1.180341),
    PENDULUM(150, 1.762204),
    {.id = "free-body/momentum",
     .title = "largest change of the momentum of a body that tumbles and rings, as a part of it",
     .source = "Newton's third law",
     .scene = "tumbling_body",
     .solvers = bounded,
     .sets = one_step,
     .measure = measure_momentum,
     .parameter = {200, 0},
     .gate = 1e-12,
     .absolute = true},
    {.id = "free-body/momentum",
     .title = "largest change of the momentum of a body that tumbles and rings, as a part of it",
     .source = "Newton's third law",
     .scene = "tumbling_body",
     .solvers = only_euler,
     .sets = small_step,
     .measure = measure_momentum,
     .parameter = {200, 0},
     .gate = 1e-12,
     .absolute = true},
    {.id = "free-body/sheet-momentum",
     .title = "largest change of the momentum of a sheet of fabric that tumbles and rings, as a part of it",
     .source = "Newton's third law",
     .scene = "tumbling_sheet",
     .solvers = unit_solvers,
     .measure = measure_momentum,
     .parameter = {200, 0},
     .gate = 1e-12,
     .absolute = true},
    {.id = "free-body/angular-momentum",
     .title = "largest change of the angular momentum of a body that tumbles and rings, as a part of it",
     .source = "central forces",
     .scene = "tumbling_body",
     .solvers = only_verlet,
     .sets = one_step,
     .measure = measure_momentum,
     .parameter = {200, 1},
     .gate = 1e-12,
     .absolute = true},
    {.id = "free-body/angular-momentum",
     .title = "largest change of the angular momentum of a body that tumbles and rings, as a part of it",
     .source = "central forces",
     .scene = "tumbling_body",
     .solvers = not_central,
     .sets = one_step,
     .measure = measure_momentum,
     .parameter = {200, 1},
     .gate = 1e-12,
     .absolute = true,
     .cannot = true,
     .note = "the forces of a step are not central at one place that it turns about"},
    {.id = "double-pendulum/energy-order",
     .title = "sway of a double pendulum's energy, h = 0.001 s over h = 0.0005 s",
     .source = "second order: 4",
     .scene = "double_pendulum",
     .solvers = only_verlet,
     .measure = measure_energy_order,
     .parameter = {3000},
     .expected = 4,
     .gate = 0.05},
    {.id = "double-pendulum/energy-drift",
     .title = "drift of a double pendulum's energy over 100 s, as a part of what swings",
     .source = "symplectic: none",
     .scene = "double_pendulum",
     .solvers = only_verlet,
     .measure = measure_energy_drift,
     .parameter = {100000, 10},
     .gate = 1e-5,
     .absolute = true},
    {.id = "double-pendulum/energy-drift",
     .title = "drift of a double pendulum's energy over 1 s, as a part of what swings",
     .source = "symplectic: none",
     .scene = "double_pendulum",
     .solvers = only_euler,
     .measure = measure_energy_drift,
     .parameter = {1000, 10},
     .gate = 1e-5,
     .absolute = true,
     .cannot = true,
     .note = "explicit Euler adds energy in every step: it is here to show that"},
    {0},
};
