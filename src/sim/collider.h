// SPDX-License-Identifier: MIT
//
// Colliders: what particles must stay out of. A kind is one file with a table of functions and one row of
// `kinds` in collider.c. Kinds take their turn in the order of the rows, colliders of a kind in scene order.
#ifndef CS_SIM_COLLIDER_H
#define CS_SIM_COLLIDER_H

#include "sim/state.h"

/// Moves those of `count` particles that are inside out to the surface.
typedef void cs_push_out(const cs_collider *collider, int count, double *x, double *y, double *z);

typedef struct cs_collider_functions {
    const char *name;
    /// One for each instruction set of the build, indexed by cs_simd. All give the same bits. They may touch padding up
    /// to the next multiple of CS_LANE_PAD.
    cs_push_out *push_out[CS_SIMD_512 + 1];
    /// The height (m) above which nothing of it reaches, margin included.
    double (*top)(const cs_collider *collider);
    /// The shape that a frame shows.
    cs_shape (*shape)(const cs_collider *collider);
} cs_collider_functions;

extern const cs_collider_functions cs_collider_sphere; // collider_sphere.c
extern const cs_collider_functions cs_collider_ground; // collider_ground.c

/// The functions of a kind.
const cs_collider_functions *cs_collider_functions_of(cs_collider_kind kind);

/// Pushes `count` particles of one body out of every collider of the scene.
void cs_colliders_push_out(const cs_sim *sim, int count, double *x, double *y, double *z);
/// A height (m) above all colliders, where padding lanes rest.
double cs_colliders_top(const cs_scene *scene);

#endif
