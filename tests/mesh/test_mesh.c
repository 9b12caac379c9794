// SPDX-License-Identifier: MIT
//
// Facts about grids of triangles and vertex normals.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "mesh/mesh.h"

#include <stdlib.h>

#define ROWS    7
#define COLUMNS 5
#define COUNT   (2 * (ROWS - 1) * (COLUMNS - 1))

/// The grid in the plane with u along x and v along y.
static cs_vec3 flat(int vertex)
{
    return (cs_vec3){vertex % COLUMNS, vertex / COLUMNS, 0};
}

static double twice_area(cs_triangle t)
{
    cs_vec3 a = flat(t.a), b = flat(t.b), c = flat(t.c);
    return cs_cross(cs_sub(b, a), cs_sub(c, a)).z;
}

static void same_diagonals_as_the_format_says(void **state)
{
    (void)state;
    cs_triangle t[COUNT];
    cs_grid_triangles(ROWS, COLUMNS, false, t);
    for (int r = 0; r < ROWS - 1; r++) {
        for (int c = 0; c < COLUMNS - 1; c++) {
            const cs_triangle *cell = &t[2 * (r * (COLUMNS - 1) + c)];
            int corner = r * COLUMNS + c;
            assert_int_equal(cell[0].a, corner);
            assert_int_equal(cell[0].b, corner + COLUMNS);
            assert_int_equal(cell[0].c, corner + 1);
            assert_int_equal(cell[1].a, corner + COLUMNS + 1);
            assert_int_equal(cell[1].b, corner + 1);
            assert_int_equal(cell[1].c, corner + COLUMNS);
        }
    }
}

/// Every cell is covered once, by two triangles of the same orientation; front is v x u, here -z.
static void triangles_face_the_same_way(void **state)
{
    (void)state;
    for (int alternating = 0; alternating < 2; alternating++) {
        cs_triangle t[COUNT];
        cs_grid_triangles(ROWS, COLUMNS, alternating, t);
        for (int i = 0; i < COUNT; i++) {
            assert_true(twice_area(t[i]) == -1);
        }
    }
}

/// Each inner edge belongs to two triangles that run through it in opposite directions, each outer edge to one.
static void edges_are_shared_by_two(void **state)
{
    (void)state;
    for (int alternating = 0; alternating < 2; alternating++) {
        cs_triangle t[COUNT];
        cs_grid_triangles(ROWS, COLUMNS, alternating, t);
        static int runs[ROWS * COLUMNS][ROWS * COLUMNS];
        for (int i = 0; i < ROWS * COLUMNS; i++) {
            for (int j = 0; j < ROWS * COLUMNS; j++) {
                runs[i][j] = 0;
            }
        }
        for (int i = 0; i < COUNT; i++) {
            runs[t[i].a][t[i].b]++;
            runs[t[i].b][t[i].c]++;
            runs[t[i].c][t[i].a]++;
        }
        int boundary = 0;
        for (int i = 0; i < ROWS * COLUMNS; i++) {
            for (int j = 0; j < ROWS * COLUMNS; j++) {
                assert_in_range(runs[i][j], 0, 1);
                boundary += runs[i][j] && !runs[j][i];
            }
        }
        assert_int_equal(boundary, 2 * (ROWS - 1) + 2 * (COLUMNS - 1));
    }
}

/// With alternating diagonals the inner vertices are met by 4 and 8 triangles in turn.
static void alternating_diagonals_meet(void **state)
{
    (void)state;
    cs_triangle t[COUNT];
    int met[ROWS * COLUMNS] = {0};
    cs_grid_triangles(ROWS, COLUMNS, true, t);
    for (int i = 0; i < COUNT; i++) {
        met[t[i].a]++;
        met[t[i].b]++;
        met[t[i].c]++;
    }
    for (int r = 1; r < ROWS - 1; r++) {
        for (int c = 1; c < COLUMNS - 1; c++) {
            assert_int_equal(met[r * COLUMNS + c], (r + c) % 2 != 0 ? 8 : 4);
        }
    }
}

#define RINGS    24
#define SEGMENTS 48

/// On a fine sphere the vertex normals point away from the centre.
static void normals_of_a_sphere_point_outwards(void **state)
{
    (void)state;
    cs_vec3 positions[RINGS * SEGMENTS], normals[RINGS * SEGMENTS];
    cs_triangle triangles[2 * (RINGS - 1) * (SEGMENTS - 1)];
    for (int r = 0; r < RINGS; r++) {
        for (int s = 0; s < SEGMENTS; s++) {
            double polar = CS_PI * (0.2 + 0.6 * r / (RINGS - 1)), azimuth = CS_PI * s / (SEGMENTS - 1);
            positions[r * SEGMENTS + s] =
                (cs_vec3){3 * cs_sin(polar) * cs_sin(azimuth), 3 * cs_cos(polar), 3 * cs_sin(polar) * cs_cos(azimuth)};
        }
    }
    cs_grid_triangles(RINGS, SEGMENTS, false, triangles);
    cs_mesh_normals(RINGS * SEGMENTS, positions, 2 * (RINGS - 1) * (SEGMENTS - 1), triangles, normals);
    for (int i = 0; i < RINGS * SEGMENTS; i++) {
        assert_true(fabs(cs_length(normals[i]) - 1) < 1e-14);
        assert_true(cs_dot(normals[i], positions[i]) / 3 > 0.998);
    }
}

/// Of two triangles around a vertex the larger one counts more, by its area.
static void normals_weigh_by_area(void **state)
{
    (void)state;
    const cs_vec3 positions[] = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 1}, {5, 5, 5}};
    const cs_triangle triangles[] = {{0, 1, 2}, {0, 3, 1}}; // areas 2 (along z) and 1 (along y)
    cs_vec3 normals[5];
    cs_mesh_normals(5, positions, 2, triangles, normals);
    assert_true(fabs(normals[0].z / normals[0].y - 2) < 1e-15);
    assert_true(normals[2].z == 1 && normals[3].y == 1);
    assert_true(normals[4].x == 0 && normals[4].y == 0 && normals[4].z == 0);
}

static void collapsed_triangles_give_no_nan(void **state)
{
    (void)state;
    const cs_vec3 positions[] = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    const cs_triangle triangle = {0, 1, 2};
    cs_vec3 normals[3];
    cs_mesh_normals(3, positions, 1, &triangle, normals);
    for (int i = 0; i < 3; i++) {
        assert_true(normals[i].x == 0 && normals[i].y == 0 && normals[i].z == 0);
    }
}

static void an_empty_frame_can_be_cleared(void **state)
{
    (void)state;
    cs_frame frame = cs_default_frame();
    cs_frame_clear(&frame);
    assert_null(frame.meshes);
    assert_int_equal(frame.mesh_count, 0);
    cs_frame_clear(&frame);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_diagonals_as_the_format_says),
        cmocka_unit_test(triangles_face_the_same_way),
        cmocka_unit_test(edges_are_shared_by_two),
        cmocka_unit_test(alternating_diagonals_meet),
        cmocka_unit_test(normals_of_a_sphere_point_outwards),
        cmocka_unit_test(normals_weigh_by_area),
        cmocka_unit_test(collapsed_triangles_give_no_nan),
        cmocka_unit_test(an_empty_frame_can_be_cleared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
