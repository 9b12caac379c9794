// SPDX-License-Identifier: MIT
//
// Long-range links and tethers: links that only pull, once the cloth is (1 + slack) times as long as at rest there. In
// one iteration they carry a tension over many particles, and they never resist bending, because a bent cloth brings
// their ends nearer. Links join particles two and four apart along the rows and the columns of a grid; tethers join
// every free particle with the pinned one that is nearest along the cloth (Kim, Chentanez and Mueller-Fischer 2012).
//
// For pbd and xpbd they are rigid. Solvers that work with forces get what the cloth itself would give over that length:
// with springs or compliances a chain of n links one after the other, k/n (a tether counts its length in mean edges);
// with a fabric the stretch stiffness of that direction (tethers: the smaller one) times the width that belongs to a
// particle, divided by the length. So they double the cloth beyond the slack, and cost no shorter time step than it.
#include "sim/links.h"

#include "sim/spring.h"

#include "math/math.h"

#include <stdlib.h>

/// Steps along rows and columns that links span.
static const int spans[] = {2, 4};

typedef struct builder {
    const cs_sim *sim;
    const cs_body *body;
    const cs_cloth *cloth;
    bool rigid;       // the solver projects
    double spring;    // N/m, of a structural link; 0 with a fabric
    double mean_edge; // m
    int64_t count;
    cs_link_rest *links; // NULL while counting
} builder;

static void add(builder *b, int lane_a, int lane_b, double length, double stiffness)
{
    if (b->links) {
        cs_link_rest link = {
            .a = lane_a, .b = lane_b, .rest = (1 + b->cloth->long_range.slack) * length, .tension_only = true};
        cs_link_stiffen(&link, stiffness);
        if (b->rigid) {
            cs_link_comply(&link, 0);
        }
        b->links[b->count] = link;
    }
    b->count++;
}

static bool is_fabric(const builder *b)
{
    return b->cloth->material == CS_MATERIAL_FABRIC;
}

static int lane_at(const cs_body *body, int row, int column)
{
    return body->first_lane + row * body->stride + column;
}

// ---- links along rows and columns -------------------------------------------------------

/// The length along the cloth of `span` edges from (row, column) on.
static double length_along(const builder *b, int row, int column, bool along_row, int span)
{
    double length = 0;
    for (int i = 0; i < span; i++) {
        int from = along_row ? lane_at(b->body, row, column + i) : lane_at(b->body, row + i, column);
        length += cs_spring_length(&b->sim->now, from, along_row ? from + 1 : from + b->body->stride);
    }
    return length;
}

/// The width of cloth that a particle carries across a row or a column (m).
static double width_across(const builder *b, int row, int column, bool along_row)
{
    const cs_body *body = b->body;
    int at = along_row ? row : column, last = (along_row ? body->rows : body->columns) - 1;
    int step = along_row ? body->stride : 1, lane = lane_at(body, row, column);
    double before = at > 0 ? cs_spring_length(&b->sim->now, lane - step, lane) : 0;
    double behind = at < last ? cs_spring_length(&b->sim->now, lane, lane + step) : 0;
    return (before + behind) / 2;
}

static void add_span(builder *b, int row, int column, bool along_row, int span)
{
    double length = length_along(b, row, column, along_row, span), stiffness = b->spring / span;
    if (is_fabric(b)) {
        double width = width_across(b, row, column, along_row);
        stiffness = length > 0 ? b->cloth->fabric.stretch[along_row ? 0 : 1] * width / length : 0;
    }
    int end = along_row ? lane_at(b->body, row, column + span) : lane_at(b->body, row + span, column);
    add(b, lane_at(b->body, row, column), end, length, stiffness);
}

static void add_links(builder *b)
{
    for (size_t i = 0; i < CS_COUNT(spans); i++) {
        for (int along_row = 1; along_row >= 0; along_row--) {
            int rows = b->body->rows - (along_row ? 0 : spans[i]),
                columns = b->body->columns - (along_row ? spans[i] : 0);
            for (int r = 0; r < rows; r++) {
                for (int c = 0; c < columns; c++) {
                    add_span(b, r, c, along_row, spans[i]);
                }
            }
        }
    }
}

// ---- tethers ----------------------------------------------------------------------------

/// What the distances along the cloth are found with and in.
typedef struct distances {
    cs_vec3 *positions;
    double *distance;
    int *nearest, *pins; // indices of pins; particles
    int pin_count;
    double *area; // m^2, around each particle
} distances;

static bool make_distances(const builder *b, cs_arena *scratch, distances *d)
{
    const cs_body *body = b->body;
    size_t count = (size_t)body->rows * (size_t)body->columns;
    d->positions = cs_arena_alloc(scratch, count, sizeof(*d->positions));
    d->distance = cs_arena_alloc(scratch, count, sizeof(*d->distance));
    d->nearest = cs_arena_alloc(scratch, count, sizeof(*d->nearest));
    d->pins = cs_arena_alloc(scratch, count, sizeof(*d->pins));
    d->area = cs_arena_alloc(scratch, count, sizeof(*d->area));
    if (!d->positions || !d->distance || !d->nearest || !d->pins || !d->area) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        int lane = cs_body_lane(body, (int)i);
        d->positions[i] = cs_soa_get(&b->sim->now, lane);
        if (cs_body_pinned(body, lane - body->first_lane)) {
            d->pins[d->pin_count++] = (int)i;
        }
    }
    for (int i = 0; i < body->triangle_count; i++) {
        const int corners[3] = {body->triangles[i].a, body->triangles[i].b, body->triangles[i].c};
        cs_vec3 ab = cs_sub(d->positions[corners[1]], d->positions[corners[0]]);
        double area = cs_length(cs_cross(ab, cs_sub(d->positions[corners[2]], d->positions[corners[0]]))) / 2;
        for (int k = 0; k < 3; k++) {
            d->area[corners[k]] += area / 3;
        }
    }
    cs_topology topology;
    return cs_topology_make(scratch, (int)count, body->triangle_count, body->triangles, &topology) &&
           cs_geodesic_distances(&topology, d->positions, d->pin_count, d->pins, d->distance, d->nearest);
}

static void add_tethers(builder *b, const distances *d)
{
    int count = b->body->rows * b->body->columns;
    for (int i = 0; i < count; i++) {
        int lane = cs_body_lane(b->body, i);
        if (d->nearest[i] < 0 || cs_body_pinned(b->body, lane - b->body->first_lane)) {
            continue;
        }
        const double *stretch = b->cloth->fabric.stretch;
        double length = d->distance[i], stiffness = 0;
        if (length > 0 && is_fabric(b)) {
            stiffness = (stretch[0] < stretch[1] ? stretch[0] : stretch[1]) * sqrt(d->area[i]) / length;
        } else if (length > 0) {
            stiffness = b->spring * (b->mean_edge < length ? b->mean_edge / length : 1);
        }
        add(b, lane, cs_body_lane(b->body, d->pins[d->nearest[i]]), length, stiffness);
    }
}

// ---- both -------------------------------------------------------------------------------

/// The mean length of the triangles' sides; those inside a mesh count twice.
static double mean_edge(const cs_sim *sim, const cs_body *body)
{
    double sum = 0;
    for (int i = 0; i < body->triangle_count; i++) {
        int a = cs_body_lane(body, body->triangles[i].a), b = cs_body_lane(body, body->triangles[i].b);
        int c = cs_body_lane(body, body->triangles[i].c);
        sum +=
            cs_spring_length(&sim->now, a, b) + cs_spring_length(&sim->now, b, c) + cs_spring_length(&sim->now, c, a);
    }
    return body->triangle_count > 0 ? sum / (3.0 * body->triangle_count) : 0;
}

static double spring_of(const cs_cloth *cloth)
{
    switch (cloth->material) {
    case CS_MATERIAL_SPRINGS:
        return cloth->springs.structural;
    case CS_MATERIAL_COMPLIANCE:
        return cloth->compliance.structural > 0 ? 1 / cloth->compliance.structural : 0;
    case CS_MATERIAL_FABRIC:
        break;
    }
    return 0;
}

/// `d` is empty when there are no tethers.
static void add_all(builder *b, const distances *d)
{
    b->count = 0;
    if (b->cloth->long_range.links && b->cloth->source == CS_CLOTH_GRID) {
        add_links(b);
    }
    if (d->nearest) {
        add_tethers(b, d);
    }
}

cs_status cs_long_range_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    if (!cloth->long_range.links && !cloth->long_range.tethers) {
        return CS_OK;
    }
    cs_solver solver = sim->scene->simulation.solver;
    builder b = {
        .sim = sim,
        .body = body,
        .cloth = cloth,
        .rigid = solver == CS_SOLVER_PBD || solver == CS_SOLVER_XPBD,
        .spring = spring_of(cloth),
        .mean_edge = mean_edge(sim, body),
    };
    distances d = {0};
    cs_arena *scratch = cs_arena_create();
    cs_element *element = NULL;
    if (scratch && (!cloth->long_range.tethers || make_distances(&b, scratch, &d))) {
        add_all(&b, &d);
        b.links = cs_arena_alloc(scratch, (size_t)b.count, sizeof(*b.links));
        if (b.links) {
            add_all(&b, &d);
            element = cs_links_create(sim->arena, b.count, b.links, false);
        }
    }
    cs_arena_destroy(scratch);
    return cs_body_add_element(sim, body, element) ? CS_OK : CS_INTERNAL;
}
