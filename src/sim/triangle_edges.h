// SPDX-License-Identifier: MIT
//
// Edges of a triangle list with the triangles on both sides.
#ifndef CS_SIM_TRIANGLE_EDGES_H
#define CS_SIM_TRIANGLE_EDGES_H

#include "sim/state.h"

/// An edge (a < b), the triangles at it (-1: none, -2 in the second: more than two) and, for each, which of its
/// corners lies across.
typedef struct cs_triangle_edge {
    int a, b;
    int triangle[2];
    int corner[2];
} cs_triangle_edge;

/// All edges, by a, then b. `*edges` lives in the arena. false: no memory.
bool cs_triangle_edges(cs_arena *arena, int count, const cs_triangle *triangles, int *edge_count,
                       cs_triangle_edge **edges);

#endif
