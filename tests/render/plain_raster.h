// SPDX-License-Identifier: MIT
//
// The oracle of the standard pipeline: a textbook rasteriser. One triangle after the other, over the pixels of its box,
// edge functions with the top-left rule, depth test, then Phong with interpolated normals; scalar, one thread, one
// sample a pixel, no clipping, meshes only. It must give the same pixels as the shipped one.
#ifndef CS_TESTS_RENDER_PLAIN_RASTER_H
#define CS_TESTS_RENDER_PLAIN_RASTER_H

#include <clothsim/frame.h>
#include <clothsim/scene.h>

/// Draws the meshes of a frame, all of them in front of the eye, into width*height*3 bytes. `depth` has room for
/// width*height doubles, `screen` for the vertices of the largest mesh.
void plain_raster(const cs_scene *scene, const cs_frame *frame, double *depth, cs_vec3 *screen, unsigned char *rgb);

#endif
