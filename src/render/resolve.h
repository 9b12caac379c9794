// SPDX-License-Identifier: MIT
//
// From the samples of a tile to the pixels of the picture: averages display-linear light, encodes it, and decides
// which object a pixel shows.
#ifndef CS_RENDER_RESOLVE_H
#define CS_RENDER_RESOLVE_H

#include "render/tile.h"

#include <clothsim/image.h>

#define CS_ENCODER_CELLS 4096

/// Display-linear light to a byte. sRGB by search among the 255 values where the byte changes, which gives exactly
/// floor(cs_srgb_encode(v) * 255 + 0.5) without a power a pixel.
typedef struct cs_encoder {
    bool srgb;
    double threshold[257];               ///< [b]: least value that gives at least the byte b; infinity for 256
    uint8_t start[CS_ENCODER_CELLS + 1]; ///< byte at the lower end of each cell
} cs_encoder;

void cs_encoder_make(cs_encoding encoding, cs_encoder *encoder);
static inline uint8_t cs_encoder_byte(const cs_encoder *encoder, double value)
{
    int b = encoder->start[(int)(value * CS_ENCODER_CELLS)];
    while (value >= encoder->threshold[b + 1]) {
        b++;
    }
    return (uint8_t)b;
}

/// What pixels without a surface show.
typedef struct cs_background {
    cs_vec3 *light;    ///< display-linear, one a pixel row
    uint8_t (*rgb)[3]; ///< the same as bytes
} cs_background;

/// Writes one pixel row of a tile into `rgb` (its first pixel there).
typedef void cs_resolve_row_function(const cs_tile_pass *pass, const cs_tile_scratch *scratch,
                                     const cs_encoder *encoder, int row, int width, cs_vec3 light,
                                     const uint8_t background[3], uint8_t *rgb);
CS_WIDE_DECLARE(cs_resolve_row_function, cs_resolve_row);

/// Writes the pixels of a tile into `rgb` and the id planes. Samples without a surface count as background.
void cs_resolve_tile(const cs_tile_pass *pass, const cs_tile *tile, const cs_tile_scratch *scratch,
                     const cs_encoder *encoder, const cs_background *background, int mesh_count,
                     cs_resolve_row_function *resolve_row, const cs_image *image, uint8_t *rgb);
/// Fills a tile in which nothing shows.
void cs_resolve_empty(const cs_tile_pass *pass, const cs_tile *tile, const cs_background *background,
                      const cs_image *image, uint8_t *rgb);
/// Gives samples without a surface the colour of the background, so that an overlay can be drawn over all.
void cs_resolve_bake(const cs_tile_pass *pass, const cs_tile *tile, const cs_background *background, bool empty,
                     cs_tile_scratch *scratch);
/// Writes the pixels that the overlay in `scratch` touches.
void cs_resolve_overlay(const cs_tile_pass *pass, const cs_tile *tile, const cs_tile_scratch *scratch,
                        const cs_encoder *encoder, const cs_image *image, uint8_t *rgb);

/// The object that shows in at least half of n x n samples (the smaller id of two), else 0, and whether at least half
/// show ids 1 ... mesh_count.
void cs_resolve_ids(const uint16_t *ids, int stride, int n, int mesh_count, uint16_t *object, uint8_t *cloth);

#endif
