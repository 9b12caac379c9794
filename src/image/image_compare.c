// SPDX-License-Identifier: MIT
//
// Two pictures side by side: how many pixels differ, by how much, where; and a picture that shows it.
#include <clothsim/image.h>

#include <math.h>
#include <stdlib.h>

/// The largest channel difference of one pixel; adds the squares to `squares`.
static int pixel_difference(const uint8_t *a, const uint8_t *b, int64_t *squares)
{
    int largest = 0;
    for (int c = 0; c < 3; c++) {
        int d = abs(a[c] - b[c]);
        largest = d > largest ? d : largest;
        *squares += d * d;
    }
    return largest;
}

cs_status cs_image_compare(const cs_image *a, const cs_image *b, int threshold, cs_image_difference *difference)
{
    if (a->width != b->width || a->height != b->height)
        return CS_USAGE;
    cs_image_difference found = {.bbox = {-1, -1, -1, -1}};
    int64_t squares = 0;
    for (int y = 0; y < a->height; y++) {
        size_t start = (size_t)y * (size_t)a->width * 3;
        for (int x = 0; x < a->width; x++) {
            size_t at = start + 3 * (size_t)x;
            int d = pixel_difference(a->rgb + at, b->rgb + at, &squares);
            found.largest = d > found.largest ? d : found.largest;
            if (d <= threshold)
                continue;
            found.bbox[0] = found.pixels == 0 || x < found.bbox[0] ? x : found.bbox[0];
            found.bbox[1] = found.pixels == 0 ? y : found.bbox[1];
            found.bbox[2] = x > found.bbox[2] ? x : found.bbox[2];
            found.bbox[3] = y;
            found.pixels++;
        }
    }
    found.rms = sqrt((double)squares / (3.0 * a->width * a->height));
    *difference = found;
    return CS_OK;
}

cs_image *cs_image_difference_picture(const cs_image *a, const cs_image *b, int threshold)
{
    if (a->width != b->width || a->height != b->height)
        return NULL;
    cs_image *picture = cs_image_create(a->width, a->height, false);
    if (!picture)
        return NULL;
    size_t pixels = (size_t)a->width * (size_t)a->height;
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *from = a->rgb + 3 * i;
        uint8_t *to = picture->rgb + 3 * i;
        int64_t squares = 0;
        int d = pixel_difference(from, b->rgb + 3 * i, &squares);
        if (d > threshold) {
            to[0] = 255;
            to[1] = (uint8_t)(255 - d);
            to[2] = 0;
        } else {
            // A third of the brightness (Rec. 601 weights in thousandths) leaves the differences to shine.
            int grey = (299 * from[0] + 587 * from[1] + 114 * from[2]) / 3000;
            to[0] = to[1] = to[2] = (uint8_t)grey;
        }
    }
    return picture;
}
