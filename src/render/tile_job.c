// SPDX-License-Identifier: MIT
//
// A tile finds what shows, lights it and writes its pixels, without a sample ever leaving the cache. Overlays are a
// second layer over the same tiles.
#include "render/tile_job.h"

#include <string.h>

cs_tile_kernels cs_tile_kernels_choose(cs_simd simd)
{
    static cs_tile_clear_function *const clear[] = CS_WIDE_TABLE(cs_tile_clear);
    static cs_tile_draw_function *const draw_affine[] = CS_WIDE_TABLE(cs_tile_draw_affine);
    static cs_tile_draw_function *const draw_triangles[] = CS_WIDE_TABLE(cs_tile_draw_triangles);
    static cs_tile_solid_function *const draw_solid[] = CS_WIDE_TABLE(cs_tile_draw_solid);
    static cs_tile_solid_function *const shade_solid[] = CS_WIDE_TABLE(cs_tile_shade_solid);
    static cs_tile_shade_function *const shade_affine[] = CS_WIDE_TABLE(cs_tile_shade_affine);
    static cs_tile_shade_function *const shade_batch[] = CS_WIDE_TABLE(cs_tile_shade_batch);
    static cs_resolve_row_function *const resolve_row[] = CS_WIDE_TABLE(cs_resolve_row);
    return (cs_tile_kernels){.clear = clear[simd],
                             .draw_affine = draw_affine[simd],
                             .draw_triangles = draw_triangles[simd],
                             .draw_solid = draw_solid[simd],
                             .shade_solid = shade_solid[simd],
                             .shade_affine = shade_affine[simd],
                             .shade_batch = shade_batch[simd],
                             .resolve_row = resolve_row[simd]};
}

static cs_tile tile_of(const cs_layer *layer, int column, int row)
{
    const cs_tile_bins *bins = &layer->bins;
    const cs_sample_grid *grid = layer->pass.grid;
    int size = bins->tile_samples;
    cs_tile tile = {.x = column * size, .y = row * size};
    tile.width = tile.x + size < grid->columns ? size : grid->columns - tile.x;
    tile.height = tile.y + size < grid->rows ? size : grid->rows - tile.y;
    tile.first_pixel_row = tile.y / grid->samples;
    if (bins->references) {
        size_t index = (size_t)(row - bins->first_row) * (size_t)bins->columns + (size_t)column;
        tile.references = bins->references + bins->starts[index];
        tile.reference_count = bins->starts[index + 1] - bins->starts[index];
    }
    return tile;
}

static void copy_tile(const cs_tile *tile, int samples, int image_width, const uint8_t *from, uint8_t *to)
{
    size_t bytes = 3 * (size_t)(tile->width / samples);
    for (int row = 0; row < tile->height / samples; row++) {
        size_t at = 3 * ((size_t)(tile->first_pixel_row + row) * (size_t)image_width + (size_t)(tile->x / samples));
        memcpy(to + at, from + at, bytes);
    }
}

/// Whether a solid can show in the tile.
static bool touches(const cs_tile_pass *pass, const cs_tile *tile, const cs_solid *solid)
{
    if (solid->kind == CS_SHAPE_GROUND) {
        return true;
    }
    double scale = pass->grid->scale;
    double u0 = tile->x * scale * pass->u_scale + pass->u_offset,
           u1 = (tile->x + tile->width) * scale * pass->u_scale + pass->u_offset;
    double v0 = tile->y * scale * pass->v_scale + pass->v_offset,
           v1 = (tile->y + tile->height) * scale * pass->v_scale + pass->v_offset;
    return u0 <= solid->u_max && u1 >= solid->u_min && v1 <= solid->v_max && v0 >= solid->v_min;
}

/// Finds what shows at the samples of a tile; false when nothing can.
static bool find_visible(const cs_tile_job *job, const cs_tile_pass *pass, const cs_tile *tile,
                         cs_tile_scratch *scratch)
{
    bool any = tile->reference_count > 0;
    for (int i = 0; i < pass->solid_count; i++) {
        any |= touches(pass, tile, &pass->solids[i]);
    }
    if (!any) {
        return false;
    }
    job->kernels->clear(pass, tile, scratch);
    if (job->affine) {
        job->kernels->draw_affine(pass, tile, scratch);
    }
    job->kernels->draw_triangles(pass, tile, scratch);
    for (int i = 0; i < pass->solid_count; i++) {
        if (touches(pass, tile, &pass->solids[i])) {
            job->kernels->draw_solid(pass, tile, i, scratch);
        }
    }
    return true;
}

/// Lights what shows.
static void shade_visible(const cs_tile_job *job, const cs_tile_pass *pass, const cs_tile *tile,
                          cs_tile_scratch *scratch)
{
    memset(scratch->ids, 0, (size_t)tile->height * CS_TILE_STRIDE * sizeof(*scratch->ids));
    size_t next = 0;
    for (int b = 0; b < pass->list->batch_count && next < tile->reference_count; b++) {
        const cs_draw_batch *batch = &pass->list->batches[b];
        if (tile->references[next] >= batch->end) {
            continue;
        }
        (batch->affine ? job->kernels->shade_affine : job->kernels->shade_batch)(pass, tile, batch, scratch);
        while (next < tile->reference_count && tile->references[next] < batch->end) {
            next++;
        }
    }
    for (int i = 0; i < pass->solid_count; i++) {
        if (touches(pass, tile, &pass->solids[i])) {
            job->kernels->shade_solid(pass, tile, i, scratch);
        }
    }
}

static void draw_overlay(const cs_tile_job *job, const cs_tile *base, int column, int row, bool empty,
                         cs_tile_scratch *scratch)
{
    copy_tile(base, job->scene->pass.grid->samples, job->image->width, job->shaded, job->rgb);
    if (!job->overlay) {
        return;
    }
    const cs_tile_pass *pass = &job->overlay->pass;
    cs_tile tile = tile_of(job->overlay, column, row);
    if (tile.reference_count > 0) {
        cs_resolve_bake(pass, &tile, job->background, empty, scratch);
        find_visible(job, pass, &tile, scratch);
        shade_visible(job, pass, &tile, scratch);
        cs_resolve_overlay(pass, &tile, scratch, job->encoder, job->image, job->rgb);
    }
}

void cs_tile_job_run(void *context, int block, int thread)
{
    const cs_tile_job *job = context;
    const cs_layer *scene = job->scene;
    int column = block % scene->bins.columns, row = job->first_row + block / scene->bins.columns;
    cs_tile_scratch *scratch = &job->scratch[thread];
    cs_tile tile = tile_of(scene, column, row);
    bool shows = find_visible(job, &scene->pass, &tile, scratch);
    if (shows) {
        shade_visible(job, &scene->pass, &tile, scratch);
        cs_resolve_tile(&scene->pass, &tile, scratch, job->encoder, job->background, job->mesh_count,
                        job->kernels->resolve_row, job->image, job->shaded);
    } else {
        cs_resolve_empty(&scene->pass, &tile, job->background, job->image, job->shaded);
    }
    if (job->shaded != job->rgb) {
        draw_overlay(job, &tile, column, row, !shows, scratch);
    }
}
