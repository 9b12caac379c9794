// SPDX-License-Identifier: MIT
//
// What is next to what in a mesh. The three edges of every triangle, as pairs of vertices, are sorted (by counting, so
// in linear time); equal pairs are one edge with the triangles at its sides.
#include "mesh/mesh.h"

#include "mesh/index_sort.h"

#include <stdlib.h>

// Three half-edges a triangle must be numbered by an int.
#define MAX_TRIANGLES (INT32_MAX / 3)

/// Scratch: half-edge 3 t + i is edge i of triangle t.
typedef struct half_edges {
    int count;
    int (*ends)[2]; // smaller vertex, larger vertex
    int *order;     // sorted by ends; equal ones by number
    int *sorted, *starts;
} half_edges;

static int vertex_of(cs_triangle t, int i)
{
    return i == 0 ? t.a : i == 1 ? t.b : t.c;
}

/// The half-edge runs from the smaller to the larger vertex.
static bool runs_up(const cs_triangle *triangles, int half)
{
    cs_triangle t = triangles[half / 3];
    return vertex_of(t, (half + 1) % 3) < vertex_of(t, (half + 2) % 3);
}

static bool make_half_edges(half_edges *h, int vertex_count, int triangle_count, const cs_triangle *triangles)
{
    h->count = 3 * triangle_count;
    size_t count = (size_t)h->count;
    h->ends = cs_alloc_aligned(count, sizeof(*h->ends));
    h->order = cs_alloc_aligned(count, sizeof(*h->order));
    h->sorted = cs_alloc_aligned(count, sizeof(*h->sorted));
    h->starts = cs_alloc_aligned((size_t)vertex_count + 1, sizeof(*h->starts));
    if (!h->ends || !h->order || !h->sorted || !h->starts) {
        return false;
    }
    for (int i = 0; i < h->count; i++) {
        int from = vertex_of(triangles[i / 3], (i % 3 + 1) % 3), to = vertex_of(triangles[i / 3], (i % 3 + 2) % 3);
        h->ends[i][0] = from < to ? from : to;
        h->ends[i][1] = from < to ? to : from;
        h->order[i] = i;
    }
    cs_index_sort(h->count, h->order, &h->ends[0][1], 2, vertex_count, h->starts, h->sorted);
    cs_index_sort(h->count, h->sorted, &h->ends[0][0], 2, vertex_count, h->starts, h->order);
    return true;
}

static bool same_edge(const half_edges *h, int i, int j)
{
    const int *a = h->ends[h->order[i]], *b = h->ends[h->order[j]];
    return a[0] == b[0] && a[1] == b[1];
}

/// One edge from the half-edges [first, end) of the order.
static void make_edge(const half_edges *h, const cs_triangle *triangles, int first, int end, cs_topology *topology)
{
    int number = topology->edge_count++;
    const int *ends = h->ends[h->order[first]];
    int left = -1, right = -1; // half-edges
    for (int i = first; i < end; i++) {
        int half = h->order[i];
        topology->edge[half / 3][half % 3] = number;
        int *side = runs_up(triangles, half) ? &left : &right;
        *side = *side < 0 ? half : *side;
    }
    topology->edges[number] = (cs_mesh_edge){ends[0], ends[1], left < 0 ? -1 : left / 3, right < 0 ? -1 : right / 3};
    if (left >= 0 && right >= 0) {
        topology->neighbor[left / 3][left % 3] = right / 3;
        topology->neighbor[right / 3][right % 3] = left / 3;
        topology->far_vertex[left / 3][left % 3] = vertex_of(triangles[right / 3], right % 3);
        topology->far_vertex[right / 3][right % 3] = vertex_of(triangles[left / 3], left % 3);
    }
    if (end - first > (left >= 0) + (right >= 0)) {
        topology->first_irregular = topology->irregular_edges == 0 ? number : topology->first_irregular;
        topology->irregular_edges++;
    }
}

static bool make_edges(cs_arena *arena, const half_edges *h, const cs_triangle *triangles, cs_topology *topology)
{
    size_t edges = h->count > 0, count = (size_t)topology->triangle_count;
    for (int i = 1; i < h->count; i++) {
        edges += !same_edge(h, i - 1, i);
    }
    topology->edges = cs_arena_alloc(arena, edges, sizeof(*topology->edges));
    topology->edge = cs_arena_alloc(arena, count, sizeof(*topology->edge));
    topology->neighbor = cs_arena_alloc(arena, count, sizeof(*topology->neighbor));
    topology->far_vertex = cs_arena_alloc(arena, count, sizeof(*topology->far_vertex));
    if (!topology->edges || !topology->edge || !topology->neighbor || !topology->far_vertex) {
        return false;
    }
    for (size_t t = 0; t < count; t++) {
        for (int i = 0; i < 3; i++) {
            topology->neighbor[t][i] = topology->far_vertex[t][i] = -1;
        }
    }
    for (int first = 0, end; first < h->count; first = end) {
        for (end = first + 1; end < h->count && same_edge(h, first, end); end++) {
        }
        make_edge(h, triangles, first, end, topology);
    }
    return true;
}

bool cs_topology_make(cs_arena *arena, int vertex_count, int triangle_count, const cs_triangle *triangles,
                      cs_topology *topology)
{
    half_edges h = {0};
    *topology = (cs_topology){.vertex_count = vertex_count, .triangle_count = triangle_count, .first_irregular = -1};
    bool made = triangle_count <= MAX_TRIANGLES && make_half_edges(&h, vertex_count, triangle_count, triangles) &&
                make_edges(arena, &h, triangles, topology);
    free(h.ends);
    free(h.order);
    free(h.sorted);
    free(h.starts);
    return made;
}
