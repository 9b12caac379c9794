// SPDX-License-Identifier: MIT
//
// Averaging, encoding, id planes.
#include "render/resolve.h"

#include "image/image.h"

static uint8_t exact_byte(cs_encoding encoding, double value)
{
    return cs_tone_to_byte(encoding == CS_ENCODING_SRGB ? cs_srgb_encode(value) : value);
}

void cs_encoder_make(cs_encoding encoding, cs_encoder *encoder)
{
    encoder->srgb = encoding == CS_ENCODING_SRGB;
    encoder->threshold[0] = -INFINITY;
    encoder->threshold[256] = INFINITY;
    for (int b = 1; b < 256; b++) {
        double edge = (b - 0.5) / 255, value = encoder->srgb ? cs_srgb_decode(edge) : edge;
        while (exact_byte(encoding, value) >= b) {
            value = nextafter(value, -1);
        }
        while (exact_byte(encoding, value) < b) {
            value = nextafter(value, 2);
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

/// One pixel row of a tile: sums over the rows of samples in it, column by column.
typedef struct row_sums {
    double color[3][CS_TILE_SIDE];
    double covered[CS_TILE_SIDE];
} row_sums;

static void add_rows(const cs_tile_pass *pass, const cs_tile_scratch *scratch, int y, int width, cs_vec3 background,
                     row_sums *sums)
{
    const double beneath[3] = {background.x, background.y, background.z};
    for (int k = 0; k < pass->grid->samples; k++) {
        const double *surface = scratch->surface + (y + k) * CS_TILE_STRIDE;
        for (int x = 0; x < width; x++) {
            sums->covered[x] = (k ? sums->covered[x] : 0) + (surface[x] >= 0 ? 1 : 0);
        }
        for (int c = 0; c < 3; c++) {
            const double *color = scratch->color[c] + (y + k) * CS_TILE_STRIDE;
            for (int x = 0; x < width; x++) {
                sums->color[c][x] = (k ? sums->color[c][x] : 0) + (surface[x] >= 0 ? color[x] : beneath[c]);
            }
        }
    }
}

static inline double add_columns(const double *sums, int n)
{
    double sum = sums[0];
    for (int i = 1; i < n; i++) {
        sum += sums[i];
    }
    return sum;
}

/// Index of the first pixel of a tile's pixel row.
static inline size_t pixel_index(const cs_tile_pass *pass, const cs_tile *tile, const cs_image *image, int row)
{
    int n = pass->grid->samples;
    return (size_t)(tile->first_pixel_row + row) * (size_t)image->width + (size_t)(tile->x / n);
}

void cs_resolve_tile(const cs_tile_pass *pass, const cs_tile *tile, const cs_tile_scratch *scratch,
                     const cs_encoder *encoder, const cs_background *background, int mesh_count, const cs_image *image,
                     uint8_t *rgb)
{
    int n = pass->grid->samples, pixels = tile->width / n;
    double share = 1.0 / (n * n);
    for (int row = 0; row < tile->height / n; row++) {
        row_sums sums;
        int py = tile->first_pixel_row + row;
        size_t first = pixel_index(pass, tile, image, row);
        add_rows(pass, scratch, row * n, tile->width, background->light[py], &sums);
        for (int i = 0; i < pixels; i++) {
            uint8_t *pixel = rgb + 3 * (first + (size_t)i);
            bool empty = !(add_columns(sums.covered + i * n, n) > 0);
            for (int c = 0; c < 3; c++) {
                pixel[c] = empty ? background->rgb[py][c]
                                 : cs_encoder_byte(encoder, add_columns(sums.color[c] + i * n, n) * share);
            }
        }
        for (int i = 0; i < pixels; i++) {
            size_t p = first + (size_t)i;
            cs_resolve_ids(scratch->ids + row * n * CS_TILE_STRIDE + i * n, CS_TILE_STRIDE, n, mesh_count,
                           &image->objects[p], &image->cloth[p]);
        }
    }
}

void cs_resolve_empty(const cs_tile_pass *pass, const cs_tile *tile, const cs_background *background,
                      const cs_image *image, uint8_t *rgb)
{
    int n = pass->grid->samples;
    for (int row = 0; row < tile->height / n; row++) {
        size_t first = pixel_index(pass, tile, image, row);
        const uint8_t *color = background->rgb[tile->first_pixel_row + row];
        for (size_t p = first; p < first + (size_t)(tile->width / n); p++) {
            rgb[3 * p] = color[0];
            rgb[3 * p + 1] = color[1];
            rgb[3 * p + 2] = color[2];
            image->objects[p] = 0;
            image->cloth[p] = 0;
        }
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
