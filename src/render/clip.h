// SPDX-License-Identifier: MIT
//
// Clipping of triangles against the eye plane and the guard band around the picture.
#ifndef CS_RENDER_CLIP_H
#define CS_RENDER_CLIP_H

#include "render/camera.h"
#include "render/sample_grid.h"

typedef struct cs_clip_vertex {
    cs_vec3 position; ///< view space
    cs_vec3 normal;
} cs_clip_vertex;

/// A triangle cut by five planes has at most this many corners.
#define CS_CLIP_CORNERS 8

/// One half-space x*p.x + y*p.y + z*p.z >= offset of view space.
typedef struct cs_clip_plane {
    double x, y, z, offset;
} cs_clip_plane;

/// The eye plane first, then the four sides of the guard band.
typedef struct cs_clip_volume {
    cs_clip_plane planes[5];
} cs_clip_volume;

cs_clip_volume cs_clip_volume_make(const cs_view *view, const cs_sample_grid *grid);

/// Cuts a triangle (count 3) in place (room for CS_CLIP_CORNERS); returns how many corners are left. Two triangles that
/// share an edge get the same cut points on it. I. E. Sutherland, G. W. Hodgman, "Reentrant polygon clipping" (1974).
int cs_clip_polygon(const cs_clip_volume *volume, cs_clip_vertex *corners, int count);

/// The part of a segment inside the volume; false when there is none.
bool cs_clip_segment(const cs_clip_volume *volume, cs_vec3 *a, cs_vec3 *b);

#endif
