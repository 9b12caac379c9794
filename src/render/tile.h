// SPDX-License-Identifier: MIT
//
// A tile of the picture: which surface shows at each of its samples, and the light that comes from there.
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

/// The cosine between mirrored light and eye below which a highlight is fainter than 2^-40 and counts as none: no byte
/// can show it, and most of a cloth is spared the power.
static inline double cs_faint_mirror(const cs_surface *surface)
{
    return surface->shininess > 0 ? cs_pow(2, -40 / surface->shininess) : 0;
}

/// What all tiles of a picture share.
typedef struct cs_tile_pass {
    const cs_sample_grid *grid;
    const cs_scene *scene;
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
    double pixel[CS_TILE_STRIDE];  ///< of a regular grid: picture coordinate of the column's samples
    double shift[CS_TILE_STRIDE];  ///< downward shift of the column's samples, units
} cs_tile_scratch;

/// Nothing shows yet; where the samples' columns lie.
typedef void cs_tile_clear_function(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch);
CS_WIDE_DECLARE(cs_tile_clear_function, cs_tile_clear);

/// Draw into inverse_z, surface and (weights) color: the tile's triangles, those of affine batches by the classic rule
/// and the others; a solid. The classic ones come first.
typedef void cs_tile_draw_function(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch);
CS_WIDE_DECLARE(cs_tile_draw_function, cs_tile_draw_affine);
CS_WIDE_DECLARE(cs_tile_draw_function, cs_tile_draw_triangles);
typedef void cs_tile_solid_function(const cs_tile_pass *pass, const cs_tile *tile, int index, cs_tile_scratch *scratch);
CS_WIDE_DECLARE(cs_tile_solid_function, cs_tile_draw_solid);

/// Fill color and ids where a batch or a solid shows.
typedef void cs_tile_shade_function(const cs_tile_pass *pass, const cs_tile *tile, const cs_draw_batch *batch,
                                    cs_tile_scratch *scratch);
CS_WIDE_DECLARE(cs_tile_shade_function, cs_tile_shade_affine);
CS_WIDE_DECLARE(cs_tile_shade_function, cs_tile_shade_batch);
CS_WIDE_DECLARE(cs_tile_solid_function, cs_tile_shade_solid);

#endif
