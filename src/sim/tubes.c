// SPDX-License-Identifier: MIT
//
// Networks as they show: each link a closed tube of TUBE_SIDES sides with round ends, each particle without links a
// ball. At a joint the round ends of all links are the same ball, so a bent chain has no gaps. Vertices of a tube: the
// pole at the first end, four rings, the pole at the second end; normals are those of the true round shape.
#include "sim/state.h"

#include "math/math.h"

#include <stdlib.h>

#define TUBE_SIDES     8
#define TUBE_RINGS     4
#define TUBE_VERTICES  (TUBE_SIDES * TUBE_RINGS + 2)
#define TUBE_TRIANGLES (2 * TUBE_SIDES * TUBE_RINGS)
// Three corners of every triangle must be numbered by an int.
#define MAX_TUBES (INT32_MAX / (3 * TUBE_TRIANGLES))
// The cosine and sine of 45 degrees.
#define HALF_ROOT 0.70710678118654752440
// Ends that are nearer than this (m) have no direction between them.
#define TUBE_TINY 1e-12

/// Links, then particles without one.
static bool make_ends(cs_sim *sim, cs_body *body, const cs_network *network)
{
    unsigned char *linked = cs_alloc_aligned((size_t)network->particle_count, 1);
    int64_t count = network->link_count;
    for (int i = 0; linked && i < network->link_count; i++) {
        linked[network->links[i].a] = linked[network->links[i].b] = 1;
    }
    for (int i = 0; linked && i < network->particle_count; i++) {
        count += !linked[i];
    }
    int(*ends)[2] = linked && count <= MAX_TUBES ? cs_arena_alloc(sim->arena, (size_t)count, sizeof(*ends)) : NULL;
    if (ends) {
        for (int i = 0; i < network->link_count; i++) {
            ends[i][0] = body->first_lane + network->links[i].a;
            ends[i][1] = body->first_lane + network->links[i].b;
        }
        for (int i = 0, tube = network->link_count; i < network->particle_count; i++) {
            if (!linked[i]) {
                ends[tube][0] = ends[tube][1] = body->first_lane + i;
                tube++;
            }
        }
        body->tubes = (const int(*)[2])ends;
        body->tube_count = (int)count;
    }
    free(linked);
    return ends != NULL;
}

/// Vertex `side` of a ring of the tube whose first vertex is `first`.
static int32_t ring_vertex(int first, int ring, int side)
{
    return first + 1 + ring * TUBE_SIDES + side % TUBE_SIDES;
}

/// Writes the triangles of one tube, their fronts outwards.
static void make_triangles(int first, cs_triangle *t)
{
    for (int side = 0; side < TUBE_SIDES; side++) {
        *t++ = (cs_triangle){first, ring_vertex(first, 0, side + 1), ring_vertex(first, 0, side)};
        for (int ring = 0; ring + 1 < TUBE_RINGS; ring++) {
            int32_t a = ring_vertex(first, ring, side), b = ring_vertex(first, ring, side + 1);
            int32_t c = ring_vertex(first, ring + 1, side), d = ring_vertex(first, ring + 1, side + 1);
            *t++ = (cs_triangle){a, b, c};
            *t++ = (cs_triangle){d, c, b};
        }
        *t++ = (cs_triangle){first + TUBE_VERTICES - 1, ring_vertex(first, TUBE_RINGS - 1, side),
                             ring_vertex(first, TUBE_RINGS - 1, side + 1)};
    }
}

bool cs_tubes_make(cs_sim *sim, cs_body *body, const cs_network *network)
{
    if (!(network->radius > 0)) {
        return true;
    }
    if (!make_ends(sim, body, network)) {
        return false;
    }
    cs_triangle *triangles = cs_arena_alloc(sim->arena, (size_t)body->tube_count * TUBE_TRIANGLES, sizeof(*triangles));
    for (int i = 0; triangles && i < body->tube_count; i++) {
        make_triangles(i * TUBE_VERTICES, &triangles[i * TUBE_TRIANGLES]);
    }
    body->triangles = triangles;
    body->triangle_count = body->tube_count * TUBE_TRIANGLES;
    return triangles != NULL;
}

int cs_tubes_vertices(const cs_body *body)
{
    return body->tube_count * TUBE_VERTICES;
}

/// Three unit vectors at right angles, the last one from a to b.
typedef struct directions {
    cs_vec3 right, up, along;
} directions;

static directions directions_of(cs_vec3 a, cs_vec3 b)
{
    cs_vec3 d = cs_sub(b, a);
    directions axes = {.along = {0, 1, 0}};
    if (cs_length(d) > TUBE_TINY) {
        axes.along = cs_normalize(d);
    }
    double x = fabs(axes.along.x), y = fabs(axes.along.y), z = fabs(axes.along.z);
    cs_vec3 across = x <= y && x <= z ? (cs_vec3){1, 0, 0} : y <= z ? (cs_vec3){0, 1, 0} : (cs_vec3){0, 0, 1};
    axes.right = cs_normalize(cs_cross(axes.along, across));
    axes.up = cs_cross(axes.along, axes.right);
    return axes;
}

static void put_vertex(cs_mesh *mesh, int vertex, cs_vec3 center, cs_vec3 normal, double radius, double u, double v)
{
    mesh->positions[vertex] = cs_add(center, cs_scale(normal, radius));
    mesh->normals[vertex] = normal;
    mesh->uv[vertex][0] = u;
    mesh->uv[vertex][1] = v;
}

static void fill_tube(cs_vec3 a, cs_vec3 b, double radius, int first, cs_mesh *mesh)
{
    static const double circle[TUBE_SIDES][2] = {{1, 0},  {HALF_ROOT, HALF_ROOT},   {0, 1},  {-HALF_ROOT, HALF_ROOT},
                                                 {-1, 0}, {-HALF_ROOT, -HALF_ROOT}, {0, -1}, {HALF_ROOT, -HALF_ROOT}};
    static const double tilts[TUBE_RINGS][2] = {{HALF_ROOT, -HALF_ROOT}, {1, 0}, {1, 0}, {HALF_ROOT, HALF_ROOT}};
    directions axes = directions_of(a, b);
    double whole = cs_length(cs_sub(b, a)) + 2 * radius;
    put_vertex(mesh, first, a, cs_scale(axes.along, -1), radius, 0, 0);
    for (int ring = 0; ring < TUBE_RINGS; ring++) {
        double outwards = tilts[ring][0], along = tilts[ring][1];
        double at = ring < TUBE_RINGS / 2 ? radius * (1 + along) : whole - radius * (1 - along);
        for (int side = 0; side < TUBE_SIDES; side++) {
            cs_vec3 radial = cs_add(cs_scale(axes.right, circle[side][0]), cs_scale(axes.up, circle[side][1]));
            cs_vec3 normal = cs_normalize(cs_add(cs_scale(radial, outwards), cs_scale(axes.along, along)));
            double u = 2.0 * side / TUBE_SIDES; // up to 1 halfway around, and back
            put_vertex(mesh, ring_vertex(first, ring, side), ring < TUBE_RINGS / 2 ? a : b, normal, radius,
                       u <= 1 ? u : 2 - u, at / whole);
        }
    }
    put_vertex(mesh, first + TUBE_VERTICES - 1, b, axes.along, radius, 0, 1);
}

void cs_tubes_fill(const cs_sim *sim, const cs_body *body, double radius, cs_mesh *mesh)
{
    for (int i = 0; i < body->tube_count; i++) {
        fill_tube(cs_soa_get(&sim->now, body->tubes[i][0]), cs_soa_get(&sim->now, body->tubes[i][1]), radius,
                  i * TUBE_VERTICES, mesh);
    }
}
