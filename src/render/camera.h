// SPDX-License-Identifier: MIT
//
// The pinhole camera: world to view space and to the picture. View space has x to the right, y up and z along the
// view, so z is the distance that perspective divides by.
#ifndef CS_RENDER_CAMERA_H
#define CS_RENDER_CAMERA_H

#include "math/math.h"

#include <clothsim/scene.h>

typedef struct cs_view {
    cs_vec3 eye;
    cs_vec3 right, up, forward; ///< unit, orthogonal
    double focal;               ///< 1 / tan(fov / 2)
    double aspect;              ///< width / height
    double width, height;       ///< of the picture, pixels
} cs_view;

/// The view of a camera on a picture of width x height pixels. A camera without a direction (eye = target) looks along
/// -z, and an `up` along the view is replaced by another axis, so the view is always a frame.
cs_view cs_view_make(const cs_camera *camera, int width, int height);

/// World to view space.
static inline cs_vec3 cs_view_point(const cs_view *view, cs_vec3 world)
{
    cs_vec3 d = cs_sub(world, view->eye);
    return (cs_vec3){cs_dot(d, view->right), cs_dot(d, view->up), cs_dot(d, view->forward)};
}

/// View space to picture coordinates: pixel (x, y) covers [x, x+1) x [y, y+1), y down. Needs p.z > 0.
static inline void cs_view_project(const cs_view *view, cs_vec3 p, double *x, double *y)
{
    *x = (p.x * view->focal / view->aspect / p.z * 0.5 + 0.5) * view->width;
    *y = (1 - (p.y * view->focal / p.z * 0.5 + 0.5)) * view->height;
}

#endif
