// SPDX-License-Identifier: MIT
//
// The standard pipeline against the textbook rasteriser of tests/render/plain_raster.c (same compiler, -O2): a folded
// sheet at 1920 x 1080, one sample a pixel, Phong per pixel, as 79,202 and as 999,698 triangles, on two threads. Runs
// alternate, the median of the ratios counts, and the pixels of both are compared in the same run.
//
//     bench_raster [repetitions]
#include "base/base.h"
#include "bench/stopwatch.h"
#include "mesh/mesh.h"
#include "render/plain_raster.h"

#include <clothsim/render.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH           1920
#define HEIGHT          1080
#define MAX_REPETITIONS 100

/// A sheet of n x n vertices that hangs in folds deep enough to hide parts of each other.
static bool make_sheet(int n, cs_mesh *mesh)
{
    size_t vertices = (size_t)n * (size_t)n, triangles = 2 * (size_t)(n - 1) * (size_t)(n - 1);
    cs_vec3 *positions = malloc(vertices * sizeof(*positions)), *normals = malloc(vertices * sizeof(*normals));
    cs_triangle *faces = malloc(triangles * sizeof(*faces));
    *mesh = (cs_mesh){.name = "sheet",
                      .vertex_count = (int)vertices,
                      .positions = positions,
                      .normals = normals,
                      .triangle_count = (int)triangles,
                      .triangles = faces,
                      .surface = {{0.85, 0.25, 0.15}, {0.6, 0.18, 0.1}, 0.15, 0.75, 0.3, 32, CS_SHADING_SMOOTH}};
    if (!positions || !normals || !faces) {
        return false;
    }
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            double u = (double)c / (n - 1), v = (double)r / (n - 1);
            double fold = cs_sin(40 * u + 2 * cs_sin(5 * v)) * (0.3 + 0.7 * v);
            positions[(size_t)r * (size_t)n + (size_t)c] =
                (cs_vec3){3.2 * u - 1.6 + 0.05 * cs_sin(9 * v + 3 * u), 1.1 - 2.2 * v, 0.12 * fold};
        }
    }
    cs_grid_triangles(n, n, false, faces);
    cs_mesh_normals((int)vertices, positions, (int)triangles, faces, normals);
    return true;
}

/// Returns 1 when pixels differ.
static int compare(int n, double gate, const cs_scene *scene, const cs_compute *compute, int repetitions)
{
    cs_mesh mesh;
    cs_renderer *renderer = NULL;
    size_t pixels = (size_t)WIDTH * HEIGHT;
    double *depth = malloc(pixels * sizeof(*depth));
    unsigned char *plain = malloc(3 * pixels);
    cs_vec3 *screen = malloc((size_t)n * (size_t)n * sizeof(*screen));
    if (!make_sheet(n, &mesh) || !depth || !plain || !screen ||
        cs_renderer_create(scene, compute, NULL, &renderer) != CS_OK) {
        fprintf(stderr, "not enough memory\n");
        return 1;
    }
    cs_frame frame = {.mesh_count = 1, .meshes = &mesh};
    double slow[MAX_REPETITIONS], fast[MAX_REPETITIONS], ratios[MAX_REPETITIONS];
    const cs_image *image = NULL;
    for (int i = -1; i < repetitions; i++) { // the first pair warms up
        double start = stopwatch_seconds(CLOCK_MONOTONIC);
        plain_raster(scene, &frame, depth, screen, plain);
        double middle = stopwatch_seconds(CLOCK_MONOTONIC);
        cs_renderer_draw(renderer, &frame, NULL, &image);
        double end = stopwatch_seconds(CLOCK_MONOTONIC);
        if (i >= 0) {
            slow[i] = middle - start;
            fast[i] = end - middle;
            ratios[i] = slow[i] / fast[i];
        }
    }
    size_t covered = 0;
    for (size_t i = 0; i < pixels; i++) {
        covered += image->cloth[i];
    }
    bool same = memcmp(plain, image->rgb, 3 * pixels) == 0;
    double ratio = stopwatch_median(ratios, repetitions);
    printf("%7d triangles, %d threads, %4.0f %% covered: %5.2f x   plain %7.2f ms, shipped %6.2f ms%s%s\n",
           mesh.triangle_count, cs_pool_threads(compute->pool), 100.0 * (double)covered / (double)pixels, ratio,
           1e3 * stopwatch_median(slow, repetitions), 1e3 * stopwatch_median(fast, repetitions),
           same ? "" : "  DIFFERENT PIXELS", ratio < gate ? "  BELOW THE GATE" : "");
    cs_renderer_destroy(renderer);
    free(mesh.positions);
    free(mesh.normals);
    free((void *)mesh.triangles);
    free(depth);
    free(plain);
    free(screen);
    return same ? 0 : 1;
}

int main(int argc, char **argv)
{
    cs_memory_prepare(); // as the program does
    int repetitions = argc > 1 ? atoi(argv[1]) : 15;
    repetitions = repetitions < 1 ? 1 : repetitions > MAX_REPETITIONS ? MAX_REPETITIONS : repetitions;
    cs_light light = {.kind = CS_LIGHT_POINT, .position = {3, 4, 3}, .color = {1, 0.95, 0.9}};
    cs_scene scene = cs_default_scene();
    scene.camera = (cs_camera){{0.6, 0.5, 4}, {0, 0, 0}, {0, 1, 0}, 40, 0};
    scene.light_count = 1;
    scene.lights = &light;
    scene.image.width = WIDTH;
    scene.image.height = HEIGHT;
    scene.image.samples = 1;
    scene.image.encoding = CS_ENCODING_LINEAR;
    int failed = 0;
    for (int threads = 1; threads <= 2; threads++) {
        cs_compute compute = {.pool = cs_pool_create(threads)};
        failed |= compare(200, threads == 2 ? 2.8 : 0, &scene, &compute, repetitions);
        failed |= compare(708, threads == 2 ? 2.6 : 0, &scene, &compute, repetitions);
        cs_pool_destroy(compute.pool);
    }
    return failed;
}
