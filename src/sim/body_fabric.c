// SPDX-License-Identifier: MIT
//
// A cloth with a fabric becomes membrane and bending elements. Here is found where the warp runs in each triangle:
// along u of the grid, or along the lines of constant v of the mesh's uv.
#include "sim/bending.h"
#include "sim/fabric.h"
#include "sim/membrane.h"

#include "math/math.h"
#include "mesh/mesh.h"

#include <stdlib.h>

// A direction of which less than this part lies in a triangle's plane does not tell where its warp runs. Larger values
// refuse steep triangles, smaller ones take rounding for a direction.
#define PROJECTED_LEAST 1e-3
// uv whose triangle covers less than this part of the square over its longest side tell no direction either.
#define UV_LEAST 1e-9

/// The unit vector of `direction` within the plane of a unit normal; false when it hardly lies there.
static bool project(cs_vec3 direction, cs_vec3 normal, cs_vec3 *projected)
{
    cs_vec3 flat = cs_sub(direction, cs_scale(normal, cs_dot(direction, normal)));
    if (!(cs_length(flat) > PROJECTED_LEAST * cs_length(direction))) {
        return false;
    }
    *projected = cs_normalize(flat);
    return true;
}

cs_fabric_triangle cs_fabric_triangle_of(const cs_sim *sim, const cs_body *body, int t, cs_vec3 direction)
{
    cs_triangle triangle = body->triangles[t];
    cs_fabric_triangle rest = {
        .lane = {cs_body_lane(body, triangle.a), cs_body_lane(body, triangle.b), cs_body_lane(body, triangle.c)}};
    cs_vec3 x[3];
    rest.pinned = true;
    for (int n = 0; n < 3; n++) {
        x[n] = cs_soa_get(&sim->now, rest.lane[n]);
        rest.pinned = rest.pinned && cs_body_pinned(body, rest.lane[n] - body->first_lane);
    }
    rest.edge[0] = cs_sub(x[1], x[0]);
    rest.edge[1] = cs_sub(x[2], x[0]);
    cs_vec3 across = cs_sub(x[2], x[1]), cross = cs_cross(rest.edge[0], rest.edge[1]);
    double longest =
        fmax(cs_dot(across, across), fmax(cs_dot(rest.edge[0], rest.edge[0]), cs_dot(rest.edge[1], rest.edge[1])));
    rest.sound = cs_length(cross) > CS_FABRIC_SLIVER * longest;
    if (rest.sound) {
        cs_vec3 normal = cs_normalize(cross);
        rest.sound = project(direction, normal, &rest.warp);
        rest.weft = cs_cross(normal, rest.warp);
    }
    return rest;
}

/// Where u of a mesh grows and v does not, in a triangle with these edges; false when its uv do not tell.
static bool along_u(const cs_cloth_mesh *mesh, cs_triangle t, cs_vec3 e1, cs_vec3 e2, cs_vec3 *direction)
{
    if (!mesh->uv) {
        return false;
    }
    const double *a = mesh->uv[t.a], *b = mesh->uv[t.b], *c = mesh->uv[t.c];
    double u1 = b[0] - a[0], v1 = b[1] - a[1], u2 = c[0] - a[0], v2 = c[1] - a[1];
    double determinant = u1 * v2 - u2 * v1;
    double longest = fmax(u1 * u1 + v1 * v1, u2 * u2 + v2 * v2);
    if (!(fabs(determinant) > UV_LEAST * longest)) {
        return false;
    }
    double sign = determinant > 0 ? 1 : -1;
    *direction = cs_scale(cs_sub(cs_scale(e1, v2), cs_scale(e2, v1)), sign);
    return true;
}

/// The unit vector of the warp in a triangle's plane.
static cs_vec3 warp_of(const cs_body *body, const cs_cloth *cloth, int t, const cs_vec3 x[3])
{
    cs_vec3 e1 = cs_sub(x[1], x[0]), e2 = cs_sub(x[2], x[0]);
    cs_vec3 normal = cs_normalize(cs_cross(e1, e2)), wish, warp = {1, 0, 0};
    bool told = true;
    if (cloth->source == CS_CLOTH_GRID) {
        wish = cs_sub(cs_cloth_start(cloth, 0, cloth->grid.columns - 1), cs_cloth_start(cloth, 0, 0));
    } else {
        told = along_u(&cloth->mesh, body->triangles[t], e1, e2, &wish);
    }
    if (!(told && project(wish, normal, &warp)) && !project((cs_vec3){1, 0, 0}, normal, &warp)) {
        project((cs_vec3){0, 0, 1}, normal, &warp);
    }
    return warp;
}

/// The edges of the mesh with their lengths at rest.
static bool make_edges(cs_sim *sim, cs_body *body)
{
    cs_arena *passing = cs_arena_create();
    cs_topology topology;
    cs_edge_rest *edges = NULL;
    if (passing &&
        cs_topology_make(passing, body->rows * body->columns, body->triangle_count, body->triangles, &topology)) {
        edges = cs_arena_alloc(sim->arena, (size_t)topology.edge_count, sizeof(*edges));
    }
    for (int i = 0; edges && i < topology.edge_count; i++) {
        int a = cs_body_lane(body, topology.edges[i].a), b = cs_body_lane(body, topology.edges[i].b);
        double rest = cs_length(cs_sub(cs_soa_get(&sim->now, b), cs_soa_get(&sim->now, a)));
        edges[i] = (cs_edge_rest){.a = a, .b = b, .rest = rest};
        body->edge_count = topology.edge_count;
    }
    body->edges = edges;
    cs_arena_destroy(passing);
    return edges != NULL;
}

cs_status cs_fabric_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    cs_vec3 *directions = cs_alloc_aligned((size_t)body->triangle_count, sizeof(*directions));
    if (!directions || !make_edges(sim, body)) {
        free(directions);
        return CS_INTERNAL;
    }
    for (int t = 0; t < body->triangle_count; t++) {
        cs_triangle corners = body->triangles[t];
        const cs_vec3 x[3] = {cs_soa_get(&sim->now, cs_body_lane(body, corners.a)),
                              cs_soa_get(&sim->now, cs_body_lane(body, corners.b)),
                              cs_soa_get(&sim->now, cs_body_lane(body, corners.c))};
        directions[t] = warp_of(body, cloth, t, x);
    }
    bool made = cs_body_add_element(sim, body, cs_membrane_create(sim, body, &cloth->fabric, directions)) &&
                cs_body_add_element(sim, body, cs_bending_create(sim, body, &cloth->fabric, directions));
    free(directions);
    return made ? CS_OK : CS_INTERNAL;
}
