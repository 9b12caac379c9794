// SPDX-License-Identifier: MIT
//
// Specimens are what a test cuts out of cloth: whole, flat, face up, with triangles that one can compute with; and the
// heavy elastica has the shape that is published.
#include "lab/elastica.h"
#include "lab/specimen.h"

#include "math/math.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

typedef struct shape {
    double area;             ///< m^2, of all triangles; those face down count negative
    double smallest;         ///< least angle, rad
    int face_down, boundary; ///< triangles; edges of one triangle alone
} shape;

static double angle(cs_vec3 at, cs_vec3 to, cs_vec3 and_to)
{
    cs_vec3 a = cs_sub(to, at), b = cs_sub(and_to, at);
    return cs_atan2(cs_length(cs_cross(a, b)), cs_dot(a, b));
}

static bool has_edge(cs_triangle t, int a, int b)
{
    return (t.a == a && t.b == b) || (t.b == a && t.c == b) || (t.c == a && t.a == b);
}

static int lone_edges(const cs_cloth_mesh *mesh)
{
    int count = 0;
    for (int i = 0; i < mesh->triangle_count; i++) {
        int v[4] = {mesh->triangles[i].a, mesh->triangles[i].b, mesh->triangles[i].c, mesh->triangles[i].a};
        for (int k = 0; k < 3; k++) {
            bool shared = false;
            for (int j = 0; j < mesh->triangle_count && !shared; j++) {
                shared = has_edge(mesh->triangles[j], v[k + 1], v[k]);
            }
            count += !shared;
        }
    }
    return count;
}

static shape measure(const cs_specimen *specimen)
{
    shape s = {.smallest = CS_PI};
    const cs_cloth_mesh *mesh = &specimen->mesh;
    for (int i = 0; i < mesh->triangle_count; i++) {
        cs_triangle t = mesh->triangles[i];
        cs_vec3 x[5] = {mesh->positions[t.a], mesh->positions[t.b], mesh->positions[t.c], mesh->positions[t.a],
                        mesh->positions[t.b]};
        double twice = cs_cross(cs_sub(x[1], x[0]), cs_sub(x[2], x[0])).y;
        s.area += twice / 2;
        s.face_down += twice <= 0;
        for (int k = 0; k < 3; k++) {
            s.smallest = fmin(s.smallest, angle(x[k], x[k + 1], x[k + 2]));
        }
    }
    s.boundary = lone_edges(mesh);
    return s;
}

static void a_disc_is_whole(void **state)
{
    (void)state;
    const int rings[] = {2, 5, 13, 20};
    for (size_t i = 0; i < CS_COUNT(rings); i++) {
        cs_specimen disc;
        assert_true(cs_specimen_disc(0.15, 0.09, rings[i], &disc));
        shape s = measure(&disc);
        assert_int_equal(s.face_down, 0);
        assert_true(s.smallest > 25 * CS_PI / 180);
        // the area of the polygon that its rim is; Euler: vertices - edges + triangles = 1
        double turn = 2 * CS_PI / s.boundary;
        assert_true(fabs(s.area - s.boundary * 0.15 * 0.15 / 2 * cs_sin(turn)) < 1e-12);
        int edges = (3 * disc.mesh.triangle_count + s.boundary) / 2;
        assert_int_equal(disc.mesh.vertex_count - edges + disc.mesh.triangle_count, 1);
        int inside = 0, on = 0;
        for (int v = 0; v < disc.mesh.vertex_count; v++) {
            double r = cs_length(disc.mesh.positions[v]);
            on += fabs(r - 0.09) < 1e-12;
            inside += r < 0.09 - 1e-12;
        }
        assert_true(on >= 6 && inside >= 1);
        cs_specimen_free(&disc);
    }
}

static void a_disc_that_cannot_be_is_refused(void **state)
{
    (void)state;
    cs_specimen disc;
    assert_false(cs_specimen_disc(0.15, 0.09, 1, &disc));
    assert_false(cs_specimen_disc(0.15, 0.09, CS_MAX_SPECIMEN_RINGS + 1, &disc));
    assert_false(cs_specimen_disc(0.15, 0.15, 10, &disc));
    assert_false(cs_specimen_disc(0.15, 0, 10, &disc));
    assert_null(disc.positions);
}

static void an_irregular_strip_is_whole(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 5; seed++) {
        cs_specimen strip;
        assert_true(cs_specimen_strip(0.2, 16, 3, seed, &strip));
        shape s = measure(&strip);
        assert_int_equal(strip.mesh.vertex_count, 18 * 4);
        assert_int_equal(s.face_down, 0);
        assert_int_equal(s.boundary, 2 * (17 + 3));
        assert_true(fabs(s.area - 17 * 3 * 0.0125 * 0.0125) < 1e-12);
        assert_true(s.smallest > 10 * CS_PI / 180);
        for (int r = 0; r < 4; r++) { // the clamp and the free end are straight
            assert_true(strip.mesh.positions[r * 18 + 1].x == 0);
            assert_true(fabs(strip.mesh.positions[r * 18 + 17].x - 0.2) < 1e-15);
        }
        cs_specimen_free(&strip);
    }
}

/// Published for the heavy elastica: gamma, x/L, y/L.
static void the_elastica_is_the_published_one(void **state)
{
    (void)state;
    const double published[][3] = {
        {0.1, .999911, .012498}, {1, .991246, .123471},  {3, .931511, .339648},
        {5, .846657, .495905},   {8, .724425, .640631},  {10, .656354, .700200},
        {20, .445232, .829881},  {50, .245015, .907917}, {100, .159223, .937524},
    };
    for (size_t i = 0; i < CS_COUNT(published); i++) {
        cs_elastica e = cs_elastica_heavy(published[i][0]);
        assert_true(fabs(e.x - published[i][1]) < 6e-7);
        assert_true(fabs(e.y - published[i][2]) < 6e-7);
        assert_true(e.slope > 0 && e.slope < CS_PI / 2);
    }
    // a strip that hardly bends sags as a beam: q L^4 / (8 D)
    assert_true(fabs(cs_elastica_heavy(1e-3).y - 1e-3 / 8) < 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_disc_is_whole),
        cmocka_unit_test(a_disc_that_cannot_be_is_refused),
        cmocka_unit_test(an_irregular_strip_is_whole),
        cmocka_unit_test(the_elastica_is_the_published_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
