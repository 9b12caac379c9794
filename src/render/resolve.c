// SPDX-License-Identifier: MIT
//
// Averaging, encoding, id planes.
#include "render/resolve.h"

#include "image/image.h"

#include <string.h>

static uint8_t exact_byte(cs_encoding encoding, double value)
{
    return cs_tone_to_byte(encoding == CS_ENCODING_SRGB ? cs_srgb_encode(value) : value);
}

/// The next double above x > 0, or below it.
static double neighbour(double x, int step)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    bits += (uint64_t)step;
    memcpy(&x, &bits, sizeof(bits));
    return x;
}

void cs_encoder_make(cs_encoding encoding, cs_encoder *encoder)
{
    encoder->srgb = encoding == CS_ENCODING_SRGB;
    encoder->threshold[0] = -INFINITY;
    encoder->threshold[256] = INFINITY;
    for (int b = 1; b < 256; b++) {
        double edge = (b - 0.5) / 255, value = encoder->srgb ? cs_srgb_decode(edge) : edge;
        while (exact_byte(encoding, value) >= b) {
            value = neighbour(value, -1);
        }
        while (exact_byte(encoding, value) < b) {
            value = neighbour(value, 1);
        }
        encoder->threshold[b] = value;
    }
    int b = 0;
    for (int i = 0; i <= CS_ENCODER_CELLS; i++) {
        while ((double)i / CS_ENCODER_CELLS >= encoder->threshold[b + 1]) {
            b++;
        }
        encoder->start[i] = (uint8_t)b;
    }
}

static inline bool is_cloth(uint16_t id, int mesh_count)
{
    return id > 0 && id <= mesh_count;
}

void cs_resolve_ids(const uint16_t *ids, int stride, int n, int mesh_count, uint16_t *object, uint8_t *cloth)
{
    int samples = n * n, same = 0, cloths = 0;
    for (int i = 0; i < samples; i++) {
        uint16_t id = ids[i / n * stride + i % n];
        same += id == ids[0];
        cloths += is_cloth(id, mesh_count);
    }
    *cloth = 2 * cloths >= samples;
    *object = same == samples ? ids[0] : 0;
    for (int i = 0; same < samples && i < samples; i++) {
        uint16_t id = ids[i / n * stride + i % n];
        int count = 0;
        for (int k = 0; id > 0 && (*object == 0 || id < *object) && k < samples; k++) {
            count += ids[k / n * stride + k % n] == id;
        }
        if (2 * count >= samples) {
            *object = id;
        }
    }
}

/// Index of the first pixel of a tile's pixel row.
static inline size_t pixel_index(const cs_tile_pass *pass, const cs_tile *tile, const cs_image *image, int row)
{
    int n = pass->grid->samples;
    return (size_t)(tile->first_pixel_row + row) * (size_t)image->width + (size_t)(tile->x / n);
}

/// The id planes of a row with one sample a pixel.
static void copy_ids(const uint16_t *ids, int pixels, int mesh_count, uint16_t *objects, uint8_t *cloth)
{
    uint16_t last_cloth = (uint16_t)(mesh_count < UINT16_MAX ? mesh_count : UINT16_MAX);
    memcpy(objects, ids, (size_t)pixels * sizeof(*ids));
    for (int i = 0; i < pixels; i++) {
        cloth[i] = (uint16_t)(ids[i] - 1) < last_cloth;
    }
}

void cs_resolve_tile(const cs_tile_pass *pass, const cs_tile *tile, const cs_tile_scratch *scratch,
                     const cs_encoder *encoder, const cs_background *background, int mesh_count,
                     cs_resolve_row_function *resolve_row, const cs_image *image, uint8_t *rgb)
{
    int n = pass->grid->samples, pixels = tile->width / n;
    for (int row = 0; row < tile->height / n; row++) {
        int py = tile->first_pixel_row + row;
        size_t first = pixel_index(pass, tile, image, row);
        const uint16_t *ids = scratch->ids + row * n * CS_TILE_STRIDE;
        resolve_row(pass, scratch, encoder, row, tile->width, background->light[py], background->rgb[py],
                    rgb + 3 * first);
        if (n == 1) {
            copy_ids(ids, pixels, mesh_count, image->objects + first, image->cloth + first);
            continue;
        }
        for (int i = 0; i < pixels; i++) {
            cs_resolve_ids(ids + i * n, CS_TILE_STRIDE, n, mesh_count, &image->objects[first + (size_t)i],
                           &image->cloth[first + (size_t)i]);
        }
    }
}

void cs_resolve_empty(const cs_tile_pass *pass, const cs_tile *tile, const cs_background *background,
                      const cs_image *image, uint8_t *rgb)
{
    int n = pass->grid->samples;
    size_t pixels = (size_t)(tile->width / n);
    for (int row = 0; row < tile->height / n; row++) {
        size_t first = pixel_index(pass, tile, image, row);
        uint8_t line[3 * CS_TILE_SIDE];
        for (size_t i = 0; i < 3 * pixels; i += 3) {
            memcpy(line + i, background->rgb[tile->first_pixel_row + row], 3);
        }
        memcpy(rgb + 3 * first, line, 3 * pixels);
        memset(image->objects + first, 0, pixels * sizeof(*image->objects));
        memset(image->cloth + first, 0, pixels);
    }
}

void cs_resolve_bake(const cs_tile_pass *pass, const cs_tile *tile, const cs_background *background, bool empty,
                     cs_tile_scratch *scratch)
{
    for (int y = 0; y < tile->height; y++) {
        cs_vec3 light = background->light[tile->first_pixel_row + y / pass->grid->samples];
        for (int x = 0; x < tile->width; x++) {
            int at = y * CS_TILE_STRIDE + x;
            if (empty || scratch->surface[at] < 0) {
                scratch->color[0][at] = light.x;
                scratch->color[1][at] = light.y;
                scratch->color[2][at] = light.z;
            }
        }
    }
}

void cs_resolve_overlay(const cs_tile_pass *pass, const cs_tile *tile, const cs_tile_scratch *scratch,
                        const cs_encoder *encoder, const cs_image *image, uint8_t *rgb)
{
    int n = pass->grid->samples;
    double share = 1.0 / (n * n);
    for (int row = 0; row < tile->height / n; row++) {
        size_t first = pixel_index(pass, tile, image, row);
        for (int i = 0; i < tile->width / n; i++) {
            int at = row * n * CS_TILE_STRIDE + i * n, covered = 0;
            double sum[3] = {0, 0, 0};
            for (int k = 0; k < n * n; k++) {
                int s = at + k / n * CS_TILE_STRIDE + k % n;
                covered += scratch->surface[s] >= 0;
                for (int c = 0; c < 3; c++) {
                    sum[c] += scratch->color[c][s];
                }
            }
            for (int c = 0; covered > 0 && c < 3; c++) {
                rgb[3 * (first + (size_t)i) + (size_t)c] = cs_encoder_byte(encoder, sum[c] * share);
            }
        }
    }
}
