// SPDX-License-Identifier: MIT
//
// The renderer: a frame seen through a scene's camera, lights and image settings becomes a picture.
// A tiled z-buffer on the CPU; the pixels do not depend on thread count or instruction set. Callers keep the default
// floating-point environment: round to nearest, no flush-to-zero (the workers of a pool set it themselves).
#ifndef CLOTHSIM_RENDER_H
#define CLOTHSIM_RENDER_H

#include <clothsim/frame.h>
#include <clothsim/image.h>
#include <clothsim/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Holds the buffers that pictures of one size share.
typedef struct cs_renderer cs_renderer;

/// The scene (camera, lights, image settings) must outlive the renderer; `compute` may be NULL. CS_INTERNAL: no memory.
cs_status cs_renderer_create(const cs_scene *scene, const cs_compute *compute, cs_log *log, cs_renderer **renderer);
void cs_renderer_destroy(cs_renderer *renderer);

/// Draws the frame. `*image` belongs to the renderer and holds until the next draw. CS_INVALID_SCENE: the frame has
/// more than CS_MAX_OBJECTS meshes and shapes; CS_INTERNAL: no memory.
cs_status cs_renderer_draw(cs_renderer *renderer, const cs_frame *frame, cs_log *log, const cs_image **image);

#ifdef __cplusplus
}
#endif
#endif
