// SPDX-License-Identifier: MIT
//
// Runge and Kutta.
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

const cs_solver_kind cs_solver_rk4 = {
    .name = "rk4",
    .keeps_velocity = true,
    .prepare = prepare,
    .substep = substep,
};
