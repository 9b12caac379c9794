// SPDX-License-Identifier: MIT
//
// The rest shape of a fabric's triangles, as its elements need it.
#ifndef CS_SIM_FABRIC_H
#define CS_SIM_FABRIC_H

#include "sim/state.h"

/// A triangle whose height is below this part of its longest edge has no area: it gets no membrane and no hinges.
/// Smaller values let slivers through whose stiffness no solver can follow, larger ones leave holes in sound meshes.
#define CS_FABRIC_SLIVER 1e-6

/// A triangle at rest. `warp` and `weft` are unit vectors in its plane, the weft a quarter turn counter-clockwise from
/// the warp, seen from the front.
typedef struct cs_fabric_triangle {
    int lane[3];
    bool sound;      ///< it has an area; else only `lane` and `pinned` are set
    bool pinned;     ///< all its corners are
    cs_vec3 edge[2]; ///< m: to corners 1 and 2 from corner 0
    cs_vec3 warp, weft;
} cs_fabric_triangle;

/// Triangle t of the body at the positions of now (the start), with the warp in this direction.
cs_fabric_triangle cs_fabric_triangle_of(const cs_sim *sim, const cs_body *body, int t, cs_vec3 direction);

#endif
