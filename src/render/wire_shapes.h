// SPDX-License-Identifier: MIT
//
// Colliders as lines: which segments a wireframe of a shape consists of, in the standard pipeline.
#ifndef CS_RENDER_WIRE_SHAPES_H
#define CS_RENDER_WIRE_SHAPES_H

#include "math/math.h"

#include <clothsim/frame.h>

/// How many segments the wireframe of a shape has.
int cs_wire_segment_count(const cs_shape *shape);
/// The i-th of them, world space.
void cs_wire_segment(const cs_shape *shape, int i, cs_vec3 *a, cs_vec3 *b);

#endif
