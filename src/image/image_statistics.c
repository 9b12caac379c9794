// SPDX-License-Identifier: MIT
//
// What a mask covers in a picture: coverage, mean colour, bounding box, centroid and an 8 x 8 grid of coverages.
// All sums are integers, so no order of additions can change a digit.
#include <clothsim/image.h>

#include <string.h>

/// Sums over the masked pixels of one row.
typedef struct row_sums {
    int64_t pixels, x, color[3];
    int first, last; ///< -1 when the row is empty
} row_sums;

static row_sums sum_row(int width, const uint8_t *rgb, const uint8_t *mask, int64_t tiles[CS_TILES])
{
    row_sums row = {.first = -1, .last = -1};
    for (int x = 0; x < width; x++) {
        if (!mask[x])
            continue;
        if (row.first < 0)
            row.first = x;
        row.last = x;
        row.pixels++;
        row.x += x;
        for (int c = 0; c < 3; c++)
            row.color[c] += rgb[3 * x + c];
        tiles[x * CS_TILES / width]++;
    }
    return row;
}

/// The first pixel of tile i: the smallest x with x * CS_TILES / side = i.
static int64_t tile_start(int64_t side, int64_t i)
{
    return (i * side + CS_TILES - 1) / CS_TILES;
}

static int64_t tile_pixels(int width, int height, int row, int column)
{
    return (tile_start(width, column + 1) - tile_start(width, column)) *
           (tile_start(height, row + 1) - tile_start(height, row));
}

void cs_image_statistics_of(int width, int height, const uint8_t *rgb, const uint8_t *mask,
                            cs_image_statistics *statistics)
{
    int64_t pixels = 0, sum_x = 0, sum_y = 0, color[3] = {0}, tiles[CS_TILES][CS_TILES] = {{0}};
    int bbox[4] = {width, -1, -1, -1};
    for (int y = 0; y < height; y++) {
        size_t start = (size_t)y * (size_t)width;
        row_sums row = sum_row(width, rgb + 3 * start, mask + start, tiles[y * CS_TILES / height]);
        if (row.pixels == 0)
            continue;
        pixels += row.pixels;
        sum_x += row.x;
        sum_y += row.pixels * y;
        for (int c = 0; c < 3; c++)
            color[c] += row.color[c];
        bbox[0] = row.first < bbox[0] ? row.first : bbox[0];
        bbox[1] = bbox[1] < 0 ? y : bbox[1];
        bbox[2] = row.last > bbox[2] ? row.last : bbox[2];
        bbox[3] = y;
    }

    memset(statistics, 0, sizeof *statistics);
    statistics->pixels = pixels;
    statistics->fraction = (double)pixels / ((double)width * (double)height);
    if (pixels == 0)
        return;
    for (int c = 0; c < 3; c++)
        statistics->mean_color[c] = (double)color[c] / (double)pixels;
    memcpy(statistics->bbox, bbox, sizeof bbox);
    statistics->centroid[0] = (double)sum_x / (double)pixels;
    statistics->centroid[1] = (double)sum_y / (double)pixels;
    for (int r = 0; r < CS_TILES; r++)
        for (int c = 0; c < CS_TILES; c++) {
            int64_t all = tile_pixels(width, height, r, c);
            statistics->tiles[r][c] = all > 0 ? (double)tiles[r][c] / (double)all : 0;
        }
}
