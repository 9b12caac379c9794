// SPDX-License-Identifier: MIT
//
// How stiff a scene is: the largest eigenvalue of M^-1 K, which limits the step of solvers that work with forces.
#ifndef CS_SIM_STIFFNESS_H
#define CS_SIM_STIFFNESS_H

#include "sim/state.h"

/// For a substep h the stiffest mode counts as the eigenvalue elastic + viscous/h (1/s^2): damping along the measures
/// acts on the velocity over a substep, and does so the harder the shorter it is (cs_solver_kind.viscous).
typedef struct cs_stiffness {
    double elastic; ///< 1/s^2
    double viscous; ///< 1/s
} cs_stiffness;

/// At rest: there a term contributes J^T K J. By power iteration in the form of Lanczos (1950), good to 1e-6. False: no
/// memory.
bool cs_stiffness_at_rest(const cs_sim *sim, cs_stiffness *stiffness);
/// An upper bound for stretched states (Gershgorin, by particles): for springs, however stretched, the largest
/// 2 sum(k)/m of a particle; for terms the largest sum of the norms of the blocks of J^T K J and of the tension in a
/// particle's row, over m, at rest or, for a membrane, stretched both ways to its strain limit. False: no memory.
bool cs_stiffness_bound(const cs_sim *sim, cs_stiffness *stiffness);

#endif
