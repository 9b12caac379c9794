// SPDX-License-Identifier: MIT
//
// Solid colliders under cloth that touches them, and what the renderer makes of extreme input.
#include "math/math.h"
#include "mesh/mesh.h"
#include "render/render_scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// A coarse cap of cloth whose vertices lie exactly on the sphere of radius 1 around the origin.
static cs_mesh cap(int n, cs_vec3 *positions, cs_triangle *triangles)
{
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            double x = 1.6 * c / (n - 1) - 0.8, z = 1.6 * r / (n - 1) - 0.8;
            positions[r * n + c] = cs_normalize((cs_vec3){x, 0.7, z});
        }
    }
    cs_grid_triangles(n, n, false, triangles);
    return plain_mesh(n * n, positions, 2 * (n - 1) * (n - 1), triangles);
}

/// The pixels where the cloth shows are the same with and without the collider behind it.
static void collider_hides_no_cloth(const cs_scene *scene, const cs_mesh *mesh, const cs_shape *shape)
{
    cs_frame with = frame_of(mesh, shape), without = frame_of(mesh, NULL);
    picture p = draw_picture(scene, &with, NULL), q = draw_picture(scene, &without, NULL);
    size_t pixels = (size_t)scene->image.width * (size_t)scene->image.height;
    assert_true(count_ids(q.image, 1) > 500);
    assert_true(count_ids(p.image, 2) > 500);
    assert_memory_equal(p.image->cloth, q.image->cloth, pixels);
    free_picture(&p);
    free_picture(&q);
}

#define CAP 40

static void sphere_does_not_show_through_cloth_on_it(void **state)
{
    (void)state;
    static const int sizes[] = {8, 15, CAP};
    for (int k = 0; k < 3; k++) {
        cs_vec3 positions[CAP * CAP];
        cs_triangle triangles[2 * (CAP - 1) * (CAP - 1)];
        cs_mesh mesh = cap(sizes[k], positions, triangles);
        cs_shape sphere = {CS_SHAPE_SPHERE, CS_DISPLAY_SOLID, {1, 1, 1}, {0, 0, 0}, 1, 0};
        cs_scene scene = plain_scene(300, 200, 2);
        scene.camera = (cs_camera){{0, 3, 0.5}, {0, 0, 0}, {0, 0, -1}, 50, 0};
        collider_hides_no_cloth(&scene, &mesh, &sphere);
        free_mesh(&mesh);
    }
}

/// Without cloth near it a sphere has its own radius, and the radius follows the cloth without a jump.
static void sphere_gives_way_only_to_cloth_on_it(void **state)
{
    (void)state;
    cs_vec3 positions[8 * 8];
    cs_triangle triangles[2 * 7 * 7];
    cs_mesh mesh = cap(8, positions, triangles);
    cs_shape sphere = {CS_SHAPE_SPHERE, CS_DISPLAY_SOLID, {1, 1, 1}, {0, 0, 0}, 1, 0};
    cs_scene scene = plain_scene(300, 300, 2);
    double last = 0;
    for (int k = 0; k <= 40; k++) {
        double lift = 1.1 - 0.0025 * k; // the cap, enlarged, comes down onto the sphere
        cs_vec3 lifted[8 * 8];
        for (int i = 0; i < 64; i++) {
            lifted[i] = cs_scale(positions[i], lift);
        }
        mesh.positions = lifted;
        cs_frame frame = frame_of(&mesh, &sphere), bare = frame_of(NULL, &sphere);
        picture p = draw_picture(&scene, &frame, NULL), q = draw_picture(&scene, &bare, NULL);
        long below = 0, alone = 0; // the lower half, which no cloth hides
        for (int i = 300 * 150; i < 300 * 300; i++) {
            below += p.image->objects[i] == 2;
            alone += q.image->objects[i] == 1;
        }
        double share = (double)below / (double)alone;
        assert_true(k > 0 || share == 1);
        assert_true(share > 0.9 && share <= 1);
        assert_true(k == 0 || fabs(share - last) < 0.02);
        last = share;
        free_picture(&p);
        free_picture(&q);
    }
    mesh.positions = positions;
    free_mesh(&mesh);
}

static void cloth_on_the_ground_is_not_hidden_by_it(void **state)
{
    (void)state;
    cs_shape ground = {CS_SHAPE_GROUND, CS_DISPLAY_SOLID, {1, 1, 1}, {0, 0, 0}, 0, -0.5};
    for (int k = 0; k < 4; k++) {
        cs_mesh mesh = folded_grid(30, 0);
        for (int i = 0; i < mesh.vertex_count; i++) {
            mesh.positions[i] = (cs_vec3){mesh.positions[i].x, -0.5, -mesh.positions[i].y};
        }
        cs_scene scene = plain_scene(300, 200, k & 1 ? 4 : 1);
        scene.camera = (cs_camera){{0, k < 2 ? 0.5 : -0.25, 2.6}, {0, -0.5, 0}, {0, 1, 0}, 60, 0};
        collider_hides_no_cloth(&scene, &mesh, &ground);
        free_grid(&mesh);
    }
}

/// The ground meets the background without an edge: at the horizon it has the background's colour, and below it comes
/// out step by step.
static void ground_fades_into_the_background(void **state)
{
    (void)state;
    cs_shape ground = {CS_SHAPE_GROUND, CS_DISPLAY_SOLID, {0.9, 0.1, 0.1}, {0, 0, 0}, 0, -1};
    cs_frame frame = frame_of(NULL, &ground);
    cs_scene scene = plain_scene(40, 400, 4);
    scene.image.background_top = scene.image.background_bottom = (cs_vec3){0.3, 0.5, 0.8};
    picture p = draw_picture(&scene, &frame, NULL);
    const uint8_t *blue = p.image->rgb + 2;
    int contrast = blue[0] - blue[3 * 40 * 399], largest = 0;
    for (int y = 1; y < 400; y++) {
        int step = blue[3 * 40 * (y - 1)] - blue[3 * 40 * y];
        largest = step > largest ? step : largest;
        assert_true(step >= 0);
    }
    assert_true(contrast > 150);
    assert_true(largest < contrast / 5);
    assert_true(blue[0] - blue[3 * 40 * 201] <= 1);
    assert_int_equal(p.image->objects[40 * 399], 1);
    assert_int_equal(p.image->objects[0], 0);
    free_picture(&p);
}

/// From inside a sphere one sees nothing but the sphere.
static void camera_inside_a_sphere_sees_its_inside(void **state)
{
    (void)state;
    for (int pipeline = CS_PIPELINE_STANDARD; pipeline <= CS_PIPELINE_CLASSIC; pipeline++) {
        cs_shape sphere = {CS_SHAPE_SPHERE, CS_DISPLAY_SOLID, {1, 1, 1}, {0, 0.5, 4}, 3, 0};
        cs_frame frame = frame_of(NULL, &sphere);
        cs_scene scene = plain_scene(50, 40, 2);
        scene.image.pipeline = (cs_pipeline)pipeline;
        picture p = draw_picture(&scene, &frame, NULL);
        assert_int_equal(count_ids(p.image, 1), 50 * 40);
        free_picture(&p);
    }
}

/// A depth-tested wireframe shows in front of cloth and not behind it; an overlay shows always, but has no id.
static void wireframes_meet_depth_and_overlays_do_not(void **state)
{
    (void)state;
    static const cs_triangle both[2] = {{0, 1, 2}, {0, 2, 3}};
    for (int k = 0; k < 8; k++) {
        bool overlay = k & 1, hidden = k & 2;
        double z = hidden ? 1.5 : -1.5;
        cs_vec3 corners[4] = {{-4, 4, z}, {-4, -4, z}, {4, -4, z}, {4, 4, z}};
        cs_mesh mesh = plain_mesh(4, corners, 2, both);
        mesh.surface.front = (cs_vec3){0, 0, 1};
        cs_shape sphere = {
            CS_SHAPE_SPHERE, overlay ? CS_DISPLAY_WIREFRAME_OVERLAY : CS_DISPLAY_WIREFRAME, {1, 0, 0}, {0, 0, 0}, 1, 0};
        cs_frame frame = frame_of(&mesh, &sphere);
        cs_scene scene = plain_scene(120, 120, k & 4 ? 4 : 1);
        picture p = draw_picture(&scene, &frame, NULL);
        long red = 0, before = 0;
        for (int i = 0; i < 120 * 120; i++) {
            red += p.image->rgb[3 * i] > 60;
            before += p.image->shaded[3 * i] > 60;
        }
        assert_int_equal(red > 100, overlay || !hidden);
        assert_int_equal(before > 100, !overlay && !hidden);
        assert_int_equal(count_ids(p.image, 2) > 100, !overlay && !hidden);
        free_picture(&p);
        free_mesh(&mesh);
    }
}

/// Triangles without area, with one point, with coordinates beyond any picture or not finite: drawn or left out, but no
/// crash and no change where they are not.
static void broken_triangles_do_no_harm(void **state)
{
    (void)state;
    cs_vec3 v[9] = {{0, 0, 0},         {0, 0, 0},       {1, 1, 0},   {2, 2, 0},       {1e30, -1e30, -1e30},
                    {-1e30, 1e300, 2}, {3e7, 0, -1e-9}, {NAN, 0, 0}, {INFINITY, 1, 1}};
    const cs_triangle triangles[] = {{0, 1, 2}, {0, 2, 3}, {0, 0, 0}, {0, 7, 2}, {8, 2, 0}, {2, 3, 2}};
    for (int pipeline = CS_PIPELINE_STANDARD; pipeline <= CS_PIPELINE_CLASSIC; pipeline++) {
        cs_scene scene = plain_scene(64, 64, 2);
        scene.image.pipeline = (cs_pipeline)pipeline;
        cs_mesh mesh = plain_mesh(9, v, 6, triangles);
        cs_frame frame = frame_of(&mesh, NULL);
        picture p = draw_picture(&scene, &frame, NULL);
        assert_int_equal(count_ids(p.image, 0), 64 * 64);
        free_picture(&p);
        free_mesh(&mesh);
        const cs_triangle huge[] = {{0, 4, 5}, {4, 5, 6}, {6, 2, 5}};
        mesh = plain_mesh(9, v, 3, huge);
        frame = frame_of(&mesh, NULL);
        picture q = draw_picture(&scene, &frame, NULL);
        free_picture(&q);
        free_mesh(&mesh);
    }
}

/// The smallest and the widest picture, the narrowest and the widest angle, with nothing and with everything in sight.
static void extreme_pictures_are_drawn(void **state)
{
    (void)state;
    static const struct {
        int width, height, samples;
        double fov;
    } cases[] = {{1, 1, 1, 40},    {1, 1, 16, 40},    {CS_MAX_IMAGE_SIDE, 2, 1, 40}, {2, CS_MAX_IMAGE_SIDE, 2, 40},
                 {600, 1, 16, 40}, {50, 50, 4, 1e-6}, {50, 50, 4, 179.9999},         {33, 7, 5, 90}};
    cs_mesh mesh = folded_grid(12, 0.3);
    cs_shape shapes[3] = {{CS_SHAPE_SPHERE, CS_DISPLAY_SOLID, {1, 1, 1}, {0, 0, 1}, 0.4, 0},
                          {CS_SHAPE_GROUND, CS_DISPLAY_SOLID, {1, 1, 1}, {0, 0, 0}, 0, -1},
                          {CS_SHAPE_SPHERE, CS_DISPLAY_WIREFRAME_OVERLAY, {1, 1, 1}, {0, 0, 1}, 0.4, 0}};
    for (size_t k = 0; k < sizeof(cases) / sizeof(cases[0]); k++) {
        for (int pipeline = CS_PIPELINE_STANDARD; pipeline <= CS_PIPELINE_CLASSIC; pipeline++) {
            cs_frame frame = frame_of(&mesh, NULL), empty = cs_default_frame();
            frame.shape_count = 3;
            frame.shapes = shapes;
            cs_scene scene = plain_scene(cases[k].width, cases[k].height, cases[k].samples);
            scene.camera.fov = cases[k].fov;
            scene.image.pipeline = (cs_pipeline)pipeline;
            scene.image.background_top = scene.image.background_bottom = (cs_vec3){0.2, 0.2, 0.2};
            picture p = draw_picture(&scene, &frame, NULL), q = draw_picture(&scene, &empty, NULL);
            assert_int_equal(q.image->rgb[0], 51);
            free_picture(&p);
            free_picture(&q);
        }
    }
    free_grid(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sphere_does_not_show_through_cloth_on_it),
        cmocka_unit_test(sphere_gives_way_only_to_cloth_on_it),
        cmocka_unit_test(cloth_on_the_ground_is_not_hidden_by_it),
        cmocka_unit_test(ground_fades_into_the_background),
        cmocka_unit_test(camera_inside_a_sphere_sees_its_inside),
        cmocka_unit_test(wireframes_meet_depth_and_overlays_do_not),
        cmocka_unit_test(broken_triangles_do_no_harm),
        cmocka_unit_test(extreme_pictures_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
