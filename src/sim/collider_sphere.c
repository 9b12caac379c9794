// SPDX-License-Identifier: MIT
//
// A sphere: a particle nearer to the centre than radius + margin moves out to that distance along the line from the
// centre. At the very centre there is no such line; it moves straight up.
#include "sim/collider_kernels.h"

static double top(const cs_collider *collider)
{
    return collider->sphere.center.y + collider->sphere.radius + collider->margin;
}

static cs_shape shape(const cs_collider *collider)
{
    return (cs_shape){
        .kind = CS_SHAPE_SPHERE,
        .display = collider->display,
        .color = collider->color,
        .center = collider->sphere.center,
        .radius = collider->sphere.radius,
    };
}

const cs_collider_functions cs_collider_sphere = {
    .name = "sphere",
    .push_out = CS_WIDE_TABLE(cs_push_out_sphere),
    .top = top,
    .shape = shape,
};
