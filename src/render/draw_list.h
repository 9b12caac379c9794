// SPDX-License-Identifier: MIT
//
// What is drawn: every mesh of a frame projected to the sample grid, the parts of triangles that
// had to be clipped, and the lines of wireframes as thin quads. Triangles have one running index (a reference) over
// all batches; equal depths go to the lower one.
#ifndef CS_RENDER_DRAW_LIST_H
#define CS_RENDER_DRAW_LIST_H

#include "render/camera.h"
#include "render/render_buffer.h"
#include "render/sample_grid.h"

#include <clothsim/frame.h>

/// Points nearer to the eye plane than this (m) are clipped away; whatever is that near fills the picture.
#define CS_NEAR 1e-6

/// By the classic rule each weight may be as low as -1e-4, so a sample this far outside a triangle, as a part of its
/// extent, may still count as inside. Smaller loses such samples, larger looks at more in vain.
#define CS_AFFINE_MARGIN 4e-4

/// Triangles that share vertices and a look.
typedef struct cs_draw_batch {
    int64_t first, end; ///< references of its triangles: [first, end)
    const cs_triangle *triangles;
    const cs_vec3 *screen;  ///< a vertex: x and y in fixed-point units, z = 1 / distance along the view, or 0 when the
                            ///< vertex is behind the eye or too far outside (its triangles are then clipped)
    const cs_vec3 *normals; ///< of the vertices; NULL: each triangle its own normal, from `positions`
    const cs_vec3 *positions;
    const cs_surface *surface; ///< NULL: not lit, `color` shows as it is
    cs_vec3 color;             ///< display value
    uint16_t id;
    bool cloth;
    bool cut;    ///< some vertex cannot be drawn
    bool affine; ///< drawn by the classic rule: `screen` holds x and y in pixels and z = distance along the view
} cs_draw_batch;

typedef struct cs_draw_list {
    int batch_count;
    cs_draw_batch *batches;
    int64_t triangle_count;
    cs_buffer batch_buffer, screen_buffer, clip_vertices, clip_triangles, line_vertices, line_triangles;
} cs_draw_list;

/// What the list is made from.
typedef struct cs_draw_input {
    const cs_frame *frame;
    const cs_view *view;
    const cs_sample_grid *grid;
    const cs_compute *compute;
    bool meshes;          ///< draw the meshes ...
    bool affine;          ///< ... by the classic rule
    cs_display wireframe; ///< draw the shapes with this display as lines
} cs_draw_input;

/// Fills the list; its memory is reused. False: no memory.
bool cs_draw_list_fill(cs_draw_list *list, const cs_draw_input *input);
void cs_draw_list_free(cs_draw_list *list);

#endif
