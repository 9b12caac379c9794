// SPDX-License-Identifier: MIT
//
// The springs of a cloth grid as data: three stiffnesses and one rest length a spring. They are not stored as a list
// of index pairs but as six families, each an array over the lanes of the grid: entry (r, c) of a family is the spring
// that starts at (r, c). Solvers with a fused sweep read this directly.
#ifndef CS_SIM_GRID_SPRINGS_H
#define CS_SIM_GRID_SPRINGS_H

#include "sim/state.h"

typedef enum cs_spring_family {
    CS_FAMILY_RIGHT,      ///< structural: (r, c) to (r, c + 1)
    CS_FAMILY_DOWN,       ///< structural: (r, c) to (r + 1, c)
    CS_FAMILY_DOWN_RIGHT, ///< shear: (r, c) to (r + 1, c + 1)
    CS_FAMILY_DOWN_LEFT,  ///< shear: (r, c + 1) to (r + 1, c)
    CS_FAMILY_RIGHT_2,    ///< bend: (r, c) to (r, c + 2)
    CS_FAMILY_DOWN_2,     ///< bend: (r, c) to (r + 2, c)
    CS_FAMILY_COUNT,
} cs_spring_family;

/// Where the springs of a family start and end relative to their entry, and how far the entries reach.
typedef struct cs_family_shape {
    int a_column, b_row, b_column; ///< the first end is in the entry's row
    int rows, columns;             ///< entries: r < rows - .rows, c < columns - .columns
} cs_family_shape;
extern const cs_family_shape cs_family_shapes[CS_FAMILY_COUNT];

/// The rest lengths of all families, exactly as computed from the start positions, in groups of CS_REST_GROUP lanes:
/// for each group the six families one after the other. In a regular grid the lengths of a family differ by rounding
/// only, so large grids keep them as 16-bit differences of their bit patterns to one base: a quarter of the memory
/// traffic. `lengths` NULL: rest = base + delta in units of the last place.
typedef struct cs_rest_lengths {
    const double *lengths;
    const int16_t *deltas;
    int64_t bases[CS_FAMILY_COUNT];
} cs_rest_lengths;
#define CS_REST_GROUP 8

/// Where the rest length of the entry in this lane of the grid stands.
static inline size_t cs_rest_index(cs_spring_family family, size_t lane_of_grid)
{
    return (lane_of_grid / CS_REST_GROUP * CS_FAMILY_COUNT + (size_t)family) * CS_REST_GROUP +
           lane_of_grid % CS_REST_GROUP;
}

typedef struct cs_grid_springs {
    cs_element element;
    int first_lane, rows, columns, stride;
    double stiffness[CS_FAMILY_COUNT]; ///< N/m; 0: no springs of this family
    cs_rest_lengths rest;
} cs_grid_springs;

/// The body is held by the springs of its grid and nothing else.
bool cs_grid_springs_alone(const cs_body *body);
/// Makes the springs of a grid that starts at `positions` (all lanes); NULL when there is no memory.
cs_element *cs_grid_springs_create(cs_arena *arena, const cs_springs *stiffness, int first_lane, int rows, int columns,
                                   int stride, const cs_soa *positions);

#endif
