// SPDX-License-Identifier: MIT
//
// A line of text in a picture. Private to the image module.
#ifndef CS_IMAGE_CAPTION_H
#define CS_IMAGE_CAPTION_H

#include <clothsim/image.h>

/// A rectangle of a picture; drawing stays inside it.
typedef struct caption_box {
    int x, y, width, height;
} caption_box;

/// Height of the strip that holds a caption under a picture of this height: 32 pixels at 600.
int caption_strip_height(int picture_height);

/// Draws `text` (UTF-8, characters outside ASCII become '?') centred in the box, at the scale that suits a picture of
/// this height, smaller when the box is too narrow, cut off at its edge when even that is not enough.
void caption_draw(cs_image *image, caption_box box, int picture_height, const char *text, const uint8_t color[3]);

#endif
