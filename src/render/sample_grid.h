// SPDX-License-Identifier: MIT
//
// Where the picture is sampled. A pixel has n x n samples; each row of samples is shifted a little
// to the side and each column a little down, so that no two samples of a pixel share an x or a y and a nearly upright
// or level edge still has n^2 shades (the n-rooks property of multi-jittered samples: P. Shirley, 1991). Positions are
// whole numbers of a fixed-point grid, so that coverage is decided exactly.
#ifndef CS_RENDER_SAMPLE_GRID_H
#define CS_RENDER_SAMPLE_GRID_H

#include "math/math.h"

/// Screen vertices lie within +-CS_GUARD fixed-point units: differences of two fit 26 bits, an edge function is the sum
/// of two products of such differences, and so every one is an exact double.
#define CS_GUARD 33554432.0
/// The picture itself lies within this many units.
#define CS_GRID_EXTENT 16777216.0
#define CS_MAX_SAMPLES 16

typedef struct cs_sample_grid {
    int samples;       ///< n, per side of a pixel
    int columns, rows; ///< samples across and down the picture
    double scale;      ///< fixed-point units per sample: 256, less only in pictures with more than 65536 samples a side
    double shift_x[CS_MAX_SAMPLES]; ///< position in units of a sample in its cell: x by row, y by column within the
    double shift_y[CS_MAX_SAMPLES]; ///< pixel
    double lowest, highest;         ///< least and greatest of the shifts
    double pixel_units;             ///< units per pixel
} cs_sample_grid;

/// `regular`: the samples of a pixel stand in straight rows and columns, as the classic pipeline has them.
static inline cs_sample_grid cs_sample_grid_make(int width, int height, int samples, bool regular)
{
    cs_sample_grid grid = {.samples = samples, .columns = width * samples, .rows = height * samples, .scale = 256};
    double longest = grid.columns > grid.rows ? grid.columns : grid.rows;
    while (longest * grid.scale > CS_GRID_EXTENT) {
        grid.scale /= 2;
    }
    for (int i = 0; i < samples; i++) {
        grid.shift_x[i] = grid.shift_y[i] = regular ? grid.scale / 2 : floor(grid.scale * (i + 0.5) / samples);
    }
    grid.lowest = grid.shift_x[0];
    grid.highest = grid.shift_x[samples - 1];
    grid.pixel_units = grid.scale * samples;
    return grid;
}

#endif
