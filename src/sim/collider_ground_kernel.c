// SPDX-License-Identifier: MIT
//
// Push-out of the ground, CS_WIDE particles at a time.
#include "math/wide.h"
#include "sim/collider_kernels.h"

void CS_WIDE_NAME(cs_push_out_ground)(const cs_collider *collider, int count, double *x, double *y, double *z)
{
    (void)x;
    (void)z;
    const cs_wide floor = cs_wide_set(collider->ground.height + collider->margin);
    for (int i = 0; i < count; i += CS_WIDE) {
        cs_wide py = cs_wide_load(y + i);
        cs_wide_store(y + i, cs_wide_select(cs_wide_less(py, floor), floor, py));
    }
}
