// SPDX-License-Identifier: MIT
//
// Position Verlet: x' = x + (x - x_prev) damping + (F/m) h^2, then contact moves x' and leaves x_prev alone
// (L. Verlet 1967; Jakobsen 2001 for cloth). New positions are written over x_prev, then the two sets of arrays swap.
//
// Two ways give the same bits: element by element over force arrays, for any body, and a fused sweep over the rows of
// a grid (verlet_grid.c) where vector instructions are at hand.
#include "sim/explicit.h"
#include "sim/solver.h"
#include "sim/verlet_grid.h"

// Narrower grids would leave most lanes of a vector idle.
#define FUSED_COLUMNS 4
// A block has about this many lanes, so that it is worth handing to a thread ...
#define BLOCK_LANES 8192
// ... but at least this many rows, because it computes the springs of two rows again.
#define BLOCK_ROWS 32

/// Forces of all elements into the force arrays.
static void gather_forces(cs_sim *sim, const cs_body *body)
{
    cs_soa *rates = sim->rates.x ? &sim->rates : NULL;
    for (int i = 0; rates && i < body->rows * body->stride; i++) {
        cs_soa_set(rates, body->first_lane + i, cs_sim_velocity(sim, body->first_lane + i));
    }
    cs_explicit_forces(sim, body, &sim->now, rates);
}

/// Moves the particles of one row; returns the first one (a lane of the body) that runs away.
static int integrate_row(cs_sim *sim, const cs_body *body, int row)
{
    int runaway = CS_NO_LANE;
    double h2 = sim->h * sim->h, damping = sim->damping;
    for (int c = 0; c < body->columns; c++) {
        int of_body = row * body->stride + c, lane = body->first_lane + of_body;
        double mass = cs_body_mass(body, of_body);
        cs_vec3 x = cs_soa_get(&sim->now, lane), x_prev = cs_soa_get(&sim->before, lane);
        cs_vec3 f = cs_soa_get(&sim->force, lane);
        cs_vec3 next = {
            x.x + (x.x - x_prev.x) * damping + f.x / mass * h2,
            x.y + (x.y - x_prev.y) * damping + f.y / mass * h2,
            x.z + (x.z - x_prev.z) * damping + f.z / mass * h2,
        };
        cs_soa_set(&sim->before, lane, next);
        if (runaway == CS_NO_LANE && !cs_body_pinned(body, of_body) && cs_runs_away(sim, x, next)) {
            runaway = of_body;
        }
    }
    return runaway;
}

static int step_plainly(cs_sim *sim, const cs_body *body)
{
    int runaway = CS_NO_LANE;
    gather_forces(sim, body);
    for (int r = 0; r < body->rows; r++) {
        int lane = integrate_row(sim, body, r);
        runaway = runaway == CS_NO_LANE ? lane : runaway;
        cs_explicit_finish_rows(sim, body, r, r + 1);
    }
    return runaway == CS_NO_LANE ? CS_NO_LANE : body->first_lane + runaway;
}

static bool is_fused(const cs_body *body)
{
    return body->is_cloth && body->columns >= FUSED_COLUMNS && cs_grid_springs_alone(body);
}

static void step_block(void *context, int index, int thread)
{
    cs_sim *sim = context;
    cs_block *block = &sim->blocks[index];
    const cs_body *body = &sim->bodies[block->body];
    if (is_fused(body)) {
        double *scratch = sim->scratch + (size_t)thread * sim->scratch_per_thread;
        block->runaway = cs_verlet_grid_step(sim, body, block->first_row, block->end_row, scratch);
    } else {
        block->runaway = step_plainly(sim, body);
    }
}

static int substep(cs_sim *sim)
{
    return cs_explicit_run_blocks(sim, step_block);
}

/// Rows of a block of this body.
static int block_rows(const cs_body *body)
{
    if (!is_fused(body)) {
        return body->rows;
    }
    int rows = BLOCK_LANES / body->stride;
    return rows > BLOCK_ROWS ? rows : BLOCK_ROWS;
}

/// Memory for the way that each body takes.
static bool make_scratch(cs_sim *sim)
{
    bool plain = false, damped = false;
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        size_t needed = is_fused(body) ? cs_verlet_grid_scratch(body) : 0;
        sim->scratch_per_thread = needed > sim->scratch_per_thread ? needed : sim->scratch_per_thread;
        plain = plain || !is_fused(body);
        for (int j = 0; j < body->element_count; j++) {
            damped = damped || body->elements[j]->damped;
        }
    }
    size_t threads = (size_t)cs_pool_threads(sim->compute.pool);
    sim->scratch = cs_arena_alloc(sim->arena, threads, sim->scratch_per_thread * sizeof(double));
    return sim->scratch && (!plain || cs_soa_make(sim->arena, sim->lanes, &sim->force)) &&
           (!damped || cs_soa_make(sim->arena, sim->lanes, &sim->rates));
}

static bool prepare(cs_sim *sim)
{
    return cs_explicit_make_blocks(sim, block_rows) && make_scratch(sim);
}

static double largest_step(double lambda, double damping)
{
    return sqrt(2 * (1 + damping) / lambda);
}

const cs_solver_kind cs_solver_verlet = {
    .name = "verlet",
    .prepare = prepare,
    .substep = substep,
    .largest_step = largest_step,
    .viscous = 2, // exact: lambda h^2 + 2 lambda tau h < 2 (1 + damping)
};
