// SPDX-License-Identifier: MIT
//
// Distances along a mesh: Dijkstra's algorithm (1959) over the edges, and over the straight lines between the two far
// vertices of an edge's triangles, unfolded into one plane, where these cross the edge. Every such step is a path on
// the surface, so a distance is never too short. On right triangles of a grid directions of steps are at most 45
// degrees apart, so no distance is more than 1/cos(22.5 degrees) = 1.0824 times too long.
#include "mesh/mesh.h"

#include <stdlib.h>

// Four steps an edge must be numbered by an int.
#define MAX_EDGES (INT32_MAX / 4)

typedef struct step {
    int to;
    double length;
} step;

/// Steps from each vertex, the edges' first, in the order of the edges; and a heap of vertices, the nearest first.
typedef struct search {
    int vertex_count;
    int *starts; // of the steps of each vertex
    step *steps;
    double *distances;
    int *nearest;
    int heap_count;
    int *heap;
    int *place; // of each vertex in the heap; -1: not in it
} search;

/// Corner of the triangle (a, b, c) across from a to b: how far along and how far beside it is.
static void beside(cs_vec3 a, cs_vec3 along, cs_vec3 c, double *x, double *y)
{
    cs_vec3 d = cs_sub(c, a);
    *x = cs_dot(d, along);
    *y = cs_length(cs_sub(d, cs_scale(along, *x)));
}

/// The step across an edge; false when there is none or it does not cross the edge.
static bool step_across(const cs_topology *topology, const cs_vec3 *x, int edge, int ends[2], double *length)
{
    const cs_mesh_edge *e = &topology->edges[edge];
    if (e->left < 0 || e->right < 0) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (topology->edge[e->left][i] == edge) {
            ends[1] = topology->far_vertex[e->left][i];
        }
        if (topology->edge[e->right][i] == edge) {
            ends[0] = topology->far_vertex[e->right][i];
        }
    }
    cs_vec3 edge_vector = cs_sub(x[e->b], x[e->a]), along = cs_normalize(edge_vector);
    double reach = cs_length(edge_vector), cx, cy, dx, dy;
    beside(x[e->a], along, x[ends[0]], &cx, &cy);
    beside(x[e->a], along, x[ends[1]], &dx, &dy);
    double crossing = cy + dy > 0 ? cx + (dx - cx) * (cy / (cy + dy)) : -1;
    *length = sqrt((cx - dx) * (cx - dx) + (cy + dy) * (cy + dy));
    return ends[0] != ends[1] && crossing >= 0 && crossing <= reach;
}

/// Counts the steps from every vertex, or writes them when there is room for them.
static void visit_steps(const cs_topology *topology, const cs_vec3 *x, search *s, bool write)
{
    for (int pass = 0; pass < 2; pass++) { // edges, then across them
        for (int i = 0; i < topology->edge_count; i++) {
            int ends[2] = {topology->edges[i].a, topology->edges[i].b};
            double length = cs_length(cs_sub(x[ends[1]], x[ends[0]]));
            if (pass == 1 && !step_across(topology, x, i, ends, &length)) {
                continue;
            }
            for (int k = 0; k < 2; k++) {
                if (write) {
                    s->steps[s->starts[ends[k]]] = (step){ends[1 - k], length};
                }
                s->starts[ends[k] + (write ? 0 : 2)]++;
            }
        }
    }
}

static bool make_steps(const cs_topology *topology, const cs_vec3 *x, search *s)
{
    size_t vertices = (size_t)topology->vertex_count;
    s->starts = cs_alloc_aligned(vertices + 2, sizeof(*s->starts));
    s->steps = cs_alloc_aligned((size_t)topology->edge_count, 4 * sizeof(*s->steps));
    s->heap = cs_alloc_aligned(vertices, sizeof(*s->heap));
    s->place = cs_alloc_aligned(vertices, sizeof(*s->place));
    if (!s->starts || !s->steps || !s->heap || !s->place) {
        return false;
    }
    // Counted two places up and summed, entry v + 1 is where the steps of v begin; writing moves it to their end.
    visit_steps(topology, x, s, false);
    for (size_t i = 0; i <= vertices; i++) {
        s->starts[i + 1] += s->starts[i];
    }
    int *begin = s->starts;
    s->starts = begin + 1;
    visit_steps(topology, x, s, true);
    s->starts = begin;
    return true;
}

// ---- heap ---------------------------------------------------------------------------

/// Vertex a comes before b: nearer, or as near to a source with a smaller index.
static bool before(const search *s, int a, int b)
{
    if (s->distances[a] != s->distances[b]) {
        return s->distances[a] < s->distances[b];
    }
    return s->nearest[a] != s->nearest[b] ? s->nearest[a] < s->nearest[b] : a < b;
}

static void put(search *s, int at, int vertex)
{
    s->heap[at] = vertex;
    s->place[vertex] = at;
}

/// Moves a vertex towards the top of the heap as far as it belongs.
static void rise(search *s, int vertex)
{
    int at = s->place[vertex];
    while (at > 0 && before(s, vertex, s->heap[(at - 1) / 2])) {
        put(s, at, s->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    put(s, at, vertex);
}

static int take_first(search *s)
{
    int first = s->heap[0], last = s->heap[--s->heap_count], at = 0;
    s->place[first] = -1;
    for (int child = 1; child < s->heap_count; child = 2 * at + 1) {
        child += child + 1 < s->heap_count && before(s, s->heap[child + 1], s->heap[child]);
        if (!before(s, s->heap[child], last)) {
            break;
        }
        put(s, at, s->heap[child]);
        at = child;
    }
    if (s->heap_count > 0) {
        put(s, at, last);
    }
    return first;
}

/// A way to the vertex of this length, from this source.
static void offer(search *s, int vertex, double distance, int source)
{
    if (!(distance < s->distances[vertex] || (distance == s->distances[vertex] && source < s->nearest[vertex]))) {
        return;
    }
    s->distances[vertex] = distance;
    s->nearest[vertex] = source;
    if (s->place[vertex] < 0) {
        put(s, s->heap_count++, vertex);
    }
    rise(s, vertex);
}

bool cs_geodesic_distances(const cs_topology *topology, const cs_vec3 *positions, int source_count, const int *sources,
                           double *distances, int *nearest)
{
    search s = {.vertex_count = topology->vertex_count, .distances = distances, .nearest = nearest};
    bool made = topology->edge_count <= MAX_EDGES && make_steps(topology, positions, &s);
    if (made) {
        for (int i = 0; i < s.vertex_count; i++) {
            distances[i] = INFINITY;
            nearest[i] = -1;
            s.place[i] = -1;
        }
        for (int i = 0; i < source_count; i++) {
            offer(&s, sources[i], 0, i);
        }
        while (s.heap_count > 0) {
            int vertex = take_first(&s);
            for (int i = s.starts[vertex]; i < s.starts[vertex + 1]; i++) {
                offer(&s, s.steps[i].to, distances[vertex] + s.steps[i].length, nearest[vertex]);
            }
        }
    }
    free(s.starts);
    free(s.steps);
    free(s.heap);
    free(s.place);
    return made;
}
