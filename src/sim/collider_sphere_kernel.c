// SPDX-License-Identifier: MIT
//
// Push-out of a sphere, CS_WIDE particles at a time. Most particles are far away, so a bound on the squared distance
// saves them the square root; it leaves room for rounding, so the exact test alone decides.
#include "math/wide.h"
#include "sim/collider_kernels.h"

// A squared distance this much above the squared reach is outside whatever the rounding.
#define ROUNDING_ROOM 1e-12

void CS_WIDE_NAME(cs_push_out_sphere)(const cs_collider *collider, int count, double *x, double *y, double *z)
{
    const double scalar_reach = collider->sphere.radius + collider->margin;
    const cs_wide cx = cs_wide_set(collider->sphere.center.x), cy = cs_wide_set(collider->sphere.center.y);
    const cs_wide cz = cs_wide_set(collider->sphere.center.z), reach = cs_wide_set(scalar_reach);
    const cs_wide far = cs_wide_set(scalar_reach * scalar_reach * (1 + ROUNDING_ROOM));
    for (int i = 0; i < count; i += CS_WIDE) {
        cs_wide px = cs_wide_load(x + i), py = cs_wide_load(y + i), pz = cs_wide_load(z + i);
        cs_wide dx = px - cx, dy = py - cy, dz = pz - cz;
        cs_wide squared = dx * dx + dy * dy + dz * dz;
        if (!cs_wide_any(cs_wide_less_equal(squared, far))) {
            continue;
        }
        cs_wide distance = cs_wide_sqrt(squared);
        cs_wide_mask inside = cs_wide_less(distance, reach);
        cs_wide_mask has_direction = cs_wide_greater(distance, cs_wide_zero());
        cs_wide_mask out = cs_wide_mask_and(inside, has_direction), up = cs_wide_mask_andnot(inside, has_direction);
        cs_wide_store(x + i, cs_wide_select(out, cx + dx / distance * reach, px));
        cs_wide_store(y + i, cs_wide_select(out, cy + dy / distance * reach, cs_wide_select(up, cy + reach, py)));
        cs_wide_store(z + i, cs_wide_select(out, cz + dz / distance * reach, pz));
    }
}
