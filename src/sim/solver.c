// SPDX-License-Identifier: MIT
//
// The kinds of solver.
#include "sim/solver.h"

const cs_solver_kind *cs_solver_kind_of(cs_solver solver)
{
    static const struct {
        cs_solver solver;
        const cs_solver_kind *kind;
    } rows[] = {
        {CS_SOLVER_VERLET, &cs_solver_verlet}, {CS_SOLVER_EULER, &cs_solver_euler},
        {CS_SOLVER_RK4, &cs_solver_rk4},       {CS_SOLVER_IMPLICIT, &cs_solver_implicit},
        {CS_SOLVER_PBD, &cs_solver_pbd},       {CS_SOLVER_XPBD, &cs_solver_xpbd},
    };
    for (size_t i = 0; i < CS_COUNT(rows); i++) {
        if (rows[i].solver == solver) {
            return rows[i].kind;
        }
    }
    return NULL;
}
