// SPDX-License-Identifier: MIT
//
// Face of the mesh module: triangulated grids and vertex normals, meshes from OBJ files, what is next to what in a
// mesh, and distances along it. The frame, what the renderer sees, is the public <clothsim/frame.h>.
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

/// A triangle whose height is below this part of its longest edge has no area: its normal would be rounding alone.
#define CS_MESH_FLATTEST 1e-12
/// Whether the triangle (a, b, c) has an area. False for coordinates that are not finite.
bool cs_mesh_has_area(cs_vec3 a, cs_vec3 b, cs_vec3 c);

// ---- OBJ files ------------------------------------------------------------------------

/// A mesh as it was read.
typedef struct cs_obj_mesh {
    int vertex_count;       ///< all `v` of the file in its order, those that no face uses included
    cs_vec3 *positions;     ///< as in the file
    double (*uv)[2];        ///< one each, 0 for vertices that no face uses; NULL when a corner of a face has none
    int triangle_count;     ///< >= 1
    cs_triangle *triangles; ///< each with an area, no two of the same three vertices
} cs_obj_mesh;

/// Reads the text of an OBJ file: `v`, `vt` and `f` (v, v/vt, v//vn, v/vt/vn, negative indices; polygons become fans
/// around their first corner); `#`, `vn`, `o`, `g`, `s`, `usemtl`, `mtllib` are passed over in silence and the first of
/// any other keyword with a warning; a backslash at the end of a line goes on with the next. A vertex with several
/// texture coordinates keeps the first, with a warning. Faces with a corner twice, without an area, or with the same
/// three vertices as an earlier one are left out, each kind with one warning that names the first line. `name` stands
/// for the file in diagnostics. The arrays live in `arena` and take less than 12 bytes for each byte of the text; on
/// failure they stay there unused. CS_INVALID_SCENE: the text is wrong, all errors are logged; CS_INTERNAL: no memory.
cs_status cs_obj_read(const char *name, const char *bytes, size_t size, cs_arena *arena, cs_log *log,
                      cs_obj_mesh *mesh);

// ---- topology ---------------------------------------------------------------------------

/// An edge with the triangles at its sides.
typedef struct cs_mesh_edge {
    int a, b;  ///< vertices, a < b
    int left;  ///< the first triangle that runs through it from a to b, -1: none
    int right; ///< the first triangle that runs through it from b to a, -1: none
} cs_mesh_edge;

/// What is next to what. Edge i of a triangle lies across from its vertex i: (1,2), (2,0), (0,1).
typedef struct cs_topology {
    int vertex_count, triangle_count, edge_count;
    cs_mesh_edge *edges;  ///< each once, in the order of (a, b)
    int (*edge)[3];       ///< of each triangle: its edges
    int (*neighbor)[3];   ///< of each triangle: the triangle across each edge, -1 at a border
    int (*far_vertex)[3]; ///< of each triangle: the vertex of that neighbour which is not on the edge, -1 at a border
    int irregular_edges;  ///< where three or more triangles meet, or two that run through it the same way
    int first_irregular;  ///< index of the first of them, -1: none
} cs_topology;

/// The topology of triangles, each of three different vertices in [0, vertex_count). Where more than two triangles meet
/// in an edge, only its left and its right triangle are neighbours of each other; two that run through an edge the same
/// way are no neighbours. Takes O(vertices + triangles) time. False: no memory.
bool cs_topology_make(cs_arena *arena, int vertex_count, int triangle_count, const cs_triangle *triangles,
                      cs_topology *topology);

/// The distance (m) of every vertex along the mesh to the nearest of `source_count` vertices, and which of them (an
/// index into `sources`) that is; INFINITY and -1 where none can be reached. Of sources that are equally near the one
/// with the smaller index counts. Dijkstra (1959) along the edges and along the straight lines between the far
/// vertices of two neighbouring triangles, unfolded into one plane, where these cross the edge between; so never
/// shorter than the true distance, and at most 1.0824 times as long on a flat grid. False: no memory.
bool cs_geodesic_distances(const cs_topology *topology, const cs_vec3 *positions, int source_count, const int *sources,
                           double *distances, int *nearest);

#endif
