// SPDX-License-Identifier: MIT
//
// Face of the mesh module: triangulated grids and vertex normals. The frame, what
// the renderer sees, is the public <clothsim/frame.h>.
#ifndef CS_MESH_MESH_H
#define CS_MESH_MESH_H

#include "base/base.h"
#include "math/math.h"

#include <clothsim/frame.h>

/// Writes the 2 (rows-1)(columns-1) triangles of a grid, cell by cell in row-major order: (r,c) (r+1,c) (r,c+1) and
/// (r+1,c+1) (r,c+1) (r+1,c); with `alternating`, cells with r + c odd take the other diagonal.
void cs_grid_triangles(int rows, int columns, bool alternating, cs_triangle *triangles);

/// Unit vertex normals: the area-weighted mean of the triangles around each vertex, added in triangle order; the zero
/// vector where a vertex has no area around it.
void cs_mesh_normals(int vertex_count, const cs_vec3 *positions, int triangle_count, const cs_triangle *triangles,
                     cs_vec3 *normals);

#endif
