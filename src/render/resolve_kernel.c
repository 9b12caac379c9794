// SPDX-License-Identifier: MIT
//
// A pixel row of a tile: the mean of the samples of each pixel, as bytes. Samples are added down the columns first and
// then across, for every vector width alike.
#include "math/wide.h"
#include "render/resolve.h"

/// Light of the pixels of a row, and -1 in `surface` where nothing shows.
typedef struct pixel_row {
    _Alignas(64) double light[3][CS_TILE_STRIDE];
    _Alignas(64) double surface[CS_TILE_STRIDE];
} pixel_row;

/// Adds up the rows of samples; samples without a surface count as background.
static inline void add_rows(const cs_tile_scratch *scratch, int first, int n, int width, cs_vec3 background,
                            pixel_row *sums)
{
    const double beneath[3] = {background.x, background.y, background.z};
    for (int x = 0; x < width; x += CS_WIDE) {
        cs_wide light[3] = {cs_wide_zero(), cs_wide_zero(), cs_wide_zero()}, covered = cs_wide_zero();
        for (int k = 0; k < n; k++) {
            int at = first + k * CS_TILE_STRIDE + x;
            cs_wide_mask hit = cs_wide_greater_equal(cs_wide_load(scratch->surface + at), cs_wide_zero());
            covered = covered + cs_wide_select(hit, cs_wide_set(1), cs_wide_zero());
            for (int c = 0; c < 3; c++) {
                light[c] =
                    light[c] + cs_wide_select(hit, cs_wide_load(scratch->color[c] + at), cs_wide_set(beneath[c]));
            }
        }
        cs_wide_store(sums->surface + x, covered);
        for (int c = 0; c < 3; c++) {
            cs_wide_store(sums->light[c] + x, light[c]);
        }
    }
}

/// Adds up the columns of each pixel, in place.
static inline void add_columns(double *sums, int n, int pixels, double share)
{
    for (int i = 0; i < pixels; i++) {
        double sum = sums[i * n];
        for (int k = 1; k < n; k++) {
            sum += sums[i * n + k];
        }
        sums[i] = sum * share;
    }
}

static inline void encode_group(const cs_encoder *encoder, const double *light, int32_t *bytes)
{
    cs_wide value = cs_wide_load(light);
    if (!encoder->srgb) {
        cs_wide_store_int32(bytes, value * 255.0 + 0.5);
        return;
    }
    cs_wide_store_int32(bytes, value * (double)CS_ENCODER_CELLS);
    for (int k = 0; k < CS_WIDE; k++) {
        bytes[k] = encoder->start[bytes[k]];
        bytes[k] += light[k] >= encoder->threshold[bytes[k] + 1];
    }
}

/// Writes pixels as bytes; those with a negative surface show the background.
static inline void encode_row(const cs_encoder *encoder, const double *const light[3], const double *surface,
                              const uint8_t background[3], int pixels, uint8_t *rgb)
{
    for (int i = 0; i < pixels; i += CS_WIDE) {
        int32_t bytes[3][CS_WIDE];
        // Behind the row stands whatever the kernels wrote there.
        cs_wide_mask hit = cs_wide_mask_and(cs_wide_greater_equal(cs_wide_load(surface + i), cs_wide_zero()),
                                            cs_wide_mask_first(pixels - i));
        for (int c = 0; c < 3; c++) {
            double inside[CS_WIDE];
            cs_wide_store(inside, cs_wide_select(hit, cs_wide_load(light[c] + i), cs_wide_zero()));
            encode_group(encoder, inside, bytes[c]);
        }
        unsigned lanes = cs_wide_mask_bits(hit);
        for (int k = 0; k < CS_WIDE && i + k < pixels; k++) {
            for (int c = 0; c < 3; c++) {
                rgb[3 * (i + k) + c] = lanes >> k & 1 ? (uint8_t)bytes[c][k] : background[c];
            }
        }
    }
}

void CS_WIDE_NAME(cs_resolve_row)(const cs_tile_pass *pass, const cs_tile_scratch *scratch, const cs_encoder *encoder,
                                  int row, int width, cs_vec3 light, const uint8_t background[3], uint8_t *rgb)
{
    int n = pass->grid->samples, first = row * n * CS_TILE_STRIDE, pixels = width / n;
    if (n == 1) {
        const double *const samples[3] = {scratch->color[0] + first, scratch->color[1] + first,
                                          scratch->color[2] + first};
        encode_row(encoder, samples, scratch->surface + first, background, pixels, rgb);
        return;
    }
    pixel_row sums;
    add_rows(scratch, first, n, width, light, &sums);
    add_columns(sums.surface, n, pixels, 1);
    for (int i = 0; i < pixels; i++) {
        sums.surface[i] = sums.surface[i] > 0 ? 1 : -1;
    }
    for (int c = 0; c < 3; c++) {
        add_columns(sums.light[c], n, pixels, 1.0 / (n * n));
    }
    const double *const means[3] = {sums.light[0], sums.light[1], sums.light[2]};
    encode_row(encoder, means, sums.surface, background, pixels, rgb);
}
