// SPDX-License-Identifier: MIT
//
// Steady wind: the phase's force on every particle, whatever its mass.
#include "sim/force.h"

static void add(const cs_force_batch *batch)
{
    if (!batch->phase) {
        return;
    }
    cs_vec3 wind = batch->phase->wind_force;
    for (int i = 0; i < batch->count; i++) {
        batch->fx[i] += wind.x;
        batch->fy[i] += wind.y;
        batch->fz[i] += wind.z;
    }
}

const cs_force_kind cs_force_wind = {.name = "wind", .by_mass = true, .add = add};
