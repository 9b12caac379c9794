// SPDX-License-Identifier: MIT
//
// The fused Verlet sweep over the rows of a grid: forces, integration, contact and pins in one pass, so that a particle
// comes from memory once a substep. A block of rows is independent of all others: it computes the springs of the two
// rows above it again.
#include "sim/verlet_grid.h"

#include "sim/explicit.h"
#include "sim/force.h"

// Rows are swept until they make about this many lanes, then come contact and pins: few enough to be still in the
// first-level cache, many enough that narrow grids do not pay a call a row.
#define BATCH_LANES 1024

static cs_grid_rows_function *const sweep_rows[] = CS_WIDE_TABLE(cs_grid_sweep_rows);
static cs_grid_prime_function *const prime[] = CS_WIDE_TABLE(cs_grid_prime);
static cs_grid_outer_function *const lay_outer[] = CS_WIDE_TABLE(cs_grid_lay_outer);

// Scratch memory: outer forces as they are computed, the same laid out for the kernel, the ring; doubles a lane.
#define SCRATCH_COMPUTED 3
#define SCRATCH_OUTER    3
#define SCRATCH_RING     (3 * CS_RING_ROWS)

size_t cs_verlet_grid_scratch(const cs_body *body)
{
    return (SCRATCH_COMPUTED + SCRATCH_OUTER + SCRATCH_RING) * (size_t)body->stride;
}

static cs_grid_sweep make_sweep(cs_sim *sim, const cs_body *body, double *scratch)
{
    return (cs_grid_sweep){
        .springs = (const cs_grid_springs *)body->elements[0],
        .now = cs_soa_at(&sim->now, body->first_lane),
        .next = cs_soa_at(&sim->before, body->first_lane),
        .ring = scratch + (SCRATCH_COMPUTED + SCRATCH_OUTER) * body->stride,
        .mass = body->mass,
        .masses = body->masses,
        .damping = sim->damping,
        .h2 = sim->h * sim->h,
        .reach = CS_RUNAWAY_DISTANCE,
        .travel = CS_RUNAWAY_EXTENTS * sim->extent,
        .pinned = body->pinned,
        .runaway = CS_NO_LANE,
    };
}

/// Outer forces that are the same on every particle.
static void set_outer_all(cs_sim *sim, const cs_body *body, cs_grid_sweep *sweep)
{
    cs_vec3 *all = &sweep->outer_all;
    cs_soa one = {&all->x, &all->y, &all->z};
    cs_forces_set(sim, body, 0, 1, &one);
}

/// Outer forces of one row.
static void set_outer(cs_sim *sim, const cs_body *body, int row, double *scratch, cs_grid_sweep *sweep)
{
    cs_soa computed = {scratch, scratch + body->stride, scratch + 2 * body->stride};
    cs_forces_set(sim, body, row * body->stride, body->columns, &computed);
    sweep->outer = scratch + SCRATCH_COMPUTED * body->stride;
    lay_outer[sim->compute.simd](&computed, body->columns, sweep->outer);
}

int cs_verlet_grid_step(cs_sim *sim, const cs_body *body, int first_row, int end_row, double *scratch)
{
    cs_grid_sweep sweep = make_sweep(sim, body, scratch);
    bool uniform = cs_forces_uniform(body);
    int batch = uniform && body->stride < BATCH_LANES ? BATCH_LANES / body->stride : 1;
    if (uniform) {
        set_outer_all(sim, body, &sweep);
    }
    prime[sim->compute.simd](&sweep, first_row);
    for (int r = first_row; r < end_row; r += batch) {
        int end = r + batch < end_row ? r + batch : end_row;
        if (!uniform) {
            set_outer(sim, body, r, scratch, &sweep);
        }
        sweep_rows[sim->compute.simd](&sweep, r, end);
        cs_explicit_finish_rows(sim, body, r, end);
    }
    return sweep.runaway == CS_NO_LANE ? CS_NO_LANE : body->first_lane + sweep.runaway;
}
