// SPDX-License-Identifier: MIT
//
// Drawing one tile of a picture from the first triangle to the last byte, with the kernels of one vector width.
#ifndef CS_RENDER_TILE_JOB_H
#define CS_RENDER_TILE_JOB_H

#include "render/resolve.h"

/// One draw list with its tiles.
typedef struct cs_layer {
    cs_draw_list list;
    cs_tile_bins bins;
    cs_tile_pass pass;
} cs_layer;

typedef struct cs_tile_kernels {
    cs_tile_clear_function *clear;
    cs_tile_draw_function *draw_affine, *draw_triangles;
    cs_tile_solid_function *draw_solid, *shade_solid;
    cs_tile_shade_function *shade_affine, *shade_batch;
    cs_resolve_row_function *resolve_row;
} cs_tile_kernels;

cs_tile_kernels cs_tile_kernels_choose(cs_simd simd);

/// What the tiles of a picture need. Planes and `shaded` are written, and `rgb` when that is another buffer; then
/// `overlay` is drawn over it (NULL: rgb is left a copy).
typedef struct cs_tile_job {
    const cs_layer *scene, *overlay;
    const cs_image *image;
    uint8_t *shaded, *rgb;
    const cs_encoder *encoder;
    const cs_background *background;
    const cs_tile_kernels *kernels;
    int mesh_count;
    bool affine;              ///< meshes are drawn by the classic rule
    int first_row;            ///< of tiles, of the band that is sorted now
    cs_tile_scratch *scratch; ///< one a thread
} cs_tile_job;

/// A cs_pool_function over the tiles of the band, row by row; the context is the job.
void cs_tile_job_run(void *context, int block, int thread);

#endif
