// SPDX-License-Identifier: MIT
//
// What the solvers that step with forces share: Verlet's plain way, explicit Euler, Runge-Kutta. Forces are gathered
// body by body in one order, so the bits do not depend on threads; new positions are written over `before`, pushed out
// of colliders there, then the two sets of arrays swap.
#ifndef CS_SIM_EXPLICIT_H
#define CS_SIM_EXPLICIT_H

#include "sim/state.h"

#include <math.h>

/// The arrays from a lane on.
static inline cs_soa cs_soa_at(const cs_soa *soa, int lane)
{
    return (cs_soa){soa->x + lane, soa->y + lane, soa->z + lane};
}

/// A free particle that goes from `old` to `next` in one substep has run away; also when that is not a number.
static inline bool cs_runs_away(const cs_sim *sim, cs_vec3 old, cs_vec3 next)
{
    double reach = fabs(next.x) + fabs(next.y) + fabs(next.z);
    double travel = fabs(next.x - old.x) + fabs(next.y - old.y) + fabs(next.z - old.z);
    return !(reach <= CS_RUNAWAY_DISTANCE && travel <= CS_RUNAWAY_EXTENTS * sim->extent);
}

/// Sets sim->force on all particles of a body to outer forces plus its elements, at these positions. `velocities` may
/// be NULL when no element is damped.
void cs_explicit_forces(cs_sim *sim, const cs_body *body, const cs_soa *positions, const cs_soa *velocities);
/// Contact and pins for the new positions (in `before`) of rows [first_row, end_row).
void cs_explicit_finish_rows(cs_sim *sim, const cs_body *body, int first_row, int end_row);
/// The same for a whole body whose solver keeps velocities: what pushes a particle out is added to its velocity, over
/// h. (The velocity of its way would do for solvers that move with the new velocity; these do not, and would lose what
/// forces along the surface gave it.) Overwrites the body's part of sim->force.
void cs_explicit_finish_body(cs_sim *sim, const cs_body *body);

/// Rows that one block of a body takes.
typedef int cs_block_rows(const cs_body *body);
/// All rows in one block: a body is stepped as a whole.
int cs_explicit_whole_body(const cs_body *body);
/// Cuts all bodies into blocks; false: no memory.
bool cs_explicit_make_blocks(cs_sim *sim, cs_block_rows *block_rows);
/// Runs step(sim, block) for all blocks, swaps `before` and `now`; returns the first lane that ran away.
int cs_explicit_run_blocks(cs_sim *sim, cs_pool_function *step);

#endif
