// SPDX-License-Identifier: MIT
//
// Forces from outside: what acts on particles besides their elements. A kind is one file with a table of functions and
// one row of `kinds` in force.c; forces are added in the order of the rows.
#ifndef CS_SIM_FORCE_H
#define CS_SIM_FORCE_H

#include "sim/state.h"

/// Neighbouring particles and where their forces go.
typedef struct cs_force_batch {
    const cs_simulation *simulation;
    const cs_phase *phase; ///< NULL when the scene has none
    int count;
    double mass;          ///< kg, of each; when `masses` is NULL
    const double *masses; ///< kg, one each
    double *fx, *fy, *fz; ///< N, added to
} cs_force_batch;

typedef struct cs_force_kind {
    const char *name;
    /// The force depends on the particle's mass alone, so it is computed once for all particles of the same mass.
    bool by_mass;
    void (*add)(const cs_force_batch *batch);
} cs_force_kind;

extern const cs_force_kind cs_force_gravity; // force_gravity.c
extern const cs_force_kind cs_force_wind;    // force_wind.c

/// Sets the forces on `count` particles of a body from `lane_of_body` on to the sum of all kinds.
void cs_forces_set(const cs_sim *sim, const cs_body *body, int lane_of_body, int count, cs_soa *forces);
/// All kinds depend on the mass alone and all particles of the body have the same.
bool cs_forces_uniform(const cs_body *body);

#endif
