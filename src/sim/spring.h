// SPDX-License-Identifier: MIT
//
// One spring: d = x_b - x_a, l = |d|, force on a = k (l - rest) d/l, its opposite on b. Exactly one square root and
// three divisions; every path computes these expressions in this order.
#ifndef CS_SIM_SPRING_H
#define CS_SIM_SPRING_H

#include "sim/element.h"

#include <math.h>

static inline double cs_spring_length(const cs_soa *positions, int a, int b)
{
    double dx = positions->x[b] - positions->x[a];
    double dy = positions->y[b] - positions->y[a];
    double dz = positions->z[b] - positions->z[a];
    return sqrt(dx * dx + dy * dy + dz * dz);
}

static inline void cs_spring_add_force(const cs_spring_view *spring, const cs_soa *positions, cs_soa *forces)
{
    int a = spring->a, b = spring->b;
    double dx = positions->x[b] - positions->x[a];
    double dy = positions->y[b] - positions->y[a];
    double dz = positions->z[b] - positions->z[a];
    double length = sqrt(dx * dx + dy * dy + dz * dz);
    if (!(length > CS_SPRING_TINY)) {
        return;
    }
    double tension = spring->stiffness * (length - spring->rest);
    double fx = dx / length * tension, fy = dy / length * tension, fz = dz / length * tension;
    forces->x[a] += fx;
    forces->y[a] += fy;
    forces->z[a] += fz;
    forces->x[b] -= fx;
    forces->y[b] -= fy;
    forces->z[b] -= fz;
}

#endif
