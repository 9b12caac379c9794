// SPDX-License-Identifier: MIT
//
// Which triangles touch which tile of the picture.
#ifndef CS_RENDER_TILE_BINS_H
#define CS_RENDER_TILE_BINS_H

#include "render/draw_list.h"

/// A tile has at most this many samples a side.
#define CS_TILE_SIDE 64

/// First and last tile, inclusive, across and down; x0 > x1 for a triangle that covers no sample.
typedef struct cs_tile_range {
    uint16_t x0, y0, x1, y1;
} cs_tile_range;

typedef struct cs_tile_bins {
    int tile_samples;       ///< per side
    int columns, rows;      ///< tiles of the whole picture
    int first_row, end_row; ///< of the band that is sorted now
    cs_tile_range *ranges;  ///< of every triangle of the draw list
    uint32_t *starts;     ///< tile t of the band (row-major) holds references[starts[t]] ... references[starts[t+1]-1]
    uint32_t *references; ///< ascending within a tile
    cs_buffer range_buffer, count_buffer, start_buffer, reference_buffer;
} cs_tile_bins;

/// Finds the tiles of every triangle. False: no memory.
bool cs_tile_bins_measure(cs_tile_bins *bins, const cs_draw_list *list, const cs_sample_grid *grid,
                          const cs_compute *compute);
/// Sorts the triangles into the tiles of rows [first_row, end_row). False: no memory.
bool cs_tile_bins_sort(cs_tile_bins *bins, const cs_draw_list *list, int first_row, int end_row,
                       const cs_compute *compute);
void cs_tile_bins_free(cs_tile_bins *bins);

#endif
