// SPDX-License-Identifier: MIT
//
// The time steps that springs and fabrics allow, and what a user is told of them. The stiffness of the scene
// (stiffness.h) decides, by the formula of the solver.
#include "sim/membrane.h"
#include "sim/solver.h"
#include "sim/stiffness.h"

#include "math/math.h"

// More substeps than this are no help to anyone; the scene format takes no more either.
#define MOST_SUBSTEPS 1000000

/// The largest stable substep of a solver that has one.
static double largest_step(const cs_solver_kind *solver, cs_stiffness stiffness, double damping)
{
    double low = 0, high = solver->largest_step(stiffness.elastic, damping);
    if (!(stiffness.viscous > 0)) {
        return high;
    }
    for (int i = 0; i < 60; i++) {
        double h = low + (high - low) / 2;
        bool stable = h <= solver->largest_step(stiffness.elastic + stiffness.viscous / h, damping);
        low = stable ? h : low;
        high = stable ? high : h;
    }
    return low;
}

/// The largest dt for a stiffness.
static double dt_limit(const cs_sim *sim, cs_stiffness stiffness)
{
    return stiffness.elastic > 0 && sim->solver->largest_step
               ? largest_step(sim->solver, stiffness, sim->damping) * sim->scene->simulation.substeps
               : INFINITY;
}

double cs_sim_safe_bound(const cs_sim *sim)
{
    cs_stiffness safe;
    if (!sim->solver->largest_step) {
        return INFINITY;
    }
    return cs_stiffness_bound(sim, &safe) ? dt_limit(sim, safe) : 0;
}

void cs_sim_stability(const cs_sim *sim, cs_stability *stability)
{
    cs_stiffness rest;
    *stability = (cs_stability){.dt = sim->scene->simulation.dt, .limit = INFINITY, .safe_bound = INFINITY};
    if (sim->solver->largest_step) {
        stability->safe_bound = cs_sim_safe_bound(sim);
        stability->limit = cs_stiffness_at_rest(sim, &rest) ? dt_limit(sim, rest) : stability->safe_bound;
    }
}

/// x >= 0 rounded down to `digits` significant digits.
static double round_down(double x, int digits)
{
    if (!(x > 0 && isfinite(x))) {
        return x;
    }
    double unit = 1, top = 1;
    for (int i = 0; i < digits; i++) {
        top *= 10;
    }
    while (x * unit < top / 10) {
        unit *= 10;
    }
    while (x * unit >= top) {
        unit /= 10;
    }
    return floor(x * unit) / unit;
}

/// Whether a substep with the scene's dt cut into n is stable.
static bool is_stable(const cs_sim *sim, cs_stiffness stiffness, int n)
{
    const cs_simulation *simulation = &sim->scene->simulation;
    double h = simulation->dt / n, lambda = stiffness.elastic + stiffness.viscous / h;
    return h <= sim->solver->largest_step(lambda, cs_pow(simulation->damping, 1.0 / n));
}

/// The smallest number of substeps that makes the scene's dt stable for a stiffness; 0 when it is above MOST_SUBSTEPS.
static int needed_substeps(const cs_sim *sim, cs_stiffness stiffness)
{
    double least = sim->scene->simulation.dt / largest_step(sim->solver, stiffness, 1);
    int n = least < 1 ? 1 : least < MOST_SUBSTEPS ? (int)least : MOST_SUBSTEPS;
    while (n <= MOST_SUBSTEPS && !is_stable(sim, stiffness, n)) {
        n++;
    }
    return n <= MOST_SUBSTEPS ? n : 0;
}

/// What it is that limits dt.
static bool has_fabric(const cs_sim *sim)
{
    bool found = false;
    for (int i = 0; i < sim->body_count; i++) {
        for (int e = 0; e < sim->bodies[i].element_count; e++) {
            found = found || cs_membrane_of(sim->bodies[i].elements[e]);
        }
    }
    return found;
}

static void put_help(const cs_sim *sim, cs_stiffness stiffness, cs_text *help)
{
    double dt = round_down(dt_limit(sim, stiffness), 2);
    int substeps = needed_substeps(sim, stiffness);
    if (!(dt > 0)) {
        cs_text_puts(help, has_fabric(sim)
                               ? "the fabric is stiffer than any time step can follow; the solvers implicit "
                                 "and xpbd take any"
                               : "the springs are stiffer than any time step can follow");
        return;
    }
    cs_text_puts(help, "use dt <= ");
    cs_text_number(help, dt);
    if (substeps > 0) {
        cs_text_printf(help, " (or substeps >= %d)", substeps);
    }
    if (has_fabric(sim)) {
        cs_text_puts(help, ", or a solver that takes any dt: implicit or xpbd");
    }
}

static void report(const cs_sim *sim, cs_log *log, bool refused, cs_stiffness rest, cs_stiffness safe)
{
    double limit = dt_limit(sim, rest), bound = dt_limit(sim, safe);
    cs_text message = {0}, help = {0};
    cs_text_puts(&message, "dt ");
    cs_text_number(&message, sim->scene->simulation.dt);
    const char *thing = has_fabric(sim) ? "fabric" : "springs";
    cs_text_printf(&message,
                   refused ? " s is above the stability limit of the %s at rest"
                           : " s is above the safe bound of stretched %s",
                   thing);
    cs_text_printf(&message, " (%s: limit ", sim->solver->name);
    cs_text_number(&message, round_down(limit, 4));
    cs_text_puts(&message, " s, safe bound ");
    cs_text_number(&message, round_down(bound, 4));
    cs_text_puts(&message, " s)");
    put_help(sim, safe, &help); // below the limit at rest, stretched springs may still run away
    if (message.bytes && !message.failed) {
        cs_severity severity = refused && !sim->scene->simulation.allow_unstable ? CS_ERROR : CS_WARNING;
        cs_scene_report(sim->scene, log, severity, "simulation.dt", message.bytes, help.bytes);
    }
    cs_text_free(&message);
    cs_text_free(&help);
}

static bool is_damped(const cs_sim *sim)
{
    bool found = false;
    for (int i = 0; i < sim->body_count; i++) {
        for (int e = 0; e < sim->bodies[i].element_count; e++) {
            found = found || sim->bodies[i].elements[e]->damped;
        }
    }
    return found;
}

/// Says what a solver that is there to be seen failing does to a mode with this eigenvalue.
static void warn_of_growth(const cs_sim *sim, double lambda, cs_log *log)
{
    double a_substep = sim->solver->growth(lambda, sim->h, sim->damping);
    if (!(a_substep > 1)) {
        return;
    }
    double a_second = cs_pow(a_substep, 1 / sim->h);
    cs_text message = {0};
    cs_text_printf(&message,
                   "%s adds energy in every step and is here to show that: the amplitude of this scene's stiffest mode "
                   "grows %.4g times a substep",
                   sim->solver->name, a_substep);
    if (isfinite(a_second)) {
        cs_text_printf(&message, ", %.3g times a second", a_second);
    }
    if (is_damped(sim)) {
        cs_text_puts(&message, ", less what the damping inside links and fabrics takes");
    }
    if (message.bytes && !message.failed) {
        cs_scene_report(sim->scene, log, CS_WARNING, "simulation.solver", message.bytes,
                        "verlet, rk4, implicit and xpbd do not do that");
    }
    cs_text_free(&message);
}

cs_status cs_sim_check_dt(const cs_sim *sim, cs_log *log)
{
    const cs_solver_kind *solver = sim->solver;
    cs_stiffness rest, safe;
    if (solver->growth) {
        if (!cs_stiffness_at_rest(sim, &rest)) {
            return CS_INTERNAL;
        }
        warn_of_growth(sim, rest.elastic, log);
        return CS_OK;
    }
    if (!solver->largest_step) {
        return CS_OK;
    }
    if (!cs_stiffness_bound(sim, &safe)) {
        return CS_INTERNAL;
    }
    double dt = sim->scene->simulation.dt;
    if (dt <= dt_limit(sim, safe)) {
        return CS_OK; // the limit at rest is never below the bound of every state
    }
    rest = safe;
    if (isfinite(safe.elastic) && !cs_stiffness_at_rest(sim, &rest)) {
        return CS_INTERNAL;
    }
    bool refused = dt > dt_limit(sim, rest);
    report(sim, log, refused, rest, safe);
    return refused && !sim->scene->simulation.allow_unstable ? CS_INVALID_SCENE : CS_OK;
}
