// SPDX-License-Identifier: MIT
//
// Facts about distances along a mesh.
#include "mesh/mesh.h"

#include <setjmp.h>
#include <stdlib.h>
// cmocka needs the above
#include <cmocka.h>

#define ROWS      13
#define COLUMNS   17
#define VERTICES  (ROWS * COLUMNS)
#define TRIANGLES (2 * (ROWS - 1) * (COLUMNS - 1))
#define LONGEST   1.0824 // 1/cos(22.5 degrees)
#define ROUNDING  1e-12

static cs_arena *arena;

static int open_arena(void **state)
{
    (void)state;
    arena = cs_arena_create();
    return arena ? 0 : -1;
}

static int close_arena(void **state)
{
    (void)state;
    cs_arena_destroy(arena);
    return 0;
}

/// The place of a grid point in a plane.
static cs_vec3 flat(int vertex)
{
    return (cs_vec3){0.1 * (vertex % COLUMNS), 0.1 * (vertex / COLUMNS), 0};
}

/// The same point of the sheet folded in zigzag along every fourth column.
static cs_vec3 folded(int vertex)
{
    int column = vertex % COLUMNS, fold = column / 4, inside = column % 4;
    int depth = fold % 2 == 0 ? inside : 4 - inside;
    return (cs_vec3){0.08 * column, 0.1 * (vertex / COLUMNS), 0.06 * depth};
}

static cs_topology grid(bool alternating)
{
    static cs_triangle t[TRIANGLES];
    cs_topology topology;
    cs_grid_triangles(ROWS, COLUMNS, alternating, t);
    assert_true(cs_topology_make(arena, VERTICES, TRIANGLES, t, &topology));
    return topology;
}

/// In a plane no distance is shorter than the straight one, none is much longer, and along rows and columns they agree.
static void in_a_plane(void **state)
{
    (void)state;
    for (int alternating = 0; alternating < 2; alternating++) {
        cs_topology topology = grid(alternating);
        cs_vec3 x[VERTICES];
        double d[VERTICES];
        int nearest[VERTICES];
        for (int i = 0; i < VERTICES; i++) {
            x[i] = flat(i);
        }
        for (int source = 0; source < VERTICES; source += 13) {
            assert_true(cs_geodesic_distances(&topology, x, 1, &source, d, nearest));
            for (int i = 0; i < VERTICES; i++) {
                double straight = cs_length(cs_sub(x[i], x[source]));
                bool aligned = i % COLUMNS == source % COLUMNS || i / COLUMNS == source / COLUMNS;
                assert_int_equal(nearest[i], 0);
                assert_true(d[i] >= straight - ROUNDING);
                assert_true(d[i] <= straight * (aligned ? 1 : LONGEST) + ROUNDING);
            }
        }
    }
}

/// Folding a sheet changes no distance along it.
static void along_a_folded_sheet(void **state)
{
    (void)state;
    cs_topology topology = grid(false);
    cs_vec3 plane[VERTICES], zigzag[VERTICES];
    double d[VERTICES], e[VERTICES];
    int nearest[VERTICES];
    const int sources[] = {COLUMNS + 3, VERTICES - 2};
    for (int i = 0; i < VERTICES; i++) {
        plane[i] = flat(i);
        zigzag[i] = folded(i);
    }
    assert_true(cs_geodesic_distances(&topology, plane, 2, sources, d, nearest));
    assert_true(cs_geodesic_distances(&topology, zigzag, 2, sources, e, nearest));
    for (int i = 0; i < VERTICES; i++) {
        assert_true(fabs(d[i] - e[i]) < ROUNDING);
    }
}

/// Every vertex belongs to the source that is nearest alone; of two as near the first counts.
static void the_nearest_of_several(void **state)
{
    (void)state;
    cs_topology topology = grid(true);
    const int sources[] = {5 * COLUMNS + 2, 5 * COLUMNS + 14, 5 * COLUMNS + 2, 0};
    enum { COUNT = 4 };
    cs_vec3 x[VERTICES];
    double all[VERTICES], alone[COUNT][VERTICES];
    int nearest[VERTICES], ignored[VERTICES], ties = 0;
    for (int i = 0; i < VERTICES; i++) {
        x[i] = (cs_vec3){i % COLUMNS, i / COLUMNS, 0}; // whole numbers, so that ties are exact
    }
    assert_true(cs_geodesic_distances(&topology, x, COUNT, sources, all, nearest));
    for (int k = 0; k < COUNT; k++) {
        assert_true(cs_geodesic_distances(&topology, x, 1, &sources[k], alone[k], ignored));
    }
    for (int i = 0; i < VERTICES; i++) {
        int best = 0;
        for (int k = 1; k < COUNT; k++) {
            ties += k != 2 && alone[k][i] == alone[best][i];
            best = alone[k][i] < alone[best][i] ? k : best;
        }
        assert_true(all[i] == alone[best][i]);
        assert_int_equal(nearest[i], best);
    }
    assert_true(ties > 0);
}

static void what_cannot_be_reached(void **state)
{
    (void)state;
    const cs_triangle t[] = {{0, 1, 2}, {3, 4, 5}};
    const cs_vec3 x[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {9, 0, 0}, {10, 0, 0}, {9, 1, 0}, {5, 5, 5}};
    cs_topology topology;
    double d[7];
    int nearest[7], source = 1;
    assert_true(cs_topology_make(arena, 7, 2, t, &topology));
    assert_true(cs_geodesic_distances(&topology, x, 1, &source, d, nearest));
    assert_true(d[0] == 1 && d[1] == 0 && fabs(d[2] - sqrt(2)) < ROUNDING);
    for (int i = 3; i < 7; i++) {
        assert_true(isinf(d[i]));
        assert_int_equal(nearest[i], -1);
    }
    assert_true(cs_geodesic_distances(&topology, x, 0, NULL, d, nearest));
    assert_true(isinf(d[0]));
}

/// Two triangles that make a square: the unfolded diagonal is a straight line, the edges would be a detour. Where the
/// line would leave the two triangles there is no short cut.
static void across_an_edge(void **state)
{
    (void)state;
    const cs_triangle t[] = {{0, 1, 2}, {1, 0, 3}};
    cs_vec3 x[] = {{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, 0, 2}};
    cs_topology topology;
    double d[4];
    int nearest[4], source = 2;
    assert_true(cs_topology_make(arena, 4, 2, t, &topology));
    assert_true(cs_geodesic_distances(&topology, x, 1, &source, d, nearest));
    assert_true(fabs(d[3] - 3) < ROUNDING);
    x[2].x = -3;
    x[3] = (cs_vec3){-3, 0, 1};
    assert_true(cs_geodesic_distances(&topology, x, 1, &source, d, nearest));
    assert_true(fabs(d[3] - 2 * sqrt(10)) < ROUNDING);
}

/// Vertices at one place are no distance apart, and nothing is no number.
static void collapsed_meshes(void **state)
{
    (void)state;
    const cs_triangle t[] = {{0, 1, 2}, {2, 1, 3}};
    const cs_vec3 x[4] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    cs_topology topology;
    double d[4];
    int nearest[4], source = 0;
    assert_true(cs_topology_make(arena, 4, 2, t, &topology));
    assert_true(cs_geodesic_distances(&topology, x, 1, &source, d, nearest));
    for (int i = 0; i < 4; i++) {
        assert_true(d[i] == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_a_plane),       cmocka_unit_test(along_a_folded_sheet),
        cmocka_unit_test(across_an_edge),   cmocka_unit_test(the_nearest_of_several),
        cmocka_unit_test(collapsed_meshes), cmocka_unit_test(what_cannot_be_reached),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
