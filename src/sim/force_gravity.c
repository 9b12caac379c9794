// SPDX-License-Identifier: MIT
//
// Weight: gravity times mass.
#include "sim/force.h"

static void add(const cs_force_batch *batch)
{
    cs_vec3 g = batch->simulation->gravity;
    for (int i = 0; i < batch->count; i++) {
        double mass = batch->masses ? batch->masses[i] : batch->mass;
        batch->fx[i] += g.x * mass;
        batch->fy[i] += g.y * mass;
        batch->fz[i] += g.z * mass;
    }
}

const cs_force_kind cs_force_gravity = {.name = "gravity", .by_mass = true, .add = add};
