// SPDX-License-Identifier: MIT
//
// A cloth becomes a body: start positions, masses, pins, grid springs, triangles. What the scene check has let through
// has an area around every vertex that a triangle uses, so that every free particle has a mass.
#include "sim/grid_springs.h"
#include "sim/state.h"

#include "math/math.h"

#include <stdlib.h>

/// v turned about x, then y, then z.
static cs_vec3 rotate(cs_vec3 v, cs_vec3 degrees)
{
    cs_vec3 a = cs_scale(degrees, CS_PI / 180);
    if (a.x != 0) {
        double s = cs_sin(a.x), c = cs_cos(a.x);
        v = (cs_vec3){v.x, c * v.y - s * v.z, s * v.y + c * v.z};
    }
    if (a.y != 0) {
        double s = cs_sin(a.y), c = cs_cos(a.y);
        v = (cs_vec3){c * v.x + s * v.z, v.y, c * v.z - s * v.x};
    }
    if (a.z != 0) {
        double s = cs_sin(a.z), c = cs_cos(a.z);
        v = (cs_vec3){c * v.x - s * v.y, s * v.x + c * v.y, v.z};
    }
    return v;
}

/// x after the transform of the cloth.
static cs_vec3 placed(const cs_cloth *cloth, cs_vec3 x)
{
    return cs_add(rotate(cs_mul(x, cloth->transform.scale), cloth->transform.rotate), cloth->transform.translate);
}

cs_vec3 cs_cloth_start(const cs_cloth *cloth, int row, int column)
{
    if (cloth->source == CS_CLOTH_MESH) {
        return placed(cloth, cloth->mesh.positions[column]);
    }
    const cs_grid *grid = &cloth->grid;
    double along_u = column * (grid->size[0] / (grid->columns - 1));
    double along_v = row * (grid->size[1] / (grid->rows - 1));
    cs_vec3 x = cs_add(cs_add(grid->origin, cs_scale(grid->u, along_u)), cs_scale(grid->v, along_v));
    return placed(cloth, x);
}

static bool holds(const cs_pin *pin, int row, int column, cs_vec3 x)
{
    switch (pin->kind) {
    case CS_PIN_ROW:
        return pin->row == row;
    case CS_PIN_COLUMN:
        return pin->column == column;
    case CS_PIN_PARTICLE:
        return pin->row == row && pin->column == column;
    case CS_PIN_BOX:
        return x.x >= pin->min.x && x.x <= pin->max.x && x.y >= pin->min.y && x.y <= pin->max.y && x.z >= pin->min.z &&
               x.z <= pin->max.z;
    case CS_PIN_VERTEX:
        return pin->vertex == column;
    case CS_PIN_BALL:
        return cs_length(cs_sub(x, pin->center)) <= pin->radius;
    }
    return false;
}

/// Marks the vertices of a mesh that belong to a triangle, for free(); NULL without memory.
static unsigned char *used_vertices(const cs_cloth *cloth)
{
    unsigned char *used = cs_alloc_aligned((size_t)cloth->mesh.vertex_count, 1);
    for (int i = 0; used && i < cloth->mesh.triangle_count; i++) {
        cs_triangle t = cloth->mesh.triangles[i];
        used[t.a] = used[t.b] = used[t.c] = 1;
    }
    return used;
}

/// Vertices that no triangle uses have neither mass nor anything that holds them: they stay where they start.
static bool hold_loose_vertices(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    unsigned char *used = used_vertices(cloth);
    bool made = used != NULL;
    for (int i = 0; made && i < cloth->mesh.vertex_count; i++) {
        if (!used[i] && !body->pinned) {
            body->pinned = cs_arena_alloc(sim->arena, (size_t)body->stride, 1);
            made = body->pinned != NULL;
        }
        if (!used[i] && made) {
            body->pinned[i] = 1;
        }
    }
    free(used);
    return made;
}

static bool make_pins(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    if (cloth->pin_count == 0) {
        return true;
    }
    body->pinned = cs_arena_alloc(sim->arena, (size_t)body->rows * (size_t)body->stride, 1);
    if (!body->pinned) {
        return false;
    }
    for (int r = 0; r < body->rows; r++) {
        for (int c = 0; c < body->columns; c++) {
            int lane = r * body->stride + c;
            cs_vec3 x = cs_soa_get(&sim->now, body->first_lane + lane);
            for (int i = 0; i < cloth->pin_count && !body->pinned[lane]; i++) {
                body->pinned[lane] = holds(&cloth->pins[i], r, c, x);
            }
        }
    }
    return true;
}

/// Mass of each particle from the areal density: a third of each triangle around it.
static bool make_masses(cs_sim *sim, cs_body *body, double density)
{
    size_t lanes = (size_t)body->rows * (size_t)body->stride;
    double *masses = cs_arena_alloc(sim->arena, lanes, sizeof(*masses));
    if (!masses) {
        return false;
    }
    for (int i = 0; i < body->triangle_count; i++) {
        int corners[3] = {body->triangles[i].a, body->triangles[i].b, body->triangles[i].c};
        cs_vec3 x[3];
        for (int k = 0; k < 3; k++) {
            corners[k] = cs_body_lane(body, corners[k]) - body->first_lane;
            x[k] = cs_soa_get(&sim->now, body->first_lane + corners[k]);
        }
        double area = cs_length(cs_cross(cs_sub(x[1], x[0]), cs_sub(x[2], x[0]))) / 2;
        for (int k = 0; k < 3; k++) {
            masses[corners[k]] += density * area / 3;
        }
    }
    for (size_t i = 0; i < lanes; i++) { // padding, and vertices that no triangle uses
        masses[i] = masses[i] > 0 ? masses[i] : 1;
    }
    body->masses = masses;
    return true;
}

/// The triangles of the body.
static bool make_triangles(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    if (cloth->source == CS_CLOTH_MESH) {
        body->triangles = cloth->mesh.triangles;
        body->triangle_count = cloth->mesh.triangle_count;
        return true;
    }
    const cs_grid *grid = &cloth->grid;
    size_t count = 2 * (size_t)(grid->rows - 1) * (size_t)(grid->columns - 1);
    cs_triangle *triangles = cs_arena_alloc(sim->arena, count, sizeof(*triangles));
    if (triangles) {
        cs_grid_triangles(grid->rows, grid->columns, grid->diagonals == CS_DIAGONALS_ALTERNATING, triangles);
    }
    body->triangles = triangles;
    body->triangle_count = (int)count;
    return triangles != NULL;
}

/// What holds the cloth together.
static cs_status make_elements(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    if (cloth->material == CS_MATERIAL_FABRIC) {
        return cs_fabric_build(sim, body, cloth);
    }
    if (cloth->material == CS_MATERIAL_COMPLIANCE || cloth->source == CS_CLOTH_MESH) {
        return cs_cloth_links_build(sim, body, cloth);
    }
    cs_element *springs = cs_grid_springs_create(sim->arena, &cloth->springs, body->first_lane, body->rows,
                                                 body->columns, body->stride, &sim->now);
    return cs_body_add_element(sim, body, springs) ? CS_OK : CS_INTERNAL;
}

cs_status cs_cloth_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    for (int r = 0; r < body->rows; r++) {
        for (int c = 0; c < body->columns; c++) {
            int lane = body->first_lane + r * body->stride + c;
            cs_body_start_velocity(sim, lane, cs_soa_get(&sim->now, lane), cloth->velocity);
        }
    }
    bool fabric = cloth->material == CS_MATERIAL_FABRIC;
    body->mass = fabric ? 0 : cloth->particle_mass;
    if (!make_triangles(sim, body, cloth) || !make_pins(sim, body, cloth) ||
        (cloth->source == CS_CLOTH_MESH && !hold_loose_vertices(sim, body, cloth)) ||
        (body->mass == 0 && !make_masses(sim, body, fabric ? cloth->fabric.density : cloth->density))) {
        return CS_INTERNAL;
    }
    cs_status status = make_elements(sim, body, cloth);
    return status == CS_OK ? cs_long_range_build(sim, body, cloth) : status;
}
