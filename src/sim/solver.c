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
        {CS_SOLVER_VERLET, &cs_solver_verlet},
    };
    for (size_t i = 0; i < CS_COUNT(rows); i++) {
        if (rows[i].solver == solver) {
            return rows[i].kind;
        }
    }
    return NULL;
}
