// SPDX-License-Identifier: MIT
//
// Face of the image module beyond <clothsim/image.h>. From linear light to the 8-bit value of a pixel: the ACES curve,
// the clamp and the final rounding, inline, because both pipelines of the renderer call them per sample (curve: K.
// Narkowicz, "ACES Filmic Tone Mapping Curve", 2015). Where the tiles of the statistics lie, and the size of a montage.
#ifndef CS_IMAGE_IMAGE_H
#define CS_IMAGE_IMAGE_H

#include <clothsim/image.h>

#include <math.h>
#include <stdint.h>

/// A picture with id planes for one who writes every pixel of it: nothing is set. `split`: `shaded` has bytes of its
/// own.
cs_image *cs_image_create_unset(int width, int height, bool split);

/// x clamped to [0, 1]; NaN becomes 0.
static inline double cs_tone_clamp(double x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
}

/// The ACES curve for c >= 0, not clamped: it passes 1 at c = 7.2 and tends to 1.033.
static inline double cs_tone_aces(double c)
{
    return c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14);
}

/// A display value as a byte: clamped to [0, 1], times 255, plus 0.5, floor.
static inline uint8_t cs_tone_to_byte(double display)
{
    return (uint8_t)floor(cs_tone_clamp(display) * 255 + 0.5);
}

/// The first pixel of a tile along a side, the smallest x with x * CS_TILES / side = tile; that of tile CS_TILES is the
/// side.
static inline int cs_tile_start(int side, int tile)
{
    return (int)(((int64_t)tile * side + CS_TILES - 1) / CS_TILES);
}

/// Width and height in pixels of a montage of `count` >= 1 pictures of picture_width x picture_height, captions
/// included.
void cs_montage_size(const cs_montage *montage, int count, int picture_width, int picture_height, int64_t *width,
                     int64_t *height);

#endif
