// SPDX-License-Identifier: MIT
//
// Solid colliders, which are drawn by their equations: a sphere without facets, the ground as the whole plane.
#ifndef CS_RENDER_SOLIDS_H
#define CS_RENDER_SOLIDS_H

#include "base/base.h"
#include "render/camera.h"

#include <clothsim/frame.h>

/// A solid as the tile kernel meets it. With the direction d = forward + u right + v up through a sample, its points
/// are eye + d z.
typedef struct cs_solid {
    cs_shape_kind kind;
    cs_surface surface;
    uint16_t id;
    cs_vec3 center; ///< sphere: from the eye, world axes
    double radius;  ///< sphere: as drawn, see cs_solid_radius
    cs_vec3 plane;  ///< ground: 1/z = plane . d - bias, the plane being seen where that is positive
    double bias;
    double up;           ///< ground: +1 seen from above, -1 from below
    double fade;         ///< ground: distance (m) at which half of it has gone into the background
    double u_min, u_max; ///< sphere: bounds in the picture
    double v_min, v_max;
} cs_solid;

/// The radius with which a solid sphere is drawn. Push-out puts particles onto the sphere, so the triangles between
/// them cut into it by the sagitta of their chords, and a sphere of the true radius would show through the cloth.
/// So it is drawn as large as fits under every triangle whose corners are all outside (to rounding), but
/// not smaller than 0.9 of the radius. The result moves continuously with the cloth. -1: no memory.
double cs_solid_radius(const cs_shape *shape, const cs_frame *frame, const cs_compute *compute);

/// Fills `solids` (room for shape_count) with the solid shapes of a frame; returns how many, -1: no memory. `unit` is
/// the size of a fixed-point unit on the plane z = 1.
int cs_solids_make(const cs_view *view, const cs_frame *frame, double focus, double unit, const cs_compute *compute,
                   cs_solid *solids);

#endif
