// SPDX-License-Identifier: MIT
//
// clothsim: from a JSON scene to simulated cloth and pictures.
//
//     cs_scene_load -> cs_sim_create -> cs_sim_step ... -> cs_sim_snapshot -> cs_renderer_draw -> cs_image_write_png
//
// tests/example/example.c is the whole way in forty lines.
#ifndef CLOTHSIM_CLOTHSIM_H
#define CLOTHSIM_CLOTHSIM_H

#include <clothsim/base.h>
#include <clothsim/frame.h>
#include <clothsim/image.h>
#include <clothsim/render.h>
#include <clothsim/scene.h>
#include <clothsim/sim.h>
#include <clothsim/types.h>

#endif
