// SPDX-License-Identifier: MIT
//
// A sphere: a particle nearer to the centre than radius + margin moves out to that distance along the line from the
// centre. At the very centre there is no such line; it moves straight up.
#include "sim/collider.h"

static void push_out(const cs_collider *collider, int count, double *x, double *y, double *z)
{
    cs_vec3 center = collider->sphere.center;
    double reach = collider->sphere.radius + collider->margin;
    for (int i = 0; i < count; i++) {
        double dx = x[i] - center.x, dy = y[i] - center.y, dz = z[i] - center.z;
        double distance = sqrt(dx * dx + dy * dy + dz * dz);
        if (!(distance < reach)) {
            continue;
        }
        if (distance > 0) {
            x[i] = center.x + dx / distance * reach;
            y[i] = center.y + dy / distance * reach;
            z[i] = center.z + dz / distance * reach;
        } else {
            y[i] = center.y + reach;
        }
    }
}

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
    .push_out = {[CS_SIMD_SCALAR] = push_out},
    .top = top,
    .shape = shape,
};
