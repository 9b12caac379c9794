// SPDX-License-Identifier: MIT
//
// A sphere is drawn as a globe of parallels and meridians 15 degrees apart, the ground as a grid of metres around the
// origin. One row of the table a kind.
#include "render/wire_shapes.h"

#include "base/base.h"

#define PARALLELS       11 // the poles left out
#define MERIDIANS       12 // full circles
#define CIRCLE_SEGMENTS 96
#define GROUND_LINES    21 // each way, a metre apart

typedef struct wire_kind {
    int segments;
    void (*segment)(const cs_shape *shape, int i, cs_vec3 *a, cs_vec3 *b);
} wire_kind;

/// Point `step` of a circle: a parallel, or a meridian through both poles.
static cs_vec3 circle_point(const cs_shape *shape, int circle, int step)
{
    double along = 2 * CS_PI * step / CIRCLE_SEGMENTS;
    cs_vec3 unit;
    if (circle < PARALLELS) {
        double latitude = CS_PI * (circle + 1) / (PARALLELS + 1) - CS_PI / 2;
        unit = (cs_vec3){cs_cos(latitude) * cs_cos(along), cs_sin(latitude), cs_cos(latitude) * cs_sin(along)};
    } else {
        double longitude = CS_PI * (circle - PARALLELS) / MERIDIANS;
        unit = (cs_vec3){cs_cos(longitude) * cs_cos(along), cs_sin(along), cs_sin(longitude) * cs_cos(along)};
    }
    return cs_add(shape->center, cs_scale(unit, shape->radius));
}

static void sphere_segment(const cs_shape *shape, int i, cs_vec3 *a, cs_vec3 *b)
{
    *a = circle_point(shape, i / CIRCLE_SEGMENTS, i % CIRCLE_SEGMENTS);
    *b = circle_point(shape, i / CIRCLE_SEGMENTS, i % CIRCLE_SEGMENTS + 1);
}

static void ground_segment(const cs_shape *shape, int i, cs_vec3 *a, cs_vec3 *b)
{
    double reach = (GROUND_LINES - 1) / 2.0, at = i % GROUND_LINES - reach;
    bool along_x = i < GROUND_LINES;
    *a = along_x ? (cs_vec3){-reach, shape->height, at} : (cs_vec3){at, shape->height, -reach};
    *b = along_x ? (cs_vec3){reach, shape->height, at} : (cs_vec3){at, shape->height, reach};
}

static const wire_kind KINDS[] = {
    [CS_SHAPE_SPHERE] = {(PARALLELS + MERIDIANS) * CIRCLE_SEGMENTS, sphere_segment},
    [CS_SHAPE_GROUND] = {2 * GROUND_LINES, ground_segment},
};

int cs_wire_segment_count(const cs_shape *shape)
{
    return (size_t)shape->kind < CS_COUNT(KINDS) ? KINDS[shape->kind].segments : 0;
}

void cs_wire_segment(const cs_shape *shape, int i, cs_vec3 *a, cs_vec3 *b)
{
    KINDS[shape->kind].segment(shape, i, a, b);
}
