// SPDX-License-Identifier: MIT
//
// Square patches of fabric for the tests of its elements, triangulated in four ways.
#ifndef CS_TESTS_FABRIC_PATCH_H
#define CS_TESTS_FABRIC_PATCH_H

#include "sim/sim_run.h"
#include "sim/state.h"

#define PATCH_MOST      33 // vertices a side
#define PATCH_VERTICES  (PATCH_MOST * PATCH_MOST)
#define PATCH_TRIANGLES (2 * (PATCH_MOST - 1) * (PATCH_MOST - 1))

typedef enum patch_kind {
    PATCH_SAME,        // all diagonals the same way
    PATCH_ALTERNATING, // every other one the other way
    PATCH_RANDOM_SAME, // inner vertices displaced
    PATCH_RANDOM,      // inner vertices displaced, diagonals as it comes
    PATCH_KINDS,
} patch_kind;

/// A patch in the plane y = 0: x along the warp, -z along the weft (so that the front looks up), the middle at the
/// origin. It holds what its scene points to, so it must not be copied.
typedef struct patch {
    int side; // vertices
    double size;
    cs_vec3 rest[PATCH_VERTICES];
    double uv[PATCH_VERTICES][2];
    cs_triangle triangles[PATCH_TRIANGLES];
    cs_scene scene;
    cs_cloth cloth;
} patch;

#define PATCH_SEED 11

/// A patch of side x side vertices, `size` metres wide, of a fabric whose six moduli all differ. No pins, no gravity,
/// no damping.
void make_patch(patch *p, patch_kind kind, int side, double size);
/// The fabric of make_patch.
cs_fabric patch_fabric(void);
/// The simulation of a patch at rest, by Verlet with a tiny step.
cs_sim *start_patch(patch *p);
/// Moves every particle, pinned ones too, to these positions.
void place(cs_sim *sim, const cs_vec3 *positions);
/// Forces of one element on every particle; `velocities` may be NULL. Arrays of as many as the body has.
void forces_of(const cs_sim *sim, const cs_element *element, const cs_vec3 *velocities, cs_vec3 *forces);
/// x turned by `angle` about an axis (unit vector) through the origin.
cs_vec3 turned(cs_vec3 x, cs_vec3 axis, double angle);

#endif
