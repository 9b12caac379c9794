// SPDX-License-Identifier: MIT
//
// What is left out of the faces of an OBJ file. Private to the mesh module.
#ifndef CS_MESH_OBJ_CLEAN_H
#define CS_MESH_OBJ_CLEAN_H

#include "mesh/mesh.h"
#include "mesh/obj_text.h"

/// Drops triangles with a corner twice, without an area, or with the corners of an earlier one, from `triangles` and
/// the lines they stand in; warns of them, and of vertices that no triangle uses. CS_INTERNAL: no memory.
cs_status cs_obj_clean(cs_obj_text *text, cs_obj_mesh *mesh, int *lines);

#endif
