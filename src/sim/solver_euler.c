// SPDX-License-Identifier: MIT
//
// Explicit Euler, for teaching: x' = x + h v, v' = (v + h a(x, v)) damping. Each step multiplies the amplitude of a
// spring of angular frequency w by sqrt(damping (1 + w^2 h^2)): without damping its energy grows whatever the step.
#include "sim/explicit.h"
#include "sim/solver.h"

#include "math/math.h"

/// Moves the particles of one row; returns the first one (a lane of the body) that runs away.
static int integrate_row(cs_sim *sim, const cs_body *body, int row)
{
    int runaway = CS_NO_LANE;
    double h = sim->h, damping = sim->damping;
    for (int c = 0; c < body->columns; c++) {
        int of_body = row * body->stride + c, lane = body->first_lane + of_body;
        if (cs_body_pinned(body, of_body)) {
            continue;
        }
        double mass = cs_body_mass(body, of_body);
        cs_vec3 x = cs_soa_get(&sim->now, lane), v = cs_soa_get(&sim->velocity, lane);
        cs_vec3 f = cs_soa_get(&sim->force, lane);
        cs_vec3 next = {x.x + v.x * h, x.y + v.y * h, x.z + v.z * h};
        cs_soa_set(&sim->before, lane, next);
        cs_soa_set(&sim->velocity, lane,
                   (cs_vec3){
                       (v.x + f.x / mass * h) * damping,
                       (v.y + f.y / mass * h) * damping,
                       (v.z + f.z / mass * h) * damping,
                   });
        if (runaway == CS_NO_LANE && cs_runs_away(sim, x, next)) {
            runaway = lane;
        }
    }
    return runaway;
}

static void step_block(void *context, int index, int thread)
{
    (void)thread;
    cs_sim *sim = context;
    cs_block *block = &sim->blocks[index];
    const cs_body *body = &sim->bodies[block->body];
    block->runaway = CS_NO_LANE;
    cs_explicit_forces(sim, body, &sim->now, &sim->velocity);
    for (int r = 0; r < body->rows; r++) {
        int lane = integrate_row(sim, body, r);
        block->runaway = block->runaway == CS_NO_LANE ? lane : block->runaway;
    }
    cs_explicit_finish_body(sim, body);
}

static bool prepare(cs_sim *sim)
{
    return cs_explicit_make_blocks(sim, cs_explicit_whole_body) && cs_soa_make(sim->arena, sim->lanes, &sim->force);
}

static int substep(cs_sim *sim)
{
    return cs_explicit_run_blocks(sim, step_block);
}

/// Where the amplitude stays: damping (1 + lambda h^2) = 1. 0 without damping.
static double largest_step(double lambda, double damping)
{
    return sqrt((1 - damping) / damping / lambda);
}

/// The step multiplies (x, v) by [[1, h], [-damping lambda h, damping]]: trace 1 + damping, determinant damping (1 +
/// lambda h^2).
static double growth(double lambda, double h, double damping)
{
    double half_trace = (1 + damping) / 2, determinant = damping * (1 + lambda * h * h);
    double square = half_trace * half_trace - determinant;
    return square < 0 ? sqrt(determinant) : half_trace + sqrt(square);
}

const cs_solver_kind cs_solver_euler = {
    .name = "euler",
    .keeps_velocity = true,
    .prepare = prepare,
    .substep = substep,
    .largest_step = largest_step,
    .growth = growth,
};
