// SPDX-License-Identifier: MIT
//
// Which samples a surface covers: every one of a mesh exactly once, what the geometry says and no other.
#include "math/math.h"
#include "render/render_scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEED UINT64_C(20240611)

/// Side of the square picture that a distance of 10 m in the plane z = 0 fills.
#define SIDE 64

/// A coordinate of the plane z = 0 that falls on picture coordinate `pixel` of a SIDE picture.
static double at_pixel(double pixel)
{
    return (pixel / SIDE - 0.5) * 10;
}

/// (n+1)^2 vertices jittered around the cells of the whole picture and beyond; every third one exactly on the centre of
/// a pixel, where the rule for edges decides.
static void jittered_grid(int n, uint64_t seed, cs_vec3 *positions, cs_triangle *triangles)
{
    double cell = (SIDE + 16.0) / n;
    int t = 0;
    for (int r = 0; r <= n; r++) {
        for (int c = 0; c <= n; c++) {
            int i = r * (n + 1) + c;
            double x = -8 + cell * (c + 0.6 * (cs_random(seed, (uint64_t)(2 * i)) - 0.5));
            double y = -8 + cell * (r + 0.6 * (cs_random(seed, (uint64_t)(2 * i + 1)) - 0.5));
            if (i % 3 == 0) {
                x = floor(x) + 0.5;
                y = floor(y) + 0.5;
            }
            positions[i] = (cs_vec3){at_pixel(x), -at_pixel(y), 0};
            if (r < n && c < n) {
                int right = i + 1, below = i + n + 1, across = below + 1;
                triangles[t++] = (cs_triangle){i, below, right};
                triangles[t++] = (cs_triangle){across, right, below};
            }
        }
    }
}

#define CELLS 5

/// Draws each triangle of a mesh alone and adds up the samples of every pixel: all of them, once each.
static void every_sample_once(int samples, uint64_t seed)
{
    cs_vec3 positions[(CELLS + 1) * (CELLS + 1)];
    cs_triangle triangles[2 * CELLS * CELLS];
    jittered_grid(CELLS, seed, positions, triangles);
    cs_scene scene = plain_scene(SIDE, SIDE, samples);
    int drawn[SIDE * SIDE] = {0};
    for (int t = 0; t < 2 * CELLS * CELLS; t++) {
        cs_mesh mesh = plain_mesh((CELLS + 1) * (CELLS + 1), positions, 1, &triangles[t]);
        cs_frame frame = frame_of(&mesh, NULL);
        picture p = draw_picture(&scene, &frame, NULL);
        for (int i = 0; i < SIDE * SIDE; i++) {
            drawn[i] += (int)floor(p.image->rgb[3 * i] / 255.0 * samples * samples + 0.5);
        }
        free_picture(&p);
        free_mesh(&mesh);
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        if (drawn[i] != samples * samples) {
            fail_msg("seed %llu, %d samples: pixel %d, %d was drawn %d times", (unsigned long long)seed, samples,
                     i % SIDE, i / SIDE, drawn[i]);
        }
    }
}

static void shared_edges_are_drawn_once(void **state)
{
    (void)state;
    for (uint64_t k = 0; k < 6; k++) {
        every_sample_once(1, SEED + k);
    }
    every_sample_once(2, SEED);
    every_sample_once(3, SEED + 1);
    every_sample_once(4, SEED + 2);
}

/// A square of the given side (pixels), turned, in the middle of a picture: its supersampled area.
static void tilted_square_has_its_area(void **state)
{
    (void)state;
    for (int k = 0; k < 5; k++) {
        double side = 100 + 7.3 * k, angle = 0.05 + 0.3 * k, half = side / 2 / 256 * 10;
        double c = cs_cos(angle) * half, s = cs_sin(angle) * half;
        cs_vec3 corners[4] = {{c - s, s + c, 0}, {-c - s, -s + c, 0}, {-c + s, -s - c, 0}, {c + s, s - c, 0}};
        const cs_triangle triangles[2] = {{0, 1, 2}, {0, 2, 3}};
        cs_mesh mesh = plain_mesh(4, corners, 2, triangles);
        cs_frame frame = frame_of(&mesh, NULL);
        cs_scene scene = plain_scene(256, 256, 4);
        picture p = draw_picture(&scene, &frame, NULL);
        assert_true(fabs(red_area(p.image) / (side * side) - 1) < 1e-3);
        free_picture(&p);
        free_mesh(&mesh);
    }
}

/// An orthographic view of 10 m over 256 rows: a tilted square keeps its area wherever along the view it hangs.
static void orthographic_views_do_not_shrink_with_distance(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        double side = 2 + 0.37 * k, angle = 0.05 + 0.3 * k, depth = 30.0 * k - 40;
        double c = cs_cos(angle) * side / 2, s = cs_sin(angle) * side / 2;
        cs_vec3 corners[4] = {
            {c - s, s + c, depth}, {-c - s, -s + c, depth}, {-c + s, -s - c, depth}, {c + s, s - c, depth}};
        const cs_triangle triangles[2] = {{0, 1, 2}, {0, 2, 3}};
        cs_mesh mesh = plain_mesh(4, corners, 2, triangles);
        cs_frame frame = frame_of(&mesh, NULL);
        cs_scene scene = plain_scene(256, 256, 4);
        scene.camera.fov = 0;
        scene.camera.height = 10;
        picture p = draw_picture(&scene, &frame, NULL);
        double pixels = side * 25.6;
        assert_true(fabs(red_area(p.image) / (pixels * pixels) - 1) < 2e-3);
        free_picture(&p);
        free_mesh(&mesh);
    }
}

/// An edge that is all but level has a shade for each of the 16 samples: 1/16 pixel of height is one step.
static void level_edge_has_sixteen_shades(void **state)
{
    (void)state;
    const cs_triangle triangles[2] = {{0, 1, 2}, {0, 2, 3}};
    for (int k = 0; k <= 16; k++) {
        double top = -at_pixel(32 - (k + 0.5) / 16 + 0.5 / 16), left = at_pixel(-1), right = at_pixel(SIDE + 1);
        cs_vec3 corners[4] = {{left, top, 0}, {left, -20, 0}, {right, -20, 0}, {right, top, 0}};
        cs_mesh mesh = plain_mesh(4, corners, 2, triangles);
        cs_frame frame = frame_of(&mesh, NULL);
        cs_scene scene = plain_scene(SIDE, SIDE, 4);
        picture p = draw_picture(&scene, &frame, NULL);
        int value = p.image->rgb[3 * (31 * SIDE + 7)];
        assert_int_equal((int)floor(value / 255.0 * 16 + 0.5), k);
        free_picture(&p);
        free_mesh(&mesh);
    }
}

/// Whether the ray through a point of the picture meets a triangle in front of the eye; `margin` grows the triangle.
static bool ray_meets(const cs_vec3 t[3], cs_vec3 eye, cs_vec3 ray, double margin)
{
    cs_vec3 a = cs_sub(t[0], eye), b = cs_sub(t[1], eye), c = cs_sub(t[2], eye);
    double wa = cs_dot(ray, cs_cross(b, c)), wb = cs_dot(ray, cs_cross(c, a)), wc = cs_dot(ray, cs_cross(a, b));
    double sum = wa + wb + wc, distance = cs_dot(a, cs_cross(b, c)) / sum;
    return distance > 0 && wa / sum >= -margin && wb / sum >= -margin && wc / sum >= -margin;
}

/// Triangles that pass through the eye plane show exactly where a ray from the eye meets them.
static void triangles_through_the_eye_plane_are_clipped(void **state)
{
    (void)state;
    static const cs_triangle one = {0, 1, 2};
    const double sure = 1e-3; // nearer to an edge than this, rounding to the grid may decide
    cs_scene scene = plain_scene(160, 120, 1);
    scene.camera = (cs_camera){{0, 0, 0}, {0, 0, -1}, {0, 1, 0}, 90, 0};
    int through = 0;
    for (uint64_t k = 0; k < 60; k++) {
        cs_vec3 t[3];
        bool behind = false, ahead = false;
        for (int i = 0; i < 3; i++) {
            uint64_t at = 9 * k + 3 * (uint64_t)i;
            t[i] = (cs_vec3){8 * cs_random(SEED, at) - 4, 6 * cs_random(SEED, at + 1) - 3,
                             10 * cs_random(SEED, at + 2) - 6};
            behind |= t[i].z > 0;
            ahead |= t[i].z < 0;
        }
        through += behind && ahead;
        cs_mesh mesh = plain_mesh(3, t, 1, &one);
        cs_frame frame = frame_of(&mesh, NULL);
        picture p = draw_picture(&scene, &frame, NULL);
        for (int i = 0; i < 160 * 120; i++) {
            cs_vec3 ray = {(i % 160 + 0.5 - 80) / 60, -(i / 160 + 0.5 - 60) / 60, -1};
            bool shows = p.image->cloth[i];
            if ((shows && !ray_meets(t, scene.camera.eye, ray, sure)) ||
                (!shows && ray_meets(t, scene.camera.eye, ray, -sure))) {
                fail_msg("seed %llu, triangle %llu: pixel %d, %d is wrong", (unsigned long long)SEED,
                         (unsigned long long)k, i % 160, i / 160);
            }
        }
        free_picture(&p);
        free_mesh(&mesh);
    }
    assert_true(through > 20);
}

/// A strip of two triangles that runs under the camera from far behind to far ahead has no crack where it is clipped.
static void clipped_triangles_still_share_their_edge(void **state)
{
    (void)state;
    cs_vec3 corners[4] = {{-90, -1, 50}, {90, -1, 70}, {90, -1, -1000}, {-90, -1, -800}};
    static const cs_triangle both[2] = {{0, 1, 2}, {0, 2, 3}};
    cs_scene scene = plain_scene(96, 64, 1);
    scene.camera = (cs_camera){{0.3, 0, 0}, {0.3, 0, -1}, {0, 1, 0}, 100, 0};
    int drawn[96 * 64] = {0};
    for (int t = 0; t < 2; t++) {
        cs_mesh mesh = plain_mesh(4, corners, 1, &both[t]);
        cs_frame frame = frame_of(&mesh, NULL);
        picture p = draw_picture(&scene, &frame, NULL);
        for (int i = 0; i < 96 * 64; i++) {
            drawn[i] += p.image->cloth[i];
        }
        free_picture(&p);
        free_mesh(&mesh);
    }
    for (int i = 0; i < 96 * 64; i++) {
        assert_int_equal(drawn[i], i / 96 >= 33 ? 1 : i / 96 < 32 ? 0 : drawn[i]);
    }
}

/// The outline of a sphere is an ellipse: the cut of the cone of its tangents with the picture.
static void sphere_has_the_area_of_its_ellipse(void **state)
{
    (void)state;
    const cs_vec3 centers[3] = {{0, 0, 0}, {2, 1, 0.5}, {-2.5, -1.5, -1}};
    for (int k = 0; k < 3; k++) {
        cs_shape sphere = {CS_SHAPE_SPHERE, CS_DISPLAY_SOLID, {1, 1, 1}, centers[k], 1 + 0.2 * k, 0};
        cs_frame frame = frame_of(NULL, &sphere);
        cs_scene scene = plain_scene(240, 240, 4);
        picture p = draw_picture(&scene, &frame, NULL);
        cs_vec3 c = cs_sub(centers[k], scene.camera.eye);
        double distance = cs_length(c), cosine = -c.z / distance, sine = sphere.radius / distance;
        double root = cosine * cosine - sine * sine;
        double area = CS_PI * (sine / sqrt(root)) * (sine * sqrt(1 - sine * sine) / root) * 120 * 120;
        // Without light every lit sample has one and the same value.
        double value = p.image->rgb[3 * (int)(240 * floor(120 - 120 * c.y / -c.z) + floor(120 + 120 * c.x / -c.z))];
        assert_true(value > 20);
        assert_true(fabs(red_area(p.image) * 255 / value / area - 1) < 2e-3);
        free_picture(&p);
    }
}

/// A quad smaller than a pixel around a point shows in the pixel where the pinhole camera puts that point.
static void known_points_land_on_known_pixels(void **state)
{
    (void)state;
    const struct {
        cs_camera camera;
        cs_vec3 point;
        int x, y;
    } cases[] = {
        // 90 degrees upright over 100 rows, so 10 pixels a metre at a distance of 5 m.
        {{{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 90, 0}, {1.05, 0.45, 0}, 110, 45},
        {{{0, 0, 5}, {0, 0, 0}, {0, -1, 0}, 90, 0}, {1.05, 0.45, 0}, 89, 54},
        {{{0, 0, 5}, {0, 0, 0}, {1, 0, 0}, 90, 0}, {1.05, 0.45, 0}, 95, 39},
        {{{5, 0, 0}, {0, 0, 0}, {0, 1, 0}, 90, 0}, {0, 0.45, -1.05}, 110, 45},
        {{{0, 5, 0}, {0, 0, 0}, {0, 0, -1}, 90, 0}, {1.05, 0, -0.45}, 110, 45},
    };
    static const cs_triangle both[2] = {{0, 1, 2}, {0, 2, 3}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        cs_vec3 view = cs_normalize(cs_sub(cases[k].camera.target, cases[k].camera.eye));
        cs_vec3 side = cs_scale(cs_normalize(cs_cross(view, cases[k].camera.up)), 0.04);
        cs_vec3 up = cs_scale(cs_normalize(cases[k].camera.up), 0.04), p = cases[k].point;
        cs_vec3 corners[4] = {cs_add(p, cs_add(side, up)), cs_add(p, cs_sub(up, side)), cs_sub(p, cs_add(side, up)),
                              cs_add(p, cs_sub(side, up))};
        cs_mesh mesh = plain_mesh(4, corners, 2, both);
        cs_frame frame = frame_of(&mesh, NULL);
        cs_scene scene = plain_scene(200, 100, 1);
        scene.camera = cases[k].camera;
        for (int pipeline = CS_PIPELINE_STANDARD; pipeline <= CS_PIPELINE_CLASSIC; pipeline++) {
            scene.image.pipeline = (cs_pipeline)pipeline;
            picture drawn = draw_picture(&scene, &frame, NULL);
            assert_int_equal(count_ids(drawn.image, 1), 1);
            assert_int_equal(drawn.image->objects[cases[k].y * 200 + cases[k].x], 1);
            free_picture(&drawn);
        }
        free_mesh(&mesh);
    }
}

/// A pixel shows an object when at least half its samples do, and cloth when at least half show any cloth.
static void half_the_samples_make_a_pixel(void **state)
{
    (void)state;
    static const cs_triangle both[2] = {{0, 1, 2}, {0, 2, 3}};
    cs_scene scene = plain_scene(SIDE, SIDE, 4);
    for (int k = 6; k <= 10; k++) {
        double top = -at_pixel(32 - k / 16.0), bottom = -at_pixel(32), left = at_pixel(8), right = at_pixel(56);
        cs_vec3 upper[4] = {{left, top, 0}, {left, bottom, 0}, {right, bottom, 0}, {right, top, 0}};
        cs_mesh mesh = plain_mesh(4, upper, 2, both);
        cs_frame frame = frame_of(&mesh, NULL);
        picture p = draw_picture(&scene, &frame, NULL);
        assert_int_equal(p.image->objects[31 * SIDE + 20], k >= 8 ? 1 : 0);
        assert_int_equal(p.image->cloth[31 * SIDE + 20], k >= 8 ? 1 : 0);
        free_picture(&p);
        free_mesh(&mesh);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_edges_are_drawn_once),
        cmocka_unit_test(tilted_square_has_its_area),
        cmocka_unit_test(orthographic_views_do_not_shrink_with_distance),
        cmocka_unit_test(level_edge_has_sixteen_shades),
        cmocka_unit_test(triangles_through_the_eye_plane_are_clipped),
        cmocka_unit_test(clipped_triangles_still_share_their_edge),
        cmocka_unit_test(sphere_has_the_area_of_its_ellipse),
        cmocka_unit_test(known_points_land_on_known_pixels),
        cmocka_unit_test(half_the_samples_make_a_pixel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
