// SPDX-License-Identifier: MIT
//
// The springs of a cloth grid: structural to the next neighbour, shear along both diagonals of a cell, bend to the one
// after next (Provot 1995). Their order, which fixes the order of additions to a particle, is: structural by particle
// in row-major order (right, then down), shear by cell (down-right, then down-left), bend along rows, bend along
// columns.
#include "sim/grid_springs.h"
#include "sim/spring.h"

#include <string.h>

// Grids with at least this many lanes keep their rest lengths packed: below, everything is in the first-level cache or
// near it, and unpacking costs more than it saves.
#define PACK_LANES 2048

const cs_family_shape cs_family_shapes[CS_FAMILY_COUNT] = {
    [CS_FAMILY_RIGHT] = {.a_column = 0, .b_row = 0, .b_column = 1, .rows = 0, .columns = 1},
    [CS_FAMILY_DOWN] = {.a_column = 0, .b_row = 1, .b_column = 0, .rows = 1, .columns = 0},
    [CS_FAMILY_DOWN_RIGHT] = {.a_column = 0, .b_row = 1, .b_column = 1, .rows = 1, .columns = 1},
    [CS_FAMILY_DOWN_LEFT] = {.a_column = 1, .b_row = 1, .b_column = 0, .rows = 1, .columns = 1},
    [CS_FAMILY_RIGHT_2] = {.a_column = 0, .b_row = 0, .b_column = 2, .rows = 0, .columns = 2},
    [CS_FAMILY_DOWN_2] = {.a_column = 0, .b_row = 2, .b_column = 0, .rows = 2, .columns = 0},
};

/// A run through one or two families at once, entry by entry in row-major order: what the creation order is made of.
typedef struct pass {
    cs_spring_family first, second; // equal: one family
} pass;
static const pass passes[] = {
    {CS_FAMILY_RIGHT, CS_FAMILY_DOWN},
    {CS_FAMILY_DOWN_RIGHT, CS_FAMILY_DOWN_LEFT},
    {CS_FAMILY_RIGHT_2, CS_FAMILY_RIGHT_2},
    {CS_FAMILY_DOWN_2, CS_FAMILY_DOWN_2},
};

static double rest_length(const cs_rest_lengths *rest, cs_spring_family family, int lane_of_grid)
{
    size_t index = cs_rest_index(family, (size_t)lane_of_grid);
    if (rest->lengths) {
        return rest->lengths[index];
    }
    int64_t bits = rest->bases[family] + rest->deltas[index];
    double length;
    memcpy(&length, &bits, sizeof(length));
    return length;
}

static bool has_entry(const cs_grid_springs *grid, cs_spring_family family, int row, int column)
{
    const cs_family_shape *shape = &cs_family_shapes[family];
    return grid->stiffness[family] > 0 && row < grid->rows - shape->rows && column < grid->columns - shape->columns;
}

static cs_spring_view entry(const cs_grid_springs *grid, cs_spring_family family, int row, int column)
{
    const cs_family_shape *shape = &cs_family_shapes[family];
    int lane = row * grid->stride + column;
    return (cs_spring_view){
        .a = grid->first_lane + lane + shape->a_column,
        .b = grid->first_lane + lane + shape->b_row * grid->stride + shape->b_column,
        .stiffness = grid->stiffness[family],
        .rest = rest_length(&grid->rest, family, lane),
        .structural = family == CS_FAMILY_RIGHT || family == CS_FAMILY_DOWN,
    };
}

static int families_in(const pass *p)
{
    return p->first == p->second ? 1 : 2;
}

/// Entries of a family in its first `rows` rows.
static int64_t entries(const cs_grid_springs *grid, cs_spring_family family, int rows)
{
    const cs_family_shape *shape = &cs_family_shapes[family];
    return has_entry(grid, family, 0, 0) ? (int64_t)rows * (grid->columns - shape->columns) : 0;
}

static int64_t entries_in_family(const cs_grid_springs *grid, cs_spring_family family)
{
    return entries(grid, family, grid->rows - cs_family_shapes[family].rows);
}

/// Writes the springs of one row of a pass from number `skip` on; returns how many.
static int row_springs(const cs_grid_springs *grid, const pass *p, int row, int64_t skip, int room,
                       cs_spring_view *views)
{
    int count = 0;
    for (int c = 0; c < grid->columns && count < room; c++) {
        for (int i = 0; i < families_in(p); i++) {
            cs_spring_family family = i == 0 ? p->first : p->second;
            if (!has_entry(grid, family, row, c)) {
                continue;
            }
            if (skip > 0) {
                skip--;
            } else if (count < room) {
                views[count++] = entry(grid, family, row, c);
            }
        }
    }
    return count;
}

static int springs(const cs_element *element, int64_t first, cs_spring_view *views)
{
    const cs_grid_springs *grid = (const cs_grid_springs *)element;
    for (size_t i = 0; i < CS_COUNT(passes); i++) {
        const pass *p = &passes[i];
        bool both = families_in(p) == 2;
        int64_t in_pass = entries_in_family(grid, p->first) + (both ? entries_in_family(grid, p->second) : 0);
        if (first < in_pass) {
            // All rows hold the same number of springs, but for the last ones, which hold fewer.
            int64_t in_row = entries(grid, p->first, 1) + (both ? entries(grid, p->second, 1) : 0);
            if (in_row <= 0) {
                return 0; // not so: a pass with springs has them in its first row
            }
            return row_springs(grid, p, (int)(first / in_row), first % in_row, CS_SPRING_CHUNK, views);
        }
        first -= in_pass;
    }
    return 0;
}

static void terms(const cs_element *element, int64_t first, int count, const cs_soa *positions, cs_term *out)
{
    cs_spring_view views[CS_SPRING_CHUNK];
    while (count > 0) {
        int held = springs(element, first, views);
        for (int i = 0; i < held && i < count; i++) {
            cs_spring_term(&views[i], positions, out++);
        }
        first += held;
        count = held > 0 ? count - held : 0;
    }
}

static void add_entry(const cs_grid_springs *grid, cs_spring_family family, int row, int column,
                      const cs_soa *positions, cs_soa *forces)
{
    if (has_entry(grid, family, row, column)) {
        cs_spring_view s = entry(grid, family, row, column);
        cs_spring_add_force(&s, positions, forces);
    }
}

static void add_forces(const cs_element *element, const cs_soa *positions, cs_soa *forces)
{
    const cs_grid_springs *grid = (const cs_grid_springs *)element;
    for (size_t i = 0; i < CS_COUNT(passes); i++) {
        for (int r = 0; r < grid->rows; r++) {
            for (int c = 0; c < grid->columns; c++) {
                add_entry(grid, passes[i].first, r, c, positions, forces);
                if (passes[i].second != passes[i].first) {
                    add_entry(grid, passes[i].second, r, c, positions, forces);
                }
            }
        }
    }
}

static const cs_element_kind grid_springs_kind = {
    .name = "grid springs",
    .terms = terms,
    .add_forces = add_forces,
    .springs = springs,
};

// ---- rest lengths ----------------------------------------------------------

static double start_length(const cs_grid_springs *grid, cs_spring_family family, int row, int column,
                           const cs_soa *positions)
{
    const cs_family_shape *shape = &cs_family_shapes[family];
    int a = grid->first_lane + row * grid->stride + column + shape->a_column;
    int b = grid->first_lane + (row + shape->b_row) * grid->stride + column + shape->b_column;
    return cs_spring_length(positions, a, b);
}

static int64_t bits_of(double value)
{
    int64_t bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/// The rest lengths of a family as differences to the first one; false when one does not fit in 16 bits.
static bool pack_family(const cs_grid_springs *grid, cs_spring_family family, const cs_soa *positions, int16_t *deltas,
                        int64_t *base)
{
    const cs_family_shape *shape = &cs_family_shapes[family];
    *base = bits_of(start_length(grid, family, 0, 0, positions));
    for (int r = 0; r < grid->rows - shape->rows; r++) {
        for (int c = 0; c < grid->columns - shape->columns; c++) {
            int64_t delta = bits_of(start_length(grid, family, r, c, positions)) - *base;
            if (delta < INT16_MIN || delta > INT16_MAX) {
                return false;
            }
            deltas[cs_rest_index(family, (size_t)r * (size_t)grid->stride + (size_t)c)] = (int16_t)delta;
        }
    }
    return true;
}

static bool pack(cs_grid_springs *grid, const cs_soa *positions, int16_t *deltas)
{
    for (int f = 0; f < CS_FAMILY_COUNT; f++) {
        cs_spring_family family = (cs_spring_family)f;
        if (has_entry(grid, family, 0, 0) && !pack_family(grid, family, positions, deltas, &grid->rest.bases[f])) {
            return false;
        }
    }
    return true;
}

static void store_family(const cs_grid_springs *grid, cs_spring_family family, const cs_soa *positions, double *lengths)
{
    const cs_family_shape *shape = &cs_family_shapes[family];
    for (int r = 0; r < grid->rows - shape->rows; r++) {
        for (int c = 0; c < grid->columns - shape->columns; c++) {
            lengths[cs_rest_index(family, (size_t)r * (size_t)grid->stride + (size_t)c)] =
                start_length(grid, family, r, c, positions);
        }
    }
}

static bool make_rest_lengths(cs_arena *arena, cs_grid_springs *grid, const cs_soa *positions)
{
    size_t lanes = (size_t)grid->rows * (size_t)grid->stride;
    if (lanes >= PACK_LANES) {
        int16_t *deltas = cs_arena_alloc(arena, lanes, CS_FAMILY_COUNT * sizeof(*deltas));
        if (!deltas) {
            return false;
        }
        if (pack(grid, positions, deltas)) {
            grid->rest.deltas = deltas;
            return true;
        }
    }
    double *lengths = cs_arena_alloc(arena, lanes, CS_FAMILY_COUNT * sizeof(*lengths));
    if (!lengths) {
        return false;
    }
    for (int f = 0; f < CS_FAMILY_COUNT; f++) {
        if (has_entry(grid, (cs_spring_family)f, 0, 0)) {
            store_family(grid, (cs_spring_family)f, positions, lengths);
        }
    }
    grid->rest.lengths = lengths;
    return true;
}

bool cs_grid_springs_alone(const cs_body *body)
{
    return body->element_count == 1 && body->elements[0]->kind == &grid_springs_kind;
}

cs_element *cs_grid_springs_create(cs_arena *arena, const cs_springs *stiffness, int first_lane, int rows, int columns,
                                   int stride, const cs_soa *positions)
{
    cs_grid_springs *grid = cs_arena_alloc(arena, 1, sizeof(*grid));
    if (!grid) {
        return NULL;
    }
    grid->element.kind = &grid_springs_kind;
    grid->first_lane = first_lane;
    grid->rows = rows;
    grid->columns = columns;
    grid->stride = stride;
    grid->stiffness[CS_FAMILY_RIGHT] = grid->stiffness[CS_FAMILY_DOWN] = stiffness->structural;
    grid->stiffness[CS_FAMILY_DOWN_RIGHT] = grid->stiffness[CS_FAMILY_DOWN_LEFT] = stiffness->shear;
    grid->stiffness[CS_FAMILY_RIGHT_2] = grid->stiffness[CS_FAMILY_DOWN_2] = stiffness->bend;
    for (int f = 0; f < CS_FAMILY_COUNT; f++) {
        grid->element.spring_count = grid->element.term_count += entries_in_family(grid, (cs_spring_family)f);
    }
    return make_rest_lengths(arena, grid, positions) ? &grid->element : NULL;
}
