// SPDX-License-Identifier: MIT
//
// A tile of the standard pipeline: which surface shows at each of its samples, and the light that comes from there.
// Tiles are independent of each other; one scratch a thread.
#ifndef CS_RENDER_TILE_H
#define CS_RENDER_TILE_H

#include "math/wide_choice.h"
#include "render/solids.h"
#include "render/tile_bins.h"

/// A row of a tile in the scratch: the kernels may write a vector beyond the last sample.
#define CS_TILE_STRIDE  (CS_TILE_SIDE + 8)
#define CS_TILE_SAMPLES (CS_TILE_SIDE * CS_TILE_STRIDE)

/// `surface` values of a sample: nothing, or from here on solid number i.
#define CS_NO_SURFACE (-1.0)
#define CS_SOLID_BASE 4294967296.0

/// A light as the shading kernel meets it: `vector` points to it, from the eye (point) or from anywhere (directional).
typedef struct cs_tile_light {
    bool directional;
    cs_vec3 vector;
    cs_vec3 color;
} cs_tile_light;

/// What all tiles of a picture share.
typedef struct cs_tile_pass {
    const cs_sample_grid *grid;
    const cs_draw_list *list;
    const cs_tile_bins *bins;
    const cs_solid *solids;
    int solid_count;
    const cs_tile_light *lights;
    int light_count;
    cs_view view;
    double u_scale, u_offset, v_scale, v_offset; ///< u = X u_scale + u_offset: the direction forward + u right + v up
    bool aces;
    const cs_vec3 *background; ///< of each pixel row, display-linear
    bool decode;               ///< display values are sRGB
} cs_tile_pass;

typedef struct cs_tile {
    int x, y;          ///< first sample
    int width, height; ///< samples
    int first_pixel_row;
    const uint32_t *references; ///< triangles, ascending
    size_t reference_count;
} cs_tile;

/// Arrays of CS_TILE_SAMPLES, row by row with CS_TILE_STRIDE.
typedef struct cs_tile_scratch {
    _Alignas(64) double inverse_z[CS_TILE_SAMPLES]; ///< 1 / distance along the view, 0 where nothing shows
    _Alignas(64) double surface[CS_TILE_SAMPLES];   ///< reference of the triangle, CS_SOLID_BASE + i or CS_NO_SURFACE
    _Alignas(64) double color[3][CS_TILE_SAMPLES];  ///< display-linear, in [0, 1]; only where a surface shows.
    ///< Between visibility and shading the weights of a triangle's corners: edge function times 1/z, negative where its
    ///< back is seen
    uint16_t ids[CS_TILE_SAMPLES];
    double column[CS_TILE_STRIDE]; ///< units from the tile's edge
    double shift[CS_TILE_STRIDE];  ///< downward shift of the column's samples, units
} cs_tile_scratch;

/// Fills inverse_z and surface. True when anything shows.
typedef bool cs_visibility_function(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch);
CS_WIDE_DECLARE(cs_visibility_function, cs_tile_visibility);

/// Fills color where a surface shows, and ids (0 where none does).
typedef void cs_shading_function(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch);
CS_WIDE_DECLARE(cs_shading_function, cs_tile_shading);

#endif
