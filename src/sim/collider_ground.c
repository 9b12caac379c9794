// SPDX-License-Identifier: MIT
//
// The ground: a particle below height + margin moves straight up to it.
#include "sim/collider_kernels.h"

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
    .push_out = CS_WIDE_TABLE(cs_push_out_ground),
    .top = top,
    .shape = shape,
};
