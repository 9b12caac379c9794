// SPDX-License-Identifier: MIT
//
// Position based dynamics, plain and extended.
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

const cs_solver_kind cs_solver_pbd = {
    .name = "pbd",
    .keeps_velocity = true,
    .prepare = prepare,
    .substep = substep,
};

const cs_solver_kind cs_solver_xpbd = {
    .name = "xpbd",
    .keeps_velocity = true,
    .prepare = prepare,
    .substep = substep,
};
