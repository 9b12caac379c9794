// SPDX-License-Identifier: MIT
//
// Finding the triangles that a simulation cannot use. Private to the mesh module.
#ifndef CS_MESH_MESH_CLEAN_H
#define CS_MESH_MESH_CLEAN_H

#include "mesh/mesh.h"

/// Marks every triangle that has the same three vertices as an earlier one, whatever their order; all three vertices of
/// each differ. Returns how many, -1 without memory.
int cs_mesh_mark_doubles(int vertex_count, int triangle_count, const cs_triangle *triangles, unsigned char *marks);

#endif
