// SPDX-License-Identifier: MIT
//
// The colour of a pixel: light rule, tone curve, encoding, background, sides, depth.
#include "math/math.h"
#include "render/render_scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 32

static const cs_triangle QUAD[2] = {{0, 1, 2}, {0, 2, 3}};

/// A square of 8 m in the plane z = `depth`, its front to +z; `turned` shows its back instead.
static cs_mesh quad(cs_vec3 corners[4], double depth, bool turned)
{
    double h = 4, x = turned ? -h : h;
    corners[0] = (cs_vec3){-x, h, depth};
    corners[1] = (cs_vec3){-x, -h, depth};
    corners[2] = (cs_vec3){x, -h, depth};
    corners[3] = (cs_vec3){x, h, depth};
    return plain_mesh(4, corners, 2, QUAD);
}

/// Bytes of the pixel in the middle.
static void middle(const cs_image *image, int rgb[3])
{
    const uint8_t *pixel = image->rgb + 3 * (image->height / 2 * image->width + image->width / 2);
    for (int c = 0; c < 3; c++) {
        rgb[c] = pixel[c];
    }
}

static void draw_middle(const cs_scene *scene, const cs_mesh *mesh, int rgb[3])
{
    cs_frame frame = frame_of(mesh, NULL);
    picture p = draw_picture(scene, &frame, NULL);
    middle(p.image, rgb);
    free_picture(&p);
}

/// The value that a surface of brightness `light` shows.
static int shown(double light, cs_tone_mapping tone, cs_encoding encoding, cs_pipeline pipeline)
{
    cs_vec3 corners[4];
    cs_mesh mesh = quad(corners, 0, false);
    mesh.surface.front = (cs_vec3){light, light, light};
    cs_scene scene = plain_scene(SIDE, SIDE, pipeline == CS_PIPELINE_CLASSIC ? 1 : 4);
    scene.image.tone_mapping = tone;
    scene.image.encoding = encoding;
    scene.image.pipeline = pipeline;
    int rgb[3];
    draw_middle(&scene, &mesh, rgb);
    free_mesh(&mesh);
    assert_int_equal(rgb[0], rgb[1]);
    assert_int_equal(rgb[0], rgb[2]);
    return rgb[0];
}

static void aces_and_srgb_at_known_values(void **state)
{
    (void)state;
    for (int p = CS_PIPELINE_STANDARD; p <= CS_PIPELINE_CLASSIC; p++) {
        cs_pipeline pipeline = (cs_pipeline)p;
        // (2.51 c^2 + 0.03 c)/(2.43 c^2 + 0.59 c + 0.14): 0.18 -> 0.26690, 1 -> 0.80380, 100 passes 1.
        assert_int_equal(shown(0, CS_TONE_ACES, CS_ENCODING_LINEAR, pipeline), 0);
        assert_int_equal(shown(0.18, CS_TONE_ACES, CS_ENCODING_LINEAR, pipeline), 68);
        assert_int_equal(shown(1, CS_TONE_ACES, CS_ENCODING_LINEAR, pipeline), 205);
        assert_int_equal(shown(100, CS_TONE_ACES, CS_ENCODING_LINEAR, pipeline), 255);
        // The clamp.
        assert_int_equal(shown(0.25, CS_TONE_CLAMP, CS_ENCODING_LINEAR, pipeline), 64);
        assert_int_equal(shown(1.5, CS_TONE_CLAMP, CS_ENCODING_LINEAR, pipeline), 255);
        // IEC 61966-2-1: 0.002 is on the straight part, 0.2140 is half the display value, 0.5 -> 0.73536.
        assert_int_equal(shown(0.002, CS_TONE_CLAMP, CS_ENCODING_SRGB, pipeline), 7);
        assert_int_equal(shown(0.2140, CS_TONE_CLAMP, CS_ENCODING_SRGB, pipeline), 127);
        assert_int_equal(shown(0.5, CS_TONE_CLAMP, CS_ENCODING_SRGB, pipeline), 188);
        assert_int_equal(shown(1, CS_TONE_CLAMP, CS_ENCODING_SRGB, pipeline), 255);
    }
}

static void background_rows_are_the_gradient(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        cs_scene scene = plain_scene(37, 53, k & 1 ? 1 : 4);
        scene.image.pipeline = k & 2 ? CS_PIPELINE_CLASSIC : CS_PIPELINE_STANDARD;
        scene.image.encoding = k & 4 ? CS_ENCODING_SRGB : CS_ENCODING_LINEAR;
        scene.image.background_top = (cs_vec3){0.5, 0, 0.9};
        scene.image.background_bottom = (cs_vec3){0.5, 1, 0.15};
        cs_frame frame = frame_of(NULL, NULL);
        picture p = draw_picture(&scene, &frame, NULL);
        for (int i = 0; i < 37 * 53; i++) {
            double t = (double)(i / 37) / 53;
            assert_int_equal(p.image->rgb[3 * i], 128);
            assert_int_equal(p.image->rgb[3 * i + 1], (int)floor(t * 255 + 0.5));
            assert_int_equal(p.image->rgb[3 * i + 2], (int)floor((0.9 + (0.15 - 0.9) * t) * 255 + 0.5));
            assert_int_equal(p.image->objects[i] + p.image->cloth[i], 0);
        }
        free_picture(&p);
    }
}

/// Display-linear means: half white over black is 0.5 of the light, which sRGB writes as 188, not 128.
static void edges_average_light_not_bytes(void **state)
{
    (void)state;
    cs_vec3 corners[4] = {{0, 9, 0}, {-9, 9, 0}, {-9, -9, 0}, {0, -9, 0}}; // up to the middle of a pixel
    cs_mesh mesh = plain_mesh(4, corners, 2, QUAD);
    cs_frame frame = frame_of(&mesh, NULL);
    cs_scene scene = plain_scene(33, 33, 4);
    scene.image.encoding = CS_ENCODING_SRGB;
    picture p = draw_picture(&scene, &frame, NULL);
    int rgb[3];
    middle(p.image, rgb);
    assert_int_equal(rgb[0], 188);
    free_picture(&p);
    free_mesh(&mesh);
}

static void each_side_has_its_colour(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        cs_vec3 corners[4];
        bool back = k & 1;
        cs_mesh mesh = quad(corners, 0, back);
        mesh.surface.front = (cs_vec3){1, 0.2, 0};
        mesh.surface.back = (cs_vec3){0, 0.4, 1};
        cs_scene scene = plain_scene(SIDE, SIDE, 1);
        scene.image.pipeline = k & 2 ? CS_PIPELINE_CLASSIC : CS_PIPELINE_STANDARD;
        int rgb[3];
        draw_middle(&scene, &mesh, rgb);
        assert_int_equal(rgb[0], back ? 0 : 255);
        assert_int_equal(rgb[1], back ? 102 : 51);
        assert_int_equal(rgb[2], back ? 255 : 0);
        free_mesh(&mesh);
    }
}

/// A back is lit as its mirror image's front would be: bright from the eye's side, ambient only from beyond.
static void backs_are_lit_with_the_flipped_normal(void **state)
{
    (void)state;
    for (int flat = 0; flat < 2; flat++) {
        cs_light light = {.kind = CS_LIGHT_POINT, .position = {2, 1, 4}, .color = {1, 1, 1}};
        cs_scene scene = plain_scene(SIDE, SIDE, 1);
        scene.light_count = 1;
        scene.lights = &light;
        int rgb[2][3], dark[3];
        for (int back = 0; back < 2; back++) {
            cs_vec3 corners[4];
            cs_mesh mesh = quad(corners, 0, back);
            mesh.surface = (cs_surface){
                {0.8, 0.5, 0.3}, {0.8, 0.5, 0.3}, 0.1, 0.7, 0.4, 5, flat ? CS_SHADING_FLAT : CS_SHADING_SMOOTH};
            draw_middle(&scene, &mesh, rgb[back]);
            light.position.z = -4;
            draw_middle(&scene, &mesh, dark);
            light.position.z = 4;
            assert_int_equal(dark[0], (int)floor(0.08 * 255 + 0.5));
            free_mesh(&mesh);
        }
        assert_memory_equal(rgb[0], rgb[1], sizeof(rgb[0]));
        assert_true(rgb[0][0] > 100);
    }
}

/// Lambert and Phong at the middle of a quad, by hand: N = V = z, L at 60 degrees, so N.L = R.V = 0.5.
static void light_rule_at_a_known_angle(void **state)
{
    (void)state;
    cs_vec3 corners[4];
    cs_mesh mesh = quad(corners, 0, false);
    mesh.surface = (cs_surface){{0.4, 0.4, 0.4}, {0, 0, 0}, 0.25, 0.5, 0.8, 2, CS_SHADING_SMOOTH};
    cs_light light = {.kind = CS_LIGHT_DIRECTIONAL, .direction = {-3 * sqrt(3.0), 0, -3}, .color = {1, 0.5, 0}};
    cs_scene scene = plain_scene(513, 513, 1);
    scene.light_count = 1;
    scene.lights = &light;
    int rgb[3];
    draw_middle(&scene, &mesh, rgb);
    assert_int_equal(rgb[0], (int)floor((0.4 * (0.25 + 0.5 * 0.5) + 0.8 * 0.25) * 255 + 0.5));
    assert_int_equal(rgb[1], (int)floor((0.4 * (0.25 + 0.5 * 0.25) + 0.8 * 0.125) * 255 + 0.5));
    assert_int_equal(rgb[2], (int)floor(0.4 * 0.25 * 255 + 0.5));
    // The classic pipeline tints the highlight only.
    scene.image.pipeline = CS_PIPELINE_CLASSIC;
    draw_middle(&scene, &mesh, rgb);
    assert_int_equal(rgb[1], (int)floor((0.4 * (0.25 + 0.5 * 0.5) + 0.8 * 0.125) * 255 + 0.5));
    free_mesh(&mesh);
}

static void lights_add_up_and_far_points_are_directions(void **state)
{
    (void)state;
    cs_vec3 corners[4];
    cs_mesh mesh = quad(corners, 0, false);
    mesh.surface = (cs_surface){{0.3, 0.3, 0.3}, {0, 0, 0}, 0, 1, 0.1, 3, CS_SHADING_SMOOTH};
    cs_light lights[2] = {{.kind = CS_LIGHT_POINT, .position = {1e9, 2e9, 3e9}, .color = {1, 1, 1}},
                          {.kind = CS_LIGHT_DIRECTIONAL, .direction = {-1, -2, -3}, .color = {1, 1, 1}}};
    cs_scene scene = plain_scene(SIDE, SIDE, 1);
    int one[3], other[3], both[3];
    scene.light_count = 1;
    scene.lights = &lights[0];
    draw_middle(&scene, &mesh, one);
    scene.lights = &lights[1];
    draw_middle(&scene, &mesh, other);
    scene.lights = lights;
    scene.light_count = 2;
    draw_middle(&scene, &mesh, both);
    assert_int_equal(one[0], other[0]);
    assert_true(abs(both[0] - 2 * one[0]) <= 1);
    free_mesh(&mesh);
}

/// Two tilted quads pierce each other: whichever is drawn first, the nearer one shows.
static void depth_does_not_depend_on_order(void **state)
{
    (void)state;
    for (int pipeline = CS_PIPELINE_STANDARD; pipeline <= CS_PIPELINE_CLASSIC; pipeline++) {
        cs_vec3 a[4] = {{-3, 3, 1}, {-3, -3, 1}, {3, -3, -1}, {3, 3, -1}};
        cs_vec3 b[4] = {{-2, 3, -1.2}, {-2, -2, -1}, {2, -2, 1}, {2, 3, 1.1}};
        cs_mesh meshes[2] = {plain_mesh(4, a, 2, QUAD), plain_mesh(4, b, 2, QUAD)};
        meshes[0].surface.front = (cs_vec3){1, 0, 0};
        meshes[1].surface.front = (cs_vec3){0, 1, 0};
        cs_mesh swapped[2] = {meshes[1], meshes[0]};
        cs_scene scene = plain_scene(90, 70, 3);
        scene.image.pipeline = (cs_pipeline)pipeline;
        cs_frame frame = cs_default_frame(), other = cs_default_frame();
        frame.mesh_count = other.mesh_count = 2;
        frame.meshes = meshes;
        other.meshes = swapped;
        picture p = draw_picture(&scene, &frame, NULL), q = draw_picture(&scene, &other, NULL);
        assert_memory_equal(p.image->rgb, q.image->rgb, 3 * 90 * 70);
        assert_true(count_ids(p.image, 1) > 200 && count_ids(p.image, 2) > 200);
        assert_int_equal(count_ids(p.image, 1), count_ids(q.image, 2));
        free_picture(&p);
        free_picture(&q);
        free_mesh(&meshes[0]);
        free_mesh(&meshes[1]);
    }
}

/// On a plane seen at a slant the middle in space is not the middle on the screen: the normal follows space.
static void interpolation_is_perspective_correct(void **state)
{
    (void)state;
    // Normals from -45 to 45 degrees about y along a strip that runs from z = 0 to z = -20; N.V = max at its middle,
    // z = -10, where the diffuse light of a lamp straight above peaks.
    cs_vec3 corners[4] = {{-1, -1, -20}, {-1, -1, 0}, {1, -1, 0}, {1, -1, -20}};
    cs_mesh mesh = plain_mesh(4, corners, 2, QUAD);
    double h = sqrt(0.5);
    for (int i = 0; i < 4; i++) {
        mesh.normals[i] = (cs_vec3){0, h, corners[i].z < -1 ? -h : h};
    }
    mesh.surface = (cs_surface){{1, 1, 1}, {1, 1, 1}, 0, 1, 0, 1, CS_SHADING_SMOOTH};
    cs_light light = {.kind = CS_LIGHT_DIRECTIONAL, .direction = {0, -1, 0}, .color = {0.9, 0.9, 0.9}};
    cs_scene scene = plain_scene(101, 2001, 1);
    scene.light_count = 1;
    scene.lights = &light;
    scene.image.tone_mapping = CS_TONE_CLAMP;
    cs_frame frame = frame_of(&mesh, NULL);
    picture p = draw_picture(&scene, &frame, NULL);
    // Below the horizon by atan(1/15) at z = -10: row (1 + 1/15)/2 of the height.
    int expected = (int)((1 + 1.0 / 15) / 2 * 2001), best = 0;
    long sum = 0;
    for (int y = 0; y < 2001; y++) {
        if (p.image->cloth[y * 101 + 50] && p.image->rgb[3 * (y * 101 + 50)] >= best) {
            sum = p.image->rgb[3 * (y * 101 + 50)] > best ? 0 : sum;
            best = p.image->rgb[3 * (y * 101 + 50)];
            sum = sum ? sum : y;
        }
    }
    assert_true(best >= 228);
    assert_true(labs(sum - expected) < 12);
    free_picture(&p);
    free_mesh(&mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(aces_and_srgb_at_known_values),
        cmocka_unit_test(background_rows_are_the_gradient),
        cmocka_unit_test(edges_average_light_not_bytes),
        cmocka_unit_test(each_side_has_its_colour),
        cmocka_unit_test(backs_are_lit_with_the_flipped_normal),
        cmocka_unit_test(light_rule_at_a_known_angle),
        cmocka_unit_test(lights_add_up_and_far_points_are_directions),
        cmocka_unit_test(depth_does_not_depend_on_order),
        cmocka_unit_test(interpolation_is_perspective_correct),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
