// SPDX-License-Identifier: MIT
//
// Vertex normals of a triangle mesh. The cross product of two edges is twice the area times the normal, so adding the
// unnormalised cross products of the triangles around a vertex gives their area-weighted mean.
#include "mesh/mesh.h"

void cs_mesh_normals(int vertex_count, const cs_vec3 *positions, int triangle_count, const cs_triangle *triangles,
                     cs_vec3 *normals)
{
    for (int i = 0; i < vertex_count; i++) {
        normals[i] = (cs_vec3){0, 0, 0};
    }
    for (int i = 0; i < triangle_count; i++) {
        cs_triangle t = triangles[i];
        cs_vec3 a = positions[t.a];
        cs_vec3 area = cs_cross(cs_sub(positions[t.b], a), cs_sub(positions[t.c], a));
        normals[t.a] = cs_add(normals[t.a], area);
        normals[t.b] = cs_add(normals[t.b], area);
        normals[t.c] = cs_add(normals[t.c], area);
    }
    for (int i = 0; i < vertex_count; i++) {
        normals[i] = cs_normalize(normals[i]);
    }
}
