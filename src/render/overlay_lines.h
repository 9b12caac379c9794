// SPDX-License-Identifier: MIT
//
// Integer lines and the sphere's rings of the classic picture.
#ifndef CS_RENDER_OVERLAY_LINES_H
#define CS_RENDER_OVERLAY_LINES_H

#include "render/camera.h"

#include <clothsim/frame.h>
#include <clothsim/image.h>

/// Draws a line of single pixels by Bresenham's rule, both ends included; what lies outside the picture is left out.
/// Any ends: the part outside costs nothing.
void cs_overlay_line(int width, int height, uint8_t *rgb, const uint8_t color[3], int64_t x0, int64_t y0, int64_t x1,
                     int64_t y1);

/// Draws every shape whose display is wireframe-overlay: a sphere as 21 rings of 20 segments around the y axis, poles
/// included. Ends are truncated to whole pixels; a segment with an end behind the eye is left out.
void cs_overlay_shapes(const cs_view *view, const cs_frame *frame, cs_image *image);

#endif
