// SPDX-License-Identifier: MIT
//
// The camera's frame from eye, target and up.
#include "render/camera.h"

/// Below this sine of the angle between view and `up` their cross product is rounding noise and another axis is taken.
static const double PARALLEL_SINE = 1e-9;

/// An orthographic view is one from this many times its height away: what lies one height nearer shows larger by the
/// inverse of it, far below a pixel, and distances keep ten digits.
static const double ORTHOGRAPHIC_DISTANCE = 1e6;

static cs_vec3 side_axis(cs_vec3 forward, cs_vec3 up)
{
    cs_vec3 side = cs_cross(forward, cs_normalize(up));
    if (!(cs_length(side) > PARALLEL_SINE)) {
        bool vertical = forward.y > 0.9 || forward.y < -0.9;
        return cs_normalize(cs_cross(forward, vertical ? (cs_vec3){0, 0, -1} : (cs_vec3){0, 1, 0}));
    }
    return cs_normalize(cs_cross(forward, up));
}

cs_view cs_view_make(const cs_camera *camera, int width, int height)
{
    cs_view view = {.eye = camera->eye, .width = width, .height = height, .aspect = (double)width / height};
    view.forward = cs_normalize(cs_sub(camera->target, camera->eye));
    if (!(cs_length(view.forward) > 0)) {
        view.forward = (cs_vec3){0, 0, -1};
    }
    view.right = side_axis(view.forward, camera->up);
    view.up = cs_cross(view.right, view.forward);
    if (camera->height > 0) {
        double distance = camera->height * ORTHOGRAPHIC_DISTANCE;
        view.eye = cs_sub(camera->target, cs_scale(view.forward, distance));
        view.focal = 2 * ORTHOGRAPHIC_DISTANCE;
    } else {
        view.focal = 1 / cs_tan(camera->fov * CS_PI / 180 / 2);
    }
    return view;
}
