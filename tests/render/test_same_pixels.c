// SPDX-License-Identifier: MIT
//
// The same picture from every vector width and number of threads, from a second draw, and from the textbook rasteriser.
#include "math/math.h"
#include "render/plain_classic.h"
#include "render/plain_raster.h"
#include "render/render_scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Draws with every width on one thread and the widest on 2, 3 and 8: always the picture of the scalar kernels.
static void same_for_every_width_and_thread(const cs_scene *scene, const cs_frame *frame)
{
    const cs_compute scalar = {.simd = CS_SIMD_SCALAR};
    picture expected = draw_picture(scene, frame, &scalar);
    for (int simd = CS_SIMD_128; simd <= CS_SIMD_512; simd++) {
        const cs_compute compute = {.simd = (cs_simd)simd};
        picture p = draw_picture(scene, frame, &compute);
        assert_true(same_pictures(expected.image, p.image));
        free_picture(&p);
    }
    static const int threads[] = {2, 3, 8};
    for (int k = 0; k < 3; k++) {
        const cs_compute compute = {.pool = cs_pool_create(threads[k])};
        assert_non_null(compute.pool);
        picture p = draw_picture(scene, frame, &compute);
        assert_true(same_pictures(expected.image, p.image));
        const cs_image *again = NULL;
        assert_int_equal(cs_renderer_draw(p.renderer, frame, NULL, &again), CS_OK);
        assert_true(same_pictures(expected.image, again));
        free_picture(&p);
        cs_pool_destroy(compute.pool);
    }
    free_picture(&expected);
}

static cs_light LIGHTS[2] = {{.kind = CS_LIGHT_POINT, .position = {3, 4, 3}, .color = {1, 0.95, 0.9}},
                             {.kind = CS_LIGHT_DIRECTIONAL, .direction = {1, -0.4, -1}, .color = {0.2, 0.3, 0.4}}};

/// A scene with everything: two meshes, one of them flat, a solid sphere and ground, both kinds of wireframe, clipping.
static void everything(int samples, cs_pipeline pipeline)
{
    cs_mesh meshes[2] = {folded_grid(40, 0.2), folded_grid(9, 0.4)};
    meshes[1].surface.shading = CS_SHADING_FLAT;
    for (int i = 0; i < meshes[1].vertex_count; i++) { // reaches behind the eye
        meshes[1].positions[i].z = meshes[1].positions[i].y * 4;
        meshes[1].positions[i].y -= 0.8;
    }
    cs_shape shapes[4] = {{CS_SHAPE_SPHERE, CS_DISPLAY_SOLID, {0.3, 0.6, 0.5}, {0.5, 0.2, 0.1}, 0.5, 0},
                          {CS_SHAPE_GROUND, CS_DISPLAY_SOLID, {0.5, 0.5, 0.5}, {0, 0, 0}, 0, -1.5},
                          {CS_SHAPE_SPHERE, CS_DISPLAY_WIREFRAME, {0.9, 0.8, 0.1}, {-1, 0.2, 0.3}, 0.6, 0},
                          {CS_SHAPE_SPHERE, CS_DISPLAY_WIREFRAME_OVERLAY, {0.1, 0.8, 0.9}, {-0.2, 0, 0}, 0.8, 0}};
    cs_frame frame = cs_default_frame();
    frame.mesh_count = 2;
    frame.meshes = meshes;
    frame.shape_count = 4;
    frame.shapes = shapes;
    cs_scene scene = cs_default_scene();
    scene.camera = (cs_camera){{0.4, 0.6, 3}, {0, -0.2, 0}, {0, 1, 0}, 60, 0};
    scene.light_count = 2;
    scene.lights = LIGHTS;
    scene.image.width = 141;
    scene.image.height = 83;
    scene.image.samples = samples;
    scene.image.pipeline = pipeline;
    same_for_every_width_and_thread(&scene, &frame);
    free_grid(&meshes[0]);
    free_grid(&meshes[1]);
}

static void widths_and_threads_give_the_same_pixels(void **state)
{
    (void)state;
    everything(1, CS_PIPELINE_STANDARD);
    everything(3, CS_PIPELINE_STANDARD);
    everything(4, CS_PIPELINE_STANDARD);
    everything(1, CS_PIPELINE_CLASSIC);
    everything(2, CS_PIPELINE_CLASSIC);
}

/// Folded sheets from coarse to finer than the pixels, against the textbook rasteriser.
static void textbook_rasteriser_gives_the_same_pixels(void **state)
{
    (void)state;
    static const int sizes[] = {2, 7, 30, 150};
    for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
        cs_mesh mesh = folded_grid(sizes[k], 0.25);
        cs_frame frame = frame_of(&mesh, NULL);
        cs_scene scene = cs_default_scene();
        scene.camera = (cs_camera){{0.5, 0.3, 3}, {0, 0, 0}, {0, 1, 0}, 50, 0};
        scene.light_count = 2;
        scene.lights = LIGHTS;
        scene.image.width = 217;
        scene.image.height = 160;
        scene.image.samples = 1;
        scene.image.encoding = k & 1 ? CS_ENCODING_SRGB : CS_ENCODING_LINEAR;
        double *depth = calloc(217 * 160, sizeof(*depth));
        cs_vec3 *screen = calloc((size_t)mesh.vertex_count, sizeof(*screen));
        unsigned char *rgb = calloc(217 * 160, 3);
        assert_true(depth && screen && rgb);
        plain_raster(&scene, &frame, depth, screen, rgb);
        picture p = draw_picture(&scene, &frame, NULL);
        assert_memory_equal(rgb, p.image->rgb, 3 * 217 * 160);
        assert_true(count_ids(p.image, 1) > 8000);
        free_picture(&p);
        free(depth);
        free(screen);
        free(rgb);
        free_grid(&mesh);
    }
}

/// One random scene of the classic kind: any grid, picture, camera, sphere (also outside the picture) and light.
static void one_classic_scene(uint64_t seed)
{
    uint64_t n = 0;
    const struct {
        int width, height;
    } sizes[] = {{97, 61}, {640, 480}, {800, 600}, {1024, 768}, {333, 500}};
    int grid = 9 + (int)(32 * cs_random(seed, n++)), size = (int)(5 * cs_random(seed, n++));
    cs_mesh meshes[2] = {folded_grid(grid, 0.1 + cs_random(seed, n++)), folded_grid(9, 0.5)};
    cs_shape shapes[2] = {
        {CS_SHAPE_SPHERE, CS_DISPLAY_WIREFRAME_OVERLAY, {0.627451, 0.627451, 0.705882}, {0, 0, 0}, 0.6, 0},
        {CS_SHAPE_GROUND, CS_DISPLAY_HIDDEN, {0, 0, 0}, {0, 0, 0}, 0, -2.5}};
    shapes[0].center =
        (cs_vec3){5 * cs_random(seed, n) - 2.5, 5 * cs_random(seed, n + 1) - 2.5, 7 * cs_random(seed, n + 2) - 2.5};
    n += 3;
    cs_frame frame = cs_default_frame();
    frame.mesh_count = 2;
    frame.meshes = meshes;
    frame.shape_count = 2;
    frame.shapes = shapes;
    cs_scene scene = cs_default_scene();
    scene.camera.eye =
        (cs_vec3){3 * cs_random(seed, n) - 1.5, 3 * cs_random(seed, n + 1) - 1, 2 + 3 * cs_random(seed, n + 2)};
    scene.camera.fov = 20 + 60 * cs_random(seed, n + 3);
    scene.light_count = 1 + (int)(2 * cs_random(seed, n + 4));
    scene.lights = LIGHTS;
    scene.image = (cs_image_settings){sizes[size].width,   sizes[size].height, 1,
                                      CS_PIPELINE_CLASSIC, CS_TONE_ACES,       CS_ENCODING_LINEAR,
                                      {0.1, 0, 0.2},       {0.05, 0.07, 0.15}};
    size_t pixels = (size_t)scene.image.width * (size_t)scene.image.height;
    double *depth = calloc(pixels, sizeof(*depth));
    unsigned char *shaded = calloc(pixels, 3), *rgb = calloc(pixels, 3);
    assert_true(depth && shaded && rgb);
    plain_classic(&scene, &frame, depth, shaded, rgb);
    picture p = draw_picture(&scene, &frame, NULL);
    if (memcmp(rgb, p.image->rgb, 3 * pixels) != 0 || memcmp(shaded, p.image->shaded, 3 * pixels) != 0) {
        fail_msg("seed %llu: other pixels than the plain classic loop", (unsigned long long)seed);
    }
    for (size_t i = 0; i < pixels; i++) {
        assert_int_equal(p.image->cloth[i], depth[i] < INFINITY);
    }
    free_picture(&p);
    free(depth);
    free(shaded);
    free(rgb);
    free_grid(&meshes[0]);
    free_grid(&meshes[1]);
}

static void plain_classic_loop_gives_the_same_pixels(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        one_classic_scene(seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_and_threads_give_the_same_pixels),
        cmocka_unit_test(textbook_rasteriser_gives_the_same_pixels),
        cmocka_unit_test(plain_classic_loop_gives_the_same_pixels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
