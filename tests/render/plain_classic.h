// SPDX-License-Identifier: MIT
//
// The oracle of the classic pipeline: the rule of the classic program as one plain loop, with pictures of one sample a
// pixel, meshes and sphere overlays only.
#ifndef CS_TESTS_RENDER_PLAIN_CLASSIC_H
#define CS_TESTS_RENDER_PLAIN_CLASSIC_H

#include <clothsim/frame.h>
#include <clothsim/scene.h>

/// Draws a frame into width*height*3 bytes before overlays (`shaded`) and after (`rgb`). `depth` has room for
/// width*height doubles.
void plain_classic(const cs_scene *scene, const cs_frame *frame, double *depth, unsigned char *shaded,
                   unsigned char *rgb);

#endif
