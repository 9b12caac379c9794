// SPDX-License-Identifier: MIT
//
// Wireframes over the finished picture as the classic program draws them: single pixels, no depth. J. E. Bresenham,
// "Algorithm for computer control of a digital plotter" (1965); the pixel after i steps along the longer axis is
// written in closed form, so that the part outside the picture can be skipped.
#include "render/overlay_lines.h"

#include "image/image.h"
#include "render/wire_shapes.h"

#define RINGS         21
#define RING_SEGMENTS 20

/// Ends further out than this are left out: no picture is that large, and products of two stay inside 64 bits.
static const double FARTHEST_PIXEL = 1e9;

/// Steps [first, last] along an axis of a line from `from` in direction `sign` that stay inside [0, size).
static void inside_steps(int64_t from, int sign, int64_t size, int64_t *first, int64_t *last)
{
    int64_t enter = sign > 0 ? -from : from - (size - 1);
    int64_t leave = sign > 0 ? size - 1 - from : from;
    *first = enter > *first ? enter : *first;
    *last = leave < *last ? leave : *last;
}

void cs_overlay_line(int width, int height, uint8_t *rgb, const uint8_t color[3], int64_t x0, int64_t y0, int64_t x1,
                     int64_t y1)
{
    int64_t dx = x1 > x0 ? x1 - x0 : x0 - x1, dy = y1 > y0 ? y1 - y0 : y0 - y1;
    int sx = x0 < x1 ? 1 : -1, sy = y0 < y1 ? 1 : -1;
    bool steep = dy > dx;
    int64_t longer = steep ? dy : dx, shorter = steep ? dx : dy;
    int64_t first = 0, last = longer;
    if (steep) {
        inside_steps(y0, sy, height, &first, &last);
    } else {
        inside_steps(x0, sx, width, &first, &last);
    }
    for (int64_t i = first; i <= last; i++) {
        // The shorter axis has moved by i * shorter / longer, halves rounded up.
        int64_t across = longer > 0 ? (2 * i * shorter + longer) / (2 * longer) : 0;
        int64_t x = x0 + sx * (steep ? across : i), y = y0 + sy * (steep ? i : across);
        if (x >= 0 && x < width && y >= 0 && y < height) {
            uint8_t *pixel = rgb + 3 * (y * width + x);
            pixel[0] = color[0];
            pixel[1] = color[1];
            pixel[2] = color[2];
        }
    }
}

/// The pixel that shows a point; false when it is behind the eye or too far out.
static bool pixel_of(const cs_view *view, cs_vec3 world, int64_t *x, int64_t *y)
{
    cs_vec3 p = cs_view_point(view, world);
    double px, py;
    if (!(p.z > 0)) {
        return false;
    }
    cs_view_project(view, p, &px, &py);
    if (!(px > -FARTHEST_PIXEL && px < FARTHEST_PIXEL && py > -FARTHEST_PIXEL && py < FARTHEST_PIXEL)) {
        return false;
    }
    *x = (int64_t)px;
    *y = (int64_t)py;
    return true;
}

static void draw_sphere(const cs_view *view, const cs_shape *shape, cs_image *image)
{
    const uint8_t color[3] = {cs_tone_to_byte(shape->color.x), cs_tone_to_byte(shape->color.y),
                              cs_tone_to_byte(shape->color.z)};
    for (int ring = 0; ring < RINGS; ring++) {
        double latitude = -CS_PI / 2 + CS_PI * ring / (RINGS - 1);
        double height = shape->radius * cs_sin(latitude), radius = shape->radius * cs_cos(latitude);
        int64_t x0 = 0, y0 = 0;
        bool seen = false;
        for (int i = 0; i <= RING_SEGMENTS; i++) {
            double angle = 2 * CS_PI * i / RING_SEGMENTS;
            cs_vec3 offset = {radius * cs_cos(angle), height, radius * cs_sin(angle)};
            int64_t x1 = 0, y1 = 0;
            bool visible = pixel_of(view, cs_add(shape->center, offset), &x1, &y1);
            if (seen && visible) {
                cs_overlay_line(image->width, image->height, image->rgb, color, x0, y0, x1, y1);
            }
            x0 = x1;
            y0 = y1;
            seen = visible;
        }
    }
}

/// The ground as a grid of lines.
static void draw_ground(const cs_view *view, const cs_shape *shape, cs_image *image)
{
    const uint8_t color[3] = {cs_tone_to_byte(shape->color.x), cs_tone_to_byte(shape->color.y),
                              cs_tone_to_byte(shape->color.z)};
    for (int i = 0; i < cs_wire_segment_count(shape); i++) {
        cs_vec3 a, b;
        int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
        cs_wire_segment(shape, i, &a, &b);
        if (pixel_of(view, a, &x0, &y0) && pixel_of(view, b, &x1, &y1)) {
            cs_overlay_line(image->width, image->height, image->rgb, color, x0, y0, x1, y1);
        }
    }
}

void cs_overlay_shapes(const cs_view *view, const cs_frame *frame, cs_image *image)
{
    for (int i = 0; i < frame->shape_count; i++) {
        const cs_shape *shape = &frame->shapes[i];
        if (shape->display != CS_DISPLAY_WIREFRAME_OVERLAY) {
            continue;
        }
        if (shape->kind == CS_SHAPE_SPHERE) {
            draw_sphere(view, shape, image);
        } else {
            draw_ground(view, shape, image);
        }
    }
}
