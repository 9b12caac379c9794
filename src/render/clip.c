// SPDX-License-Identifier: MIT
//
// Sutherland-Hodgman against the eye plane and the guard band.
#include "render/clip.h"

#include "render/draw_list.h"

/// The guard band stops short of the largest coordinate by this part of it, so that rounding stays inside.
static const double GUARD_SLACK = 1e-4;

cs_clip_volume cs_clip_volume_make(const cs_view *view, const cs_sample_grid *grid)
{
    // X = (p.x * focal/aspect / p.z / 2 + 1/2) * width in units; |X| <= guard is linear in p.x and p.z.
    double guard = CS_GUARD * (1 - GUARD_SLACK);
    double width = view->width * grid->pixel_units, height = view->height * grid->pixel_units;
    double x = view->focal / view->aspect / 2 * width, y = view->focal / 2 * height;
    return (cs_clip_volume){{
        {0, 0, 1, CS_NEAR},
        {-x, 0, guard - width / 2, 0},
        {x, 0, guard + width / 2, 0},
        {0, y, guard - height / 2, 0},
        {0, -y, guard + height / 2, 0},
    }};
}

static inline double distance(const cs_clip_plane *plane, cs_vec3 p)
{
    return plane->x * p.x + plane->y * p.y + plane->z * p.z - plane->offset;
}

static inline cs_vec3 mix(cs_vec3 a, cs_vec3 b, double t)
{
    return cs_add(a, cs_scale(cs_sub(b, a), t));
}

/// The point of an edge on the plane, always counted from the inner end.
static cs_clip_vertex cut(const cs_clip_vertex *inner, const cs_clip_vertex *outer, double d_inner, double d_outer)
{
    double t = d_inner / (d_inner - d_outer);
    return (cs_clip_vertex){mix(inner->position, outer->position, t), mix(inner->normal, outer->normal, t)};
}

int cs_clip_polygon(const cs_clip_volume *volume, cs_clip_vertex *corners, int count)
{
    for (size_t k = 0; k < CS_COUNT(volume->planes) && count > 0; k++) {
        const cs_clip_plane *plane = &volume->planes[k];
        cs_clip_vertex kept[CS_CLIP_CORNERS];
        int n = 0;
        for (int i = 0; i < count; i++) {
            const cs_clip_vertex *a = &corners[i], *b = &corners[(i + 1) % count];
            double da = distance(plane, a->position), db = distance(plane, b->position);
            if (da >= 0 && n < CS_CLIP_CORNERS) {
                kept[n++] = *a;
            }
            if ((da >= 0) != (db >= 0) && n < CS_CLIP_CORNERS) {
                kept[n++] = da >= 0 ? cut(a, b, da, db) : cut(b, a, db, da);
            }
        }
        for (int i = 0; i < n; i++) {
            corners[i] = kept[i];
        }
        count = n;
    }
    return count < 3 ? 0 : count;
}

bool cs_clip_segment(const cs_clip_volume *volume, cs_vec3 *a, cs_vec3 *b)
{
    for (size_t k = 0; k < CS_COUNT(volume->planes); k++) {
        double da = distance(&volume->planes[k], *a), db = distance(&volume->planes[k], *b);
        if (!(da >= 0 || db >= 0)) {
            return false;
        }
        if (da < 0) {
            *a = mix(*b, *a, db / (db - da));
        } else if (db < 0) {
            *b = mix(*a, *b, da / (da - db));
        }
    }
    return true;
}
