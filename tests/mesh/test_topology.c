// SPDX-License-Identifier: MIT
//
// Facts about what is next to what in a mesh, against a plain comparison of all pairs of triangles.
#include "mesh/mesh.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
// cmocka needs the above
#include <cmocka.h>

#define ROWS      6
#define COLUMNS   7
#define VERTICES  (ROWS * COLUMNS)
#define TRIANGLES (2 * (ROWS - 1) * (COLUMNS - 1))

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

static int corner(cs_triangle t, int i)
{
    const int corners[3] = {t.a, t.b, t.c};
    return corners[i % 3];
}

/// Edge i of t runs from here to there.
static int from(cs_triangle t, int i)
{
    return corner(t, i + 1);
}
static int to(cs_triangle t, int i)
{
    return corner(t, i + 2);
}

/// The first triangle that runs through an edge in this direction, -1: none.
static int first_along(int count, const cs_triangle *t, int a, int b)
{
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            if (from(t[i], k) == a && to(t[i], k) == b) {
                return i;
            }
        }
    }
    return -1;
}

/// How many triangles have the edge.
static int around(int count, const cs_triangle *t, int a, int b)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            int x = from(t[i], k), y = to(t[i], k);
            found += (x == a && y == b) || (x == b && y == a);
        }
    }
    return found;
}

static void check_against_all_pairs(int vertices, int count, const cs_triangle *t)
{
    cs_topology topology;
    assert_true(cs_topology_make(arena, vertices, count, t, &topology));
    int irregular = 0;
    for (int e = 0; e < topology.edge_count; e++) {
        cs_mesh_edge edge = topology.edges[e];
        assert_true(edge.a < edge.b);
        if (e > 0) {
            cs_mesh_edge last = topology.edges[e - 1];
            assert_true(last.a < edge.a || (last.a == edge.a && last.b < edge.b));
        }
        assert_int_equal(edge.left, first_along(count, t, edge.a, edge.b));
        assert_int_equal(edge.right, first_along(count, t, edge.b, edge.a));
        int n = around(count, t, edge.a, edge.b);
        assert_true(n > 0);
        bool odd = n > 2 || (n == 2 && (edge.left < 0 || edge.right < 0));
        if (odd && irregular++ == 0) {
            assert_int_equal(topology.first_irregular, e);
        }
    }
    assert_int_equal(topology.irregular_edges, irregular);
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            int a = from(t[i], k), b = to(t[i], k);
            cs_mesh_edge edge = topology.edges[topology.edge[i][k]];
            assert_true((edge.a == a && edge.b == b) || (edge.a == b && edge.b == a));
            int other = first_along(count, t, b, a);
            other = first_along(count, t, a, b) == i ? other : -1;
            assert_int_equal(topology.neighbor[i][k], other);
            int far = -1;
            if (other >= 0) {
                far = t[other].a + t[other].b + t[other].c - a - b;
            }
            assert_int_equal(topology.far_vertex[i][k], far);
        }
    }
}

static void a_grid_has_eulers_number_of_edges(void **state)
{
    (void)state;
    for (int alternating = 0; alternating < 2; alternating++) {
        cs_triangle t[TRIANGLES];
        cs_topology topology;
        cs_grid_triangles(ROWS, COLUMNS, alternating, t);
        check_against_all_pairs(VERTICES, TRIANGLES, t);
        assert_true(cs_topology_make(arena, VERTICES, TRIANGLES, t, &topology));
        assert_int_equal(VERTICES - topology.edge_count + TRIANGLES, 1);
        assert_int_equal(topology.irregular_edges, 0);
        assert_int_equal(topology.first_irregular, -1);
    }
}

static void a_tetrahedron_has_no_border(void **state)
{
    (void)state;
    const cs_triangle t[] = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
    cs_topology topology;
    check_against_all_pairs(4, 4, t);
    assert_true(cs_topology_make(arena, 4, 4, t, &topology));
    assert_int_equal(topology.edge_count, 6);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) {
            assert_true(topology.neighbor[i][k] >= 0);
        }
    }
}

/// Three sheets along one edge: the first two that fit are neighbours, the third has a border there.
static void a_book_of_three_pages(void **state)
{
    (void)state;
    const cs_triangle t[] = {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}};
    cs_topology topology;
    check_against_all_pairs(5, 3, t);
    assert_true(cs_topology_make(arena, 5, 3, t, &topology));
    assert_int_equal(topology.irregular_edges, 1);
    assert_int_equal(topology.neighbor[0][2], 2);
    assert_int_equal(topology.neighbor[2][2], 0);
    assert_int_equal(topology.neighbor[1][2], -1);
    assert_int_equal(topology.far_vertex[0][2], 4);
}

/// Two triangles that face opposite ways are no neighbours.
static void a_flipped_triangle(void **state)
{
    (void)state;
    const cs_triangle t[] = {{0, 1, 2}, {1, 2, 3}};
    cs_topology topology;
    check_against_all_pairs(4, 2, t);
    assert_true(cs_topology_make(arena, 4, 2, t, &topology));
    assert_int_equal(topology.irregular_edges, 1);
    assert_int_equal(topology.edges[topology.first_irregular].a, 1);
    assert_int_equal(topology.edges[topology.first_irregular].b, 2);
    assert_int_equal(topology.neighbor[0][0], -1);
}

static void heaps_of_random_triangles(void **state)
{
    (void)state;
    enum { MANY = 60, CORNERS = 12, HEAPS = 40 };
    for (uint64_t seed = 1; seed <= HEAPS; seed++) {
        cs_triangle t[MANY];
        int count = 0;
        for (uint64_t i = 0; count < MANY; i += 3) {
            cs_triangle next = {(int)(cs_random(seed, i) * CORNERS), (int)(cs_random(seed, i + 1) * CORNERS),
                                (int)(cs_random(seed, i + 2) * CORNERS)};
            if (next.a != next.b && next.b != next.c && next.c != next.a) {
                t[count++] = next;
            }
        }
        check_against_all_pairs(CORNERS, MANY, t);
    }
}

/// A vertex with very many triangles costs no more than others.
static void a_large_fan(void **state)
{
    (void)state;
    enum { SPOKES = 200000 };
    cs_triangle *t = malloc(SPOKES * sizeof(*t));
    for (int i = 0; i < SPOKES; i++) {
        t[i] = (cs_triangle){0, 1 + i, 1 + (i + 1) % SPOKES};
    }
    cs_topology topology;
    assert_true(cs_topology_make(arena, SPOKES + 1, SPOKES, t, &topology));
    assert_int_equal(topology.edge_count, 2 * SPOKES);
    for (int i = 0; i < SPOKES; i++) {
        assert_int_equal(topology.neighbor[i][0], -1);
        assert_int_equal(topology.neighbor[i][1], (i + 1) % SPOKES);
        assert_int_equal(topology.neighbor[i][2], (i + SPOKES - 1) % SPOKES);
    }
    free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_has_eulers_number_of_edges),
        cmocka_unit_test(a_tetrahedron_has_no_border),
        cmocka_unit_test(a_book_of_three_pages),
        cmocka_unit_test(a_flipped_triangle),
        cmocka_unit_test(heaps_of_random_triangles),
        cmocka_unit_test(a_large_fan),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
