// SPDX-License-Identifier: MIT
//
// The fused sweep over a grid: what its driver (verlet_grid.c) and its kernel (verlet_grid_kernel.c) agree on.
#ifndef CS_SIM_VERLET_GRID_H
#define CS_SIM_VERLET_GRID_H

#include "math/wide_choice.h"
#include "sim/grid_springs.h"
#include "sim/state.h"

/// Spring forces that later rows need, by the row of the spring's upper end. They lie vector by vector: for each vector
/// of columns its CS_RING_ROWS entries of x, y, z. Entries of one row above are overwritten as they are read; DOWN_2
/// keeps the rows two above and one above by the parity of the row.
typedef enum cs_ring_row {
    CS_RING_DOWN,
    CS_RING_DOWN_LEFT,
    CS_RING_DOWN_RIGHT,
    CS_RING_DOWN_2,
    CS_RING_ROWS = CS_RING_DOWN_2 + 2,
} cs_ring_row;

/// A sweep over rows of one grid, one row after the other. Pointers to particles start at the grid's first lane.
typedef struct cs_grid_sweep {
    const cs_grid_springs *springs;
    cs_soa now;        ///< m
    cs_soa next;       ///< m; in: one substep earlier, out: one substep later
    cs_vec3 outer_all; ///< N; what acts on every particle besides springs, when `outer` is NULL
    double *outer;     ///< N; the same for each column of the row, vector by vector x, y, z; 0 on padding
    double *ring;
    double mass;          ///< kg, when `masses` is NULL
    const double *masses; ///< kg, a lane
    double damping, h2;
    double reach, travel;        ///< runaway when |x|+|y|+|z| or the same of a move is above
    const unsigned char *pinned; ///< a lane; may be NULL; these never run away
    int runaway;                 ///< out: the first lane of the grid that ran away, or as it was
} cs_grid_sweep;

/// Rows [first_row, end_row): computes the springs that start there and moves the particles. The ring must hold the two
/// rows above. All rows have the same outer forces.
typedef void cs_grid_rows_function(cs_grid_sweep *sweep, int first_row, int end_row);
CS_WIDE_DECLARE(cs_grid_rows_function, cs_grid_sweep_rows);
/// Fills the ring as the rows above would leave it for `first_row`, and moves nothing.
typedef void cs_grid_prime_function(cs_grid_sweep *sweep, int first_row);
CS_WIDE_DECLARE(cs_grid_prime_function, cs_grid_prime);
/// Lays `count` forces out vector by vector, zeros behind them, as `outer` wants them.
typedef void cs_grid_outer_function(const cs_soa *forces, int count, double *outer);
CS_WIDE_DECLARE(cs_grid_outer_function, cs_grid_lay_outer);

/// Steps rows [first_row, end_row) of a grid; returns the first lane that ran away. `scratch` holds
/// cs_verlet_grid_scratch doubles.
int cs_verlet_grid_step(cs_sim *sim, const cs_body *body, int first_row, int end_row, double *scratch);
size_t cs_verlet_grid_scratch(const cs_body *body);

#endif
