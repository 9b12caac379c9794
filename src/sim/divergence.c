// SPDX-License-Identifier: MIT
//
// What to tell the user when a particle ran away: which, when, and the likely cause, from the most to the least
// certain: forces that no cloth can follow, a solve that found no answer, a solver or a time step that stretched
// springs do not bear, a fast start.
#include "sim/solver.h"

#include "math/math.h"

#include <math.h>
#include <stdio.h>

// An outer force is extreme when it alone moves a particle by this part of the sheet's extent in one substep ...
#define EXTREME_PART 0.01
// ... or accelerates it this much (m/s^2): a hundred times the weight on Earth.
#define EXTREME_ACCELERATION 1000.0

static const cs_body *body_of(const cs_sim *sim, int lane)
{
    int i = sim->body_count - 1;
    while (i > 0 && sim->bodies[i].first_lane > lane) {
        i--;
    }
    return &sim->bodies[i];
}

static bool extreme(const cs_sim *sim, double acceleration)
{
    return acceleration > EXTREME_ACCELERATION || acceleration * sim->h * sim->h > EXTREME_PART * sim->extent;
}

/// The length of v, also where the squares of its components overflow; the largest component where the length does.
static double magnitude(cs_vec3 v)
{
    double plain = cs_length(v);
    if (isfinite(plain)) {
        return plain;
    }
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    double largest = x > y ? (x > z ? x : z) : (y > z ? y : z);
    double scaled = largest * cs_length((cs_vec3){x / largest, y / largest, z / largest});
    return isfinite(scaled) ? scaled : largest;
}

/// An outer force that no cloth can follow.
static bool name_force(const cs_sim *sim, double mass, cs_text *cause)
{
    const cs_phase *phase = cs_sim_phase(sim, sim->step);
    double wind = phase ? magnitude(phase->wind_force) : 0;
    double gravity = magnitude(sim->scene->simulation.gravity);
    if (phase && extreme(sim, wind / mass)) {
        cs_text_printf(cause, "the wind of phase \"%s\" is extreme: ", phase->name ? phase->name : "");
        cs_text_number(cause, wind);
        cs_text_puts(cause, " N on a particle of ");
        cs_text_number(cause, mass);
        cs_text_puts(cause, " kg");
        return true;
    }
    if (extreme(sim, gravity)) {
        cs_text_puts(cause, "gravity is extreme: ");
        cs_text_number(cause, gravity);
        cs_text_puts(cause, " m/s^2");
        return true;
    }
    return false;
}

/// The solver and its time step; solvers that are stable for every dt have no such cause.
static bool name_solver(const cs_sim *sim, const cs_body *body, cs_text *cause)
{
    double dt = sim->scene->simulation.dt, safe_bound = cs_sim_safe_bound(sim);
    if (sim->solve.unconverged > 0) {
        cs_text_printf(cause,
                       "the solve found no answer: its residual was still %.2g of where it began after %d iterations; "
                       "take a smaller dt, more substeps or more iterations",
                       sim->solve.residual, sim->solve.iterations);
        return true;
    }
    if (!(dt > safe_bound)) {
        return false;
    }
    if (sim->solver->growth) {
        cs_text_printf(cause, "%s adds energy in every step; verlet, rk4, implicit and xpbd do not", sim->solver->name);
        return true;
    }
    bool fabric = body->cloth && body->cloth->material == CS_MATERIAL_FABRIC;
    cs_text_puts(cause, "dt ");
    cs_text_number(cause, dt);
    cs_text_printf(cause, " s is too long for %s: up to %.4g s is safe in any state",
                   fabric ? "a stretched fabric" : "stretched springs", safe_bound);
    return true;
}

static void name_cause(const cs_sim *sim, const cs_body *body, int of_body, cs_text *cause)
{
    if (name_force(sim, cs_body_mass(body, of_body), cause) || name_solver(sim, body, cause)) {
        return;
    }
    cs_text_puts(cause, sim->solver->largest_step
                            ? "dt is within its limits and no outer force is extreme; look at the start velocities and "
                              "at what lies inside a collider at the start"
                            : "no outer force is extreme; look at the start velocities and at what lies inside a "
                              "collider at the start");
}

void cs_sim_report_divergence(const cs_sim *sim, int lane, cs_log *log)
{
    const cs_body *body = body_of(sim, lane);
    int of_body = lane - body->first_lane;
    char particle[64];
    if (body->is_cloth) {
        snprintf(particle, sizeof(particle), "row %d, column %d", of_body / body->stride, of_body % body->stride);
    } else {
        snprintf(particle, sizeof(particle), "particle %d", of_body);
    }
    cs_text cause = {0};
    name_cause(sim, body, of_body, &cause);
    cs_location where = {.file = sim->scene->file};
    cs_log_add(log, CS_ERROR, where, NULL, cause.bytes, "the simulation diverged in step %lld: %s \"%s\", %s ran away",
               (long long)sim->step + 1, body->is_cloth ? "cloth" : "network", body->name ? body->name : "", particle);
    cs_text_free(&cause);
}

bool cs_sim_judge_solves(cs_sim *sim, cs_log *log)
{
    cs_solve_report *solve = &sim->solve;
    const cs_simulation *simulation = &sim->scene->simulation;
    solve->failed_steps = solve->stalled ? solve->failed_steps + 1 : 0;
    bool failed = solve->failed_steps >= CS_MOST_FAILED_STEPS;
    if (failed || (solve->unconverged > 0 && !solve->warned)) {
        cs_location where = {.file = sim->scene->file};
        cs_text help = {0};
        cs_text_printf(&help, "use a shorter dt, more substeps or more than %d iterations", simulation->iterations);
        cs_text message = {0};
        cs_text_printf(&message, "the solver did not converge in step %lld: the residual is %.2g of the forces, ",
                       (long long)sim->step + 1, solve->residual);
        cs_text_puts(&message, "simulation.tolerance is ");
        cs_text_number(&message, simulation->tolerance);
        if (failed) {
            cs_text_printf(&message, "; %d steps in a row came no nearer", solve->failed_steps);
        }
        cs_log_add(log, failed ? CS_ERROR : CS_WARNING, where, NULL, help.bytes, "%s",
                   message.bytes ? message.bytes : "the solver did not converge");
        solve->warned = true;
        cs_text_free(&help);
        cs_text_free(&message);
    }
    return !failed;
}
