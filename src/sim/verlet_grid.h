// SPDX-License-Identifier: MIT
//
// The fused sweep over a grid: what its driver (verlet_grid.c) and its kernel (verlet_grid_kernel.c) agree on.
#ifndef CS_SIM_VERLET_GRID_H
#define CS_SIM_VERLET_GRID_H

#include "math/wide_choice.h"
#include "sim/grid_springs.h"
#include "sim/state.h"

/// Rows of spring forces that later rows need. A vertical spring belongs to the row of its upper end; two-row families
/// keep the row above the one that is being written.
typedef enum cs_ring_row {
    CS_RING_DOWN,
    CS_RING_DOWN_LEFT,
    CS_RING_DOWN_RIGHT,                      ///< and the next: by the parity of the row
    CS_RING_DOWN_2 = CS_RING_DOWN_RIGHT + 2, ///< likewise
    CS_RING_ROWS = CS_RING_DOWN_2 + 2,
} cs_ring_row;

/// A sweep over rows of one grid, one row after the other. Pointers to particles start at the grid's first lane.
typedef struct cs_grid_sweep {
    const cs_grid_springs *springs;
    cs_soa now;           ///< m
    cs_soa next;          ///< m; in: one substep earlier, out: one substep later
    cs_soa outer;         ///< N; what acts on each column besides springs; 0 on padding
    double mass;          ///< kg, when `masses` is NULL
    const double *masses; ///< kg, a lane
    double damping, h2;
    double reach, travel;        ///< runaway when |x|+|y|+|z| or the same of a move is above
    const unsigned char *pinned; ///< a lane; may be NULL; these never run away
    double *ring;                ///< CS_RING_ROWS times x, y, z rows of `ring_pitch`, each after CS_LANE_PAD zeros
    size_t ring_pitch;           ///< doubles
    int runaway;                 ///< out: the first lane of the grid that ran away, or as it was
} cs_grid_sweep;

static inline double *cs_ring_at(const cs_grid_sweep *sweep, int ring_row, int axis)
{
    return sweep->ring + (size_t)(3 * ring_row + axis) * sweep->ring_pitch + CS_LANE_PAD;
}

/// Computes the springs that start in a row and moves the row's particles. The ring must hold the two rows above.
typedef void cs_grid_row_function(cs_grid_sweep *sweep, int row);
CS_WIDE_DECLARE(cs_grid_row_function, cs_grid_sweep_row);
/// Fills the ring with a row's springs and moves nothing: for the two rows above the first one of a block.
CS_WIDE_DECLARE(cs_grid_row_function, cs_grid_prime_row);

/// Steps rows [first_row, end_row) of a grid; returns the first lane that ran away. `scratch` holds
/// cs_verlet_grid_scratch doubles.
int cs_verlet_grid_step(cs_sim *sim, const cs_body *body, int first_row, int end_row, double *scratch);
size_t cs_verlet_grid_scratch(const cs_body *body);

#endif
