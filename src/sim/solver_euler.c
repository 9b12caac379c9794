// SPDX-License-Identifier: MIT
//
// Explicit Euler.
#include "sim/solver.h"

static bool prepare(cs_sim *sim)
{
    (void)sim;
    return false;
}

static int substep(cs_sim *sim)
{
    (void)sim;
    return CS_NO_LANE;
}

const cs_solver_kind cs_solver_euler = {
    .name = "euler",
    .keeps_velocity = true,
    .prepare = prepare,
    .substep = substep,
};
