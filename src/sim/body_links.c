// SPDX-License-Identifier: MIT
//
// Cloths of links: a grid by compliance, with the links of its springs (element_grid_springs.c) in the same order; a
// mesh by springs or compliance, with structural links along its edges in their order and then, edge by edge, bend
// links between the far corners of the two triangles at an edge. A mesh has no shear links: its edges run in all
// directions. Rest lengths are those of the start.
#include "sim/grid_springs.h"
#include "sim/links.h"
#include "sim/spring.h"

#include <stdlib.h>

/// Strength of the three kinds of link: springs or compliances.
typedef struct strengths {
    bool by_compliance;
    double structural, shear, bend;
} strengths;

static strengths strengths_of(const cs_cloth *cloth)
{
    if (cloth->material == CS_MATERIAL_COMPLIANCE) {
        const cs_compliance *c = &cloth->compliance;
        return (strengths){true, c->structural, c->shear, c->bend};
    }
    return (strengths){false, cloth->springs.structural, cloth->springs.shear, cloth->springs.bend};
}

/// Springs without stiffness are not made.
static bool exists(const strengths *s, double strength)
{
    return s->by_compliance || strength > 0;
}

static cs_link_rest link_between(const cs_sim *sim, const strengths *s, double strength, int a, int b, bool structural)
{
    cs_link_rest link = {.a = a, .b = b, .rest = cs_spring_length(&sim->now, a, b), .structural = structural};
    if (s->by_compliance) {
        cs_link_comply(&link, strength);
    } else {
        cs_link_stiffen(&link, strength);
    }
    return link;
}

// ---- grids ------------------------------------------------------------------------------

/// Families that are made together, entry by entry in row-major order.
static const cs_spring_family passes[][2] = {
    {CS_FAMILY_RIGHT, CS_FAMILY_DOWN},
    {CS_FAMILY_DOWN_RIGHT, CS_FAMILY_DOWN_LEFT},
    {CS_FAMILY_RIGHT_2, CS_FAMILY_COUNT},
    {CS_FAMILY_DOWN_2, CS_FAMILY_COUNT},
};

static double strength_of(const strengths *s, cs_spring_family family)
{
    if (family == CS_FAMILY_RIGHT || family == CS_FAMILY_DOWN) {
        return s->structural;
    }
    return family == CS_FAMILY_RIGHT_2 || family == CS_FAMILY_DOWN_2 ? s->bend : s->shear;
}

static bool has_entry(const cs_body *body, cs_spring_family family, int row, int column)
{
    const cs_family_shape *shape = &cs_family_shapes[family];
    return row < body->rows - shape->rows && column < body->columns - shape->columns;
}

/// Writes the links of a grid, or counts them when `links` is NULL.
static int64_t grid_links(const cs_sim *sim, const cs_body *body, const strengths *s, cs_link_rest *links)
{
    int64_t count = 0;
    for (size_t p = 0; p < CS_COUNT(passes); p++) {
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                for (int i = 0; i < 2 && passes[p][i] != CS_FAMILY_COUNT; i++) {
                    cs_spring_family family = passes[p][i];
                    const cs_family_shape *shape = &cs_family_shapes[family];
                    double strength = strength_of(s, family);
                    if (!has_entry(body, family, r, c) || !exists(s, strength)) {
                        continue;
                    }
                    if (links) {
                        int lane = body->first_lane + r * body->stride + c;
                        links[count] = link_between(sim, s, strength, lane + shape->a_column,
                                                    lane + shape->b_row * body->stride + shape->b_column, p == 0);
                    }
                    count++;
                }
            }
        }
    }
    return count;
}

// ---- meshes -------------------------------------------------------------------------------

/// The vertices across from an edge; false at a border.
static bool far_corners(const cs_topology *topology, const cs_triangle *triangles, int edge, int *c, int *d)
{
    const cs_mesh_edge *e = &topology->edges[edge];
    if (e->left < 0 || e->right < 0) {
        return false;
    }
    const cs_triangle *left = &triangles[e->left], *right = &triangles[e->right];
    *c = left->a + left->b + left->c - e->a - e->b;
    *d = right->a + right->b + right->c - e->a - e->b;
    return *c != *d;
}

static int64_t mesh_links(const cs_sim *sim, const cs_body *body, const strengths *s, const cs_topology *topology,
                          cs_link_rest *links)
{
    int64_t count = 0;
    for (int i = 0; exists(s, s->structural) && i < topology->edge_count; i++) {
        int a = body->first_lane + topology->edges[i].a, b = body->first_lane + topology->edges[i].b;
        if (links) {
            links[count] = link_between(sim, s, s->structural, a, b, true);
        }
        count++;
    }
    for (int i = 0; exists(s, s->bend) && i < topology->edge_count; i++) {
        int c, d;
        if (!far_corners(topology, body->triangles, i, &c, &d)) {
            continue;
        }
        if (links) {
            links[count] = link_between(sim, s, s->bend, body->first_lane + c, body->first_lane + d, false);
        }
        count++;
    }
    return count;
}

static int64_t all_links(const cs_sim *sim, const cs_body *body, const strengths *s, const cs_topology *topology,
                         cs_link_rest *links)
{
    return topology ? mesh_links(sim, body, s, topology, links) : grid_links(sim, body, s, links);
}

cs_status cs_cloth_links_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    strengths s = strengths_of(cloth);
    bool mesh = cloth->source == CS_CLOTH_MESH;
    cs_topology topology;
    cs_arena *scratch = cs_arena_create();
    cs_element *element = NULL;
    if (scratch &&
        (!mesh || cs_topology_make(scratch, body->columns, body->triangle_count, body->triangles, &topology))) {
        int64_t count = all_links(sim, body, &s, mesh ? &topology : NULL, NULL);
        cs_link_rest *links = cs_arena_alloc(scratch, (size_t)count, sizeof(*links));
        if (links) {
            all_links(sim, body, &s, mesh ? &topology : NULL, links);
            element = cs_links_create(sim->arena, count, links, true);
        }
    }
    cs_arena_destroy(scratch);
    return cs_body_add_element(sim, body, element) ? CS_OK : CS_INTERNAL;
}
