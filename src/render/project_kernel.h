// SPDX-License-Identifier: MIT
//
// World positions to vertices on the sample grid, for every vector width.
#ifndef CS_RENDER_PROJECT_KERNEL_H
#define CS_RENDER_PROJECT_KERNEL_H

#include "math/wide_choice.h"
#include "render/camera.h"
#include "render/sample_grid.h"

/// X = p.x/p.z * x_scale + x_center and Y = y_center - p.y/p.z * y_scale, in fixed-point units, rounded to whole ones.
typedef struct cs_projection {
    cs_view view;
    double x_scale, x_center, y_scale, y_center;
} cs_projection;

static inline cs_projection cs_projection_make(const cs_view *view, const cs_sample_grid *grid)
{
    double width = view->width * grid->pixel_units, height = view->height * grid->pixel_units;
    return (cs_projection){*view, view->focal / view->aspect / 2 * width, width / 2, view->focal / 2 * height,
                           height / 2};
}

/// Fills `screen` as cs_draw_batch wants it; returns how many vertices cannot be drawn unclipped (z = 0).
typedef int cs_project_function(const cs_projection *projection, int count, const cs_vec3 *positions, cs_vec3 *screen);
CS_WIDE_DECLARE(cs_project_function, cs_project_vertices);

#endif
