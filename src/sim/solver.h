// SPDX-License-Identifier: MIT
//
// Solvers: how a state becomes the next one. A kind is one file with a table of functions and one row of
// `rows` in solver.c.
#ifndef CS_SIM_SOLVER_H
#define CS_SIM_SOLVER_H

#include "sim/state.h"

typedef struct cs_solver_kind {
    const char *name;
    bool keeps_velocity; ///< works on sim->velocity, which is made and set for it
    /// Cuts the bodies into blocks of work and sizes the scratch memory; once, before the first step. false: no memory.
    bool (*prepare)(cs_sim *sim);
    /// Advances all bodies by h, contact included. Returns the first lane that ran away, or CS_NO_LANE.
    int (*substep)(cs_sim *sim);
    /// The largest stable h (s) when the largest eigenvalue of M^-1 K is `lambda` (1/s^2), with the damping of one h;
    /// NULL: every h is stable.
    double (*largest_step)(double lambda, double damping);
    /// What damping along the measures of an element costs: an eigenvalue with damping tau (s) counts as one larger by
    /// the factor 1 + viscous tau/h. 0 when there is no limit.
    double viscous;
    /// For a solver that is there to be seen failing, so that an unstable step is a warning and no error: by what the
    /// amplitude of a mode with this eigenvalue (1/s^2) is multiplied in one h. NULL: unstable steps are refused.
    double (*growth)(double lambda, double h, double damping);
} cs_solver_kind;

extern const cs_solver_kind cs_solver_verlet;   // solver_verlet.c
extern const cs_solver_kind cs_solver_euler;    // solver_euler.c
extern const cs_solver_kind cs_solver_rk4;      // solver_rk4.c
extern const cs_solver_kind cs_solver_implicit; // solver_implicit.c
extern const cs_solver_kind cs_solver_pbd;      // solver_xpbd.c
extern const cs_solver_kind cs_solver_xpbd;     // solver_xpbd.c

/// The functions of a solver; NULL for one that does not exist.
const cs_solver_kind *cs_solver_kind_of(cs_solver solver);

#endif
