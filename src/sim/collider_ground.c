// SPDX-License-Identifier: MIT
//
// The ground: a particle below height + margin moves straight up to it.
#include "sim/collider.h"

static void push_out(const cs_collider *collider, int count, double *x, double *y, double *z)
{
    (void)x;
    (void)z;
    double floor = collider->ground.height + collider->margin;
    for (int i = 0; i < count; i++) {
        y[i] = y[i] < floor ? floor : y[i];
    }
}

static double top(const cs_collider *collider)
{
    return collider->ground.height + collider->margin;
}

static cs_shape shape(const cs_collider *collider)
{
    return (cs_shape){
        .kind = CS_SHAPE_GROUND,
        .display = collider->display,
        .color = collider->color,
        .height = collider->ground.height,
    };
}

const cs_collider_functions cs_collider_ground = {
    .name = "ground",
    .push_out = {[CS_SIMD_SCALAR] = push_out},
    .top = top,
    .shape = shape,
};
