// SPDX-License-Identifier: MIT
//
// Scenes, meshes and pictures for the tests of the renderer.
#ifndef CS_TESTS_RENDER_SCENES_H
#define CS_TESTS_RENDER_SCENES_H

#include <clothsim/render.h>

/// Looks from (0, 0, 5) at the origin with 90 degrees upright, so that the plane z = 0 is 10 m high in the picture. No
/// lights, black background, no tone curve, no encoding: a surface with ambient 1 shows its colour as it is.
cs_scene plain_scene(int width, int height, int samples);

/// A mesh over the given arrays with white, unlit (ambient 1) sides; its normals are made, free_mesh frees them.
cs_mesh plain_mesh(int vertex_count, cs_vec3 *positions, int triangle_count, const cs_triangle *triangles);
void free_mesh(cs_mesh *mesh);

/// A grid of n x n vertices in folds around the origin, some 3 m wide, lit surface; free_grid frees it.
cs_mesh folded_grid(int n, double depth);
void free_grid(cs_mesh *mesh);

typedef struct picture {
    cs_renderer *renderer;
    const cs_image *image;
} picture;

/// Draws a frame with the given compute (NULL: one thread). Fails the test when that fails.
picture draw_picture(const cs_scene *scene, const cs_frame *frame, const cs_compute *compute);
void free_picture(picture *p);

/// A frame of up to one mesh and up to one shape (NULL: none).
cs_frame frame_of(const cs_mesh *mesh, const cs_shape *shape);

/// How many pixels have this id.
long count_ids(const cs_image *image, int id);

/// Sum of the red channel over the picture, in full pixels.
double red_area(const cs_image *image);

/// Whether two pictures of one size have the same colours and planes.
bool same_pictures(const cs_image *a, const cs_image *b);

#endif
