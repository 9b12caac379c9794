// SPDX-License-Identifier: MIT
//
// Scenes, meshes and pictures for the tests of the renderer.
#include "render/render_scenes.h"

#include "mesh/mesh.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

cs_scene plain_scene(int width, int height, int samples)
{
    cs_scene scene = cs_default_scene();
    scene.camera = (cs_camera){{0, 0, 5}, {0, 0, 0}, {0, 1, 0}, 90, 0};
    scene.light_count = 0;
    scene.image = (cs_image_settings){.width = width,
                                      .height = height,
                                      .samples = samples,
                                      .pipeline = CS_PIPELINE_STANDARD,
                                      .tone_mapping = CS_TONE_CLAMP,
                                      .encoding = CS_ENCODING_LINEAR};
    return scene;
}

cs_mesh plain_mesh(int vertex_count, cs_vec3 *positions, int triangle_count, const cs_triangle *triangles)
{
    cs_mesh mesh = {.name = "mesh",
                    .vertex_count = vertex_count,
                    .positions = positions,
                    .triangle_count = triangle_count,
                    .triangles = triangles,
                    .surface = {{1, 1, 1}, {1, 1, 1}, 1, 0, 0, 1, CS_SHADING_SMOOTH}};
    mesh.normals = calloc((size_t)vertex_count, sizeof(*mesh.normals));
    assert_non_null(mesh.normals);
    cs_mesh_normals(vertex_count, positions, triangle_count, triangles, mesh.normals);
    return mesh;
}

void free_mesh(cs_mesh *mesh)
{
    free(mesh->normals);
}

cs_mesh folded_grid(int n, double depth)
{
    size_t triangles = 2 * (size_t)(n - 1) * (size_t)(n - 1);
    cs_vec3 *positions = calloc((size_t)n * (size_t)n, sizeof(*positions));
    cs_triangle *faces = calloc(triangles, sizeof(*faces));
    assert_true(positions && faces);
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            double u = (double)c / (n - 1), v = (double)r / (n - 1);
            positions[r * n + c] = (cs_vec3){3 * u - 1.5 + 0.1 * cs_sin(9 * v), 1.5 - 3 * v,
                                             depth * cs_sin(17 * u + 3 * cs_sin(4 * v)) * (0.3 + v)};
        }
    }
    cs_grid_triangles(n, n, false, faces);
    cs_mesh mesh = plain_mesh(n * n, positions, (int)triangles, faces);
    mesh.surface = (cs_surface){{0.85, 0.25, 0.15}, {0.2, 0.3, 0.7}, 0.15, 0.75, 0.3, 32, CS_SHADING_SMOOTH};
    return mesh;
}

void free_grid(cs_mesh *mesh)
{
    free(mesh->positions);
    free((void *)mesh->triangles);
    free_mesh(mesh);
}

picture draw_picture(const cs_scene *scene, const cs_frame *frame, const cs_compute *compute)
{
    picture p = {0};
    assert_int_equal(cs_renderer_create(scene, compute, NULL, &p.renderer), CS_OK);
    assert_int_equal(cs_renderer_draw(p.renderer, frame, NULL, &p.image), CS_OK);
    return p;
}

void free_picture(picture *p)
{
    cs_renderer_destroy(p->renderer);
}

cs_frame frame_of(const cs_mesh *mesh, const cs_shape *shape)
{
    cs_frame frame = cs_default_frame();
    if (mesh) {
        frame.mesh_count = 1;
        frame.meshes = (cs_mesh *)mesh;
    }
    if (shape) {
        frame.shape_count = 1;
        frame.shapes = (cs_shape *)shape;
    }
    return frame;
}

long count_ids(const cs_image *image, int id)
{
    long count = 0;
    for (long i = 0; i < (long)image->width * image->height; i++) {
        count += image->objects[i] == id;
    }
    return count;
}

double red_area(const cs_image *image)
{
    double sum = 0;
    for (long i = 0; i < (long)image->width * image->height; i++) {
        sum += image->rgb[3 * i];
    }
    return sum / 255;
}

bool same_pictures(const cs_image *a, const cs_image *b)
{
    size_t pixels = (size_t)a->width * (size_t)a->height;
    return a->width == b->width && a->height == b->height && memcmp(a->rgb, b->rgb, 3 * pixels) == 0 &&
           memcmp(a->shaded, b->shaded, 3 * pixels) == 0 &&
           memcmp(a->objects, b->objects, pixels * sizeof(*a->objects)) == 0 && memcmp(a->cloth, b->cloth, pixels) == 0;
}
