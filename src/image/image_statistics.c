// SPDX-License-Identifier: MIT
//
// What a mask covers in a picture: coverage, mean colour, bounding box, centroid and an 8 x 8 grid of coverages.
// All sums are integers, so no order of additions can change a digit.
#include "image/image.h"

#include <stdint.h>
#include <string.h>

/// Sums over the masked pixels of a stretch of a row; a row is short enough for 32 bits.
typedef struct stretch_sums {
    uint32_t pixels, x, color[3];
    int first, last; ///< -1 when the stretch is empty
} stretch_sums;

/// The first x in [x, end) whose mask byte is not 0, or `end`; masks are empty for the most part.
static int skip_unmasked(const uint8_t *mask, int x, int end)
{
    uint64_t eight;
    for (; x + 8 <= end; x += 8) {
        memcpy(&eight, mask + x, sizeof eight);
        if (eight != 0)
            break;
    }
    while (x < end && !mask[x])
        x++;
    return x;
}

static stretch_sums sum_stretch(const uint8_t *rgb, const uint8_t *mask, int begin, int end)
{
    stretch_sums sums = {.first = -1, .last = -1};
    for (int x = skip_unmasked(mask, begin, end); x < end; x = skip_unmasked(mask, x + 1, end)) {
        if (sums.first < 0)
            sums.first = x;
        sums.last = x;
        sums.pixels++;
        sums.x += (uint32_t)x;
        for (int c = 0; c < 3; c++)
            sums.color[c] += rgb[3 * x + c];
    }
    return sums;
}

static int64_t tile_pixels(int width, int height, int row, int column)
{
    return (int64_t)(cs_tile_start(width, column + 1) - cs_tile_start(width, column)) *
           (cs_tile_start(height, row + 1) - cs_tile_start(height, row));
}

/// Sums over the whole picture.
typedef struct picture_sums {
    int64_t pixels, x, y, color[3], tiles[CS_TILES][CS_TILES];
    int bbox[4];
} picture_sums;

static void add_stretch(picture_sums *sums, const stretch_sums *stretch, int y, int64_t *tile)
{
    if (stretch->pixels == 0)
        return;
    sums->pixels += stretch->pixels;
    sums->x += stretch->x;
    sums->y += (int64_t)stretch->pixels * y;
    for (int c = 0; c < 3; c++)
        sums->color[c] += stretch->color[c];
    *tile += stretch->pixels;
    sums->bbox[0] = stretch->first < sums->bbox[0] ? stretch->first : sums->bbox[0];
    sums->bbox[1] = sums->bbox[1] < 0 ? y : sums->bbox[1];
    sums->bbox[2] = stretch->last > sums->bbox[2] ? stretch->last : sums->bbox[2];
    sums->bbox[3] = y;
}

void cs_image_statistics_of(int width, int height, const uint8_t *rgb, const uint8_t *mask,
                            cs_image_statistics *statistics)
{
    picture_sums sums = {.bbox = {width, -1, -1, -1}};
    int edges[CS_TILES + 1];
    for (int i = 0; i <= CS_TILES; i++)
        edges[i] = cs_tile_start(width, i);
    for (int y = 0; y < height; y++) {
        size_t start = (size_t)y * (size_t)width;
        int64_t *tiles = sums.tiles[(int64_t)y * CS_TILES / height];
        for (int i = 0; i < CS_TILES; i++) {
            stretch_sums stretch = sum_stretch(rgb + 3 * start, mask + start, edges[i], edges[i + 1]);
            add_stretch(&sums, &stretch, y, &tiles[i]);
        }
    }

    memset(statistics, 0, sizeof *statistics);
    statistics->pixels = sums.pixels;
    statistics->fraction = (double)sums.pixels / ((double)width * (double)height);
    if (sums.pixels == 0)
        return;
    for (int c = 0; c < 3; c++)
        statistics->mean_color[c] = (double)sums.color[c] / (double)sums.pixels;
    memcpy(statistics->bbox, sums.bbox, sizeof sums.bbox);
    statistics->centroid[0] = (double)sums.x / (double)sums.pixels;
    statistics->centroid[1] = (double)sums.y / (double)sums.pixels;
    for (int r = 0; r < CS_TILES; r++)
        for (int c = 0; c < CS_TILES; c++) {
            int64_t all = tile_pixels(width, height, r, c);
            statistics->tiles[r][c] = all > 0 ? (double)sums.tiles[r][c] / (double)all : 0;
        }
}
