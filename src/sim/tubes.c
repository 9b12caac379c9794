// SPDX-License-Identifier: MIT
//
// Networks as they show: each link a closed tube with round ends, each particle without links a ball. At a joint the
// round ends of all links are the same ball, so a bent chain has no gaps. Tubes and balls are one kind of thing, a
// stack of rings with a pole at either end: half of the rings belong to the first end, half to the second. Vertices:
// the first pole, ring by ring, the second pole; normals are those of the true round shape.
#include "sim/state.h"

#include "math/math.h"

#include <stdlib.h>

/// A stack of rings.
typedef struct stack {
    int sides, rings; ///< both even
} stack;

static const stack tube = {.sides = 8, .rings = 4};
static const stack ball = {.sides = 16, .rings = 8};

#define MOST_SIDES 16
// Three corners of every triangle must be numbered by an int, and no stack has more triangles than this.
#define MOST_TRIANGLES 256
#define MAX_STACKS     (INT32_MAX / (3 * MOST_TRIANGLES))
// Ends that are nearer than this (m) have no direction between them.
#define TUBE_TINY 1e-12

static int vertices_in(stack s)
{
    return s.sides * s.rings + 2;
}

static int triangles_in(stack s)
{
    return 2 * s.sides * s.rings;
}

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
    int(*ends)[2] = linked && count <= MAX_STACKS ? cs_arena_alloc(sim->arena, (size_t)count, sizeof(*ends)) : NULL;
    if (ends) {
        for (int i = 0; i < network->link_count; i++) {
            ends[i][0] = body->first_lane + network->links[i].a;
            ends[i][1] = body->first_lane + network->links[i].b;
        }
        for (int i = 0, lone = network->link_count; i < network->particle_count; i++) {
            if (!linked[i]) {
                ends[lone][0] = ends[lone][1] = body->first_lane + i;
                lone++;
            }
        }
        body->tubes = (const int(*)[2])ends;
        body->tube_count = (int)count;
    }
    free(linked);
    return ends != NULL;
}

/// What the i-th link or lone particle of a network shows as.
static stack stack_of(const cs_body *body, int i)
{
    return body->tubes[i][0] == body->tubes[i][1] ? ball : tube;
}

/// Vertex `side` of a ring of the stack whose first vertex is `first`.
static int32_t ring_vertex(stack s, int first, int ring, int side)
{
    return first + 1 + ring * s.sides + side % s.sides;
}

/// Writes the triangles of one stack, their fronts outwards.
static void make_triangles(stack s, int first, cs_triangle *t)
{
    int last = first + vertices_in(s) - 1;
    for (int side = 0; side < s.sides; side++) {
        *t++ = (cs_triangle){first, ring_vertex(s, first, 0, side + 1), ring_vertex(s, first, 0, side)};
        for (int ring = 0; ring + 1 < s.rings; ring++) {
            int32_t a = ring_vertex(s, first, ring, side), b = ring_vertex(s, first, ring, side + 1);
            int32_t c = ring_vertex(s, first, ring + 1, side), d = ring_vertex(s, first, ring + 1, side + 1);
            *t++ = (cs_triangle){a, b, c};
            *t++ = (cs_triangle){d, c, b};
        }
        *t++ =
            (cs_triangle){last, ring_vertex(s, first, s.rings - 1, side), ring_vertex(s, first, s.rings - 1, side + 1)};
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
    size_t count = 0;
    for (int i = 0; i < body->tube_count; i++) {
        count += (size_t)triangles_in(stack_of(body, i));
    }
    cs_triangle *triangles = cs_arena_alloc(sim->arena, count, sizeof(*triangles));
    if (!triangles) {
        return false;
    }
    body->triangles = triangles;
    body->triangle_count = (int)count;
    for (int i = 0, first = 0; i < body->tube_count; i++) {
        stack s = stack_of(body, i);
        make_triangles(s, first, triangles);
        first += vertices_in(s);
        triangles += triangles_in(s);
    }
    return true;
}

int cs_tubes_vertices(const cs_body *body)
{
    int count = 0;
    for (int i = 0; i < body->tube_count; i++) {
        count += vertices_in(stack_of(body, i));
    }
    return count;
}

// ---- shape ----------------------------------------------------------------------------------

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

/// Cosines and sines of a whole turn in `sides` steps.
static void make_circle(int sides, double circle[MOST_SIDES][2])
{
    for (int i = 0; i < sides; i++) {
        circle[i][0] = cs_cos(2 * CS_PI * i / sides);
        circle[i][1] = cs_sin(2 * CS_PI * i / sides);
    }
}

/// What all stacks of a network share.
typedef struct pen {
    double radius;
    cs_mesh *mesh;
    double circles[2][MOST_SIDES][2]; // of tubes, of balls
} pen;

static void put_vertex(const pen *p, int vertex, cs_vec3 center, cs_vec3 normal, double u, double v)
{
    p->mesh->positions[vertex] = cs_add(center, cs_scale(normal, p->radius));
    p->mesh->normals[vertex] = normal;
    p->mesh->uv[vertex][0] = u;
    p->mesh->uv[vertex][1] = v;
}

/// A ring stands on an end and leans towards the pole there by 90 degrees in as many steps as that end has rings; those
/// of a tube begin upright. `steps` counts from upright, half steps for a ball, whose two ends share one place.
static void fill_stack(const pen *p, stack s, bool is_ball, cs_vec3 a, cs_vec3 b, int first)
{
    const double(*circle)[2] = p->circles[is_ball];
    directions axes = directions_of(a, b);
    double whole = cs_length(cs_sub(b, a)) + 2 * p->radius;
    int half = s.rings / 2;
    put_vertex(p, first, a, cs_scale(axes.along, -1), 0, 0);
    for (int ring = 0; ring < s.rings; ring++) {
        bool at_a = ring < half;
        double steps = (at_a ? half - 1 - ring : ring - half) + (is_ball ? 0.5 : 0);
        double lean = CS_PI / 2 * steps / (half + (is_ball ? 0.5 : 0));
        double outwards = cs_cos(lean), along = at_a ? -cs_sin(lean) : cs_sin(lean);
        double at = at_a ? p->radius * (1 + along) : whole - p->radius * (1 - along);
        for (int side = 0; side < s.sides; side++) {
            cs_vec3 radial = cs_add(cs_scale(axes.right, circle[side][0]), cs_scale(axes.up, circle[side][1]));
            cs_vec3 normal = cs_normalize(cs_add(cs_scale(radial, outwards), cs_scale(axes.along, along)));
            double u = 2.0 * side / s.sides; // up to 1 halfway around, and back
            put_vertex(p, ring_vertex(s, first, ring, side), at_a ? a : b, normal, u <= 1 ? u : 2 - u, at / whole);
        }
    }
    put_vertex(p, first + vertices_in(s) - 1, b, axes.along, 0, 1);
}

void cs_tubes_fill(const cs_sim *sim, const cs_body *body, double radius, cs_mesh *mesh)
{
    pen p = {.radius = radius, .mesh = mesh};
    make_circle(tube.sides, p.circles[0]);
    make_circle(ball.sides, p.circles[1]);
    for (int i = 0, first = 0; i < body->tube_count; i++) {
        stack s = stack_of(body, i);
        bool is_ball = body->tubes[i][0] == body->tubes[i][1];
        fill_stack(&p, s, is_ball, cs_soa_get(&sim->now, body->tubes[i][0]), cs_soa_get(&sim->now, body->tubes[i][1]),
                   first);
        first += vertices_in(s);
    }
}
