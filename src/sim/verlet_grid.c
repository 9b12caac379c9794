// SPDX-License-Identifier: MIT
//
// The fused Verlet sweep over the rows of a grid: forces, integration, contact and pins in one pass, so that a particle
// comes from memory once a substep. A block of rows is independent of all others: it computes the springs of the two
// rows above it again.
#include "sim/verlet_grid.h"

#include "sim/force.h"
#include "sim/verlet.h"

#include <string.h>

// Contact runs over at least this many lanes at a time: few enough to be still in the first-level cache, many enough
// that narrow grids do not pay a call a row.
#define FINISH_LANES 256

/// The ring's rows are an odd number of cache lines apart, so that they do not compete for the same ones.
static size_t ring_pitch(const cs_body *body)
{
    size_t lines = (size_t)body->stride / CS_LANE_PAD + 2;
    return (lines | 1) * CS_LANE_PAD;
}

size_t cs_verlet_grid_scratch(const cs_body *body)
{
    return 3 * (size_t)body->stride + 3 * CS_RING_ROWS * ring_pitch(body);
}

static void fill_outer(cs_sim *sim, const cs_body *body, int row, cs_grid_sweep *sweep)
{
    cs_forces_set(sim, body, row * body->stride, body->columns, &sweep->outer);
}

static cs_grid_sweep make_sweep(cs_sim *sim, const cs_body *body, double *scratch)
{
    cs_grid_sweep sweep = {
        .springs = (const cs_grid_springs *)body->element,
        .now = cs_verlet_at(&sim->now, body->first_lane),
        .next = cs_verlet_at(&sim->before, body->first_lane),
        .outer = {scratch, scratch + body->stride, scratch + 2 * body->stride},
        .mass = body->mass,
        .masses = body->masses,
        .damping = sim->damping,
        .h2 = sim->h * sim->h,
        .reach = CS_RUNAWAY_DISTANCE,
        .travel = CS_RUNAWAY_EXTENTS * sim->extent,
        .pinned = body->pinned,
        .ring = scratch + 3 * body->stride,
        .ring_pitch = ring_pitch(body),
        .runaway = CS_NO_LANE,
    };
    memset(scratch, 0, cs_verlet_grid_scratch(body) * sizeof(double));
    return sweep;
}

int cs_verlet_grid_step(cs_sim *sim, const cs_body *body, int first_row, int end_row, double *scratch)
{
    static cs_grid_row_function *const sweep_row[] = CS_WIDE_TABLE(cs_grid_sweep_row);
    static cs_grid_row_function *const prime_row[] = CS_WIDE_TABLE(cs_grid_prime_row);
    cs_grid_sweep sweep = make_sweep(sim, body, scratch);
    bool uniform = cs_forces_uniform(body);
    for (int r = first_row < 2 ? 0 : first_row - 2; r < first_row; r++) {
        prime_row[sim->compute.simd](&sweep, r);
    }
    int finished = first_row;
    for (int r = first_row; r < end_row; r++) {
        if (!uniform || r == first_row) {
            fill_outer(sim, body, r, &sweep);
        }
        sweep_row[sim->compute.simd](&sweep, r);
        if ((r + 1 - finished) * body->stride >= FINISH_LANES || r + 1 == end_row) {
            cs_verlet_finish_rows(sim, body, finished, r + 1);
            finished = r + 1;
        }
    }
    return sweep.runaway == CS_NO_LANE ? CS_NO_LANE : body->first_lane + sweep.runaway;
}
