// SPDX-License-Identifier: MIT
//
// Binning in three parallel sweeps over fixed blocks of triangles: measure each triangle's box in tiles, count per
// block and tile, and after a running sum put every reference at its place. Within a tile the references ascend, so
// nothing depends on how the blocks were shared out.
#include "render/tile_bins.h"

/// Triangles a block, at least; there are at most MOST_BLOCKS blocks, because each keeps a count per tile.
#define LEAST_BLOCK 4096
#define MOST_BLOCKS 256

static const cs_tile_range NO_TILES = {1, 1, 0, 0};

typedef struct bin_job {
    cs_tile_bins *bins;
    const cs_draw_list *list;
    const cs_sample_grid *grid;
    uint32_t *counts; ///< [block][tile of the band]; after the running sum the place of the block's next reference
    int64_t block;    ///< triangles a block
    size_t tiles;
} bin_job;

static int64_t block_size(const cs_draw_list *list)
{
    int64_t size = list->triangle_count / MOST_BLOCKS + 1;
    return size > LEAST_BLOCK ? size : LEAST_BLOCK;
}

static int block_count(const cs_draw_list *list)
{
    return (int)((list->triangle_count + block_size(list) - 1) / block_size(list));
}

static inline double min3(double a, double b, double c)
{
    double least = a < b ? a : b;
    return least < c ? least : c;
}

static inline double max3(double a, double b, double c)
{
    double most = a > b ? a : b;
    return most > c ? most : c;
}

/// The tiles that a triangle's box of samples touches.
static inline cs_tile_range measure(const cs_sample_grid *grid, double per_unit, double per_tile, cs_vec3 a, cs_vec3 b,
                                    cs_vec3 c)
{
    // First sample with a position >= the least coordinate, last one with a position <= the greatest. Coordinates are
    // whole units, so that adding just less than one and cutting rounds up.
    const double almost_one = 1 - 1.0 / 4096;
    double x0 = (min3(a.x, b.x, c.x) - grid->highest) * per_unit, x1 = (max3(a.x, b.x, c.x) - grid->lowest) * per_unit;
    double y0 = (min3(a.y, b.y, c.y) - grid->highest) * per_unit, y1 = (max3(a.y, b.y, c.y) - grid->lowest) * per_unit;
    int left = (int)((x0 > 0 ? x0 : 0) + almost_one), right = (int)(x1 < grid->columns - 1 ? x1 : grid->columns - 1);
    int top = (int)((y0 > 0 ? y0 : 0) + almost_one), bottom = (int)(y1 < grid->rows - 1 ? y1 : grid->rows - 1);
    if (!((x1 >= 0) & (y1 >= 0) & (left <= right) & (top <= bottom))) {
        return NO_TILES;
    }
    return (cs_tile_range){(uint16_t)((left + 0.5) * per_tile), (uint16_t)((top + 0.5) * per_tile),
                           (uint16_t)((right + 0.5) * per_tile), (uint16_t)((bottom + 0.5) * per_tile)};
}

/// The samples of [0, count) that can lie between three coordinates (pixels); false when there are none.
static bool affine_range(double a, double b, double c, int samples, int count, int *first, int *last)
{
    double low = min3(a, b, c), high = max3(a, b, c), margin = (high - low) * CS_AFFINE_MARGIN;
    double from = floor((low - margin) * samples - 0.5), to = ceil((high + margin) * samples - 0.5);
    if (!(from < count && to >= 0)) {
        return false;
    }
    *first = from > 0 ? (int)from : 0;
    *last = to < count - 1 ? (int)to : count - 1;
    return true;
}

/// The same for a triangle that is drawn by the classic rule.
static cs_tile_range measure_affine(const cs_sample_grid *grid, double per_tile, cs_vec3 a, cs_vec3 b, cs_vec3 c)
{
    int left, right, top, bottom;
    if (!(a.z > 0 && b.z > 0 && c.z > 0) || !affine_range(a.x, b.x, c.x, grid->samples, grid->columns, &left, &right) ||
        !affine_range(a.y, b.y, c.y, grid->samples, grid->rows, &top, &bottom)) {
        return NO_TILES;
    }
    return (cs_tile_range){(uint16_t)((left + 0.5) * per_tile), (uint16_t)((top + 0.5) * per_tile),
                           (uint16_t)((right + 0.5) * per_tile), (uint16_t)((bottom + 0.5) * per_tile)};
}

static void measure_block(void *context, int block, int thread)
{
    (void)thread;
    const bin_job *job = context;
    int64_t lo = block * job->block, hi = lo + job->block;
    double per_unit = 1 / job->grid->scale, per_tile = 1.0 / job->bins->tile_samples;
    for (int i = 0; i < job->list->batch_count; i++) {
        const cs_draw_batch *batch = &job->list->batches[i];
        int64_t from = batch->first > lo ? batch->first : lo, to = batch->end < hi ? batch->end : hi;
        for (int64_t r = from; r < to; r++) {
            const cs_triangle *t = &batch->triangles[r - batch->first];
            cs_vec3 a = batch->screen[t->a], b = batch->screen[t->b], c = batch->screen[t->c];
            if (batch->cut && !(a.z > 0 && b.z > 0 && c.z > 0)) {
                job->bins->ranges[r] = NO_TILES;
                continue;
            }
            job->bins->ranges[r] = batch->affine ? measure_affine(job->grid, per_tile, a, b, c)
                                                 : measure(job->grid, per_unit, per_tile, a, b, c);
        }
    }
}

bool cs_tile_bins_measure(cs_tile_bins *bins, const cs_draw_list *list, const cs_sample_grid *grid,
                          const cs_compute *compute)
{
    int side = CS_TILE_SIDE / grid->samples;
    bins->tile_samples = side * grid->samples;
    bins->columns = (grid->columns + bins->tile_samples - 1) / bins->tile_samples;
    bins->rows = (grid->rows + bins->tile_samples - 1) / bins->tile_samples;
    bins->ranges = cs_buffer_reserve(&bins->range_buffer, (size_t)list->triangle_count, sizeof(*bins->ranges));
    if (!bins->ranges || list->triangle_count > UINT32_MAX) {
        return false;
    }
    bin_job job = {.bins = bins, .list = list, .grid = grid, .block = block_size(list)};
    cs_pool_run(compute->pool, block_count(list), measure_block, &job);
    return true;
}

/// Rows of a range that lie in the band.
static inline void band_rows(const cs_tile_bins *bins, cs_tile_range range, int *y0, int *y1)
{
    *y0 = range.y0 > bins->first_row ? range.y0 : bins->first_row;
    *y1 = range.y1 < bins->end_row - 1 ? range.y1 : bins->end_row - 1;
}

static void count_block(void *context, int block, int thread)
{
    (void)thread;
    const bin_job *job = context;
    const cs_tile_bins *bins = job->bins;
    uint32_t *counts = job->counts + (size_t)block * job->tiles;
    for (size_t i = 0; i < job->tiles; i++) {
        counts[i] = 0;
    }
    int64_t lo = block * job->block, end = job->list->triangle_count;
    for (int64_t r = lo; r < lo + job->block && r < end; r++) {
        cs_tile_range range = bins->ranges[r];
        int y0, y1;
        band_rows(bins, range, &y0, &y1);
        for (int y = y0; y <= y1; y++) {
            for (int x = range.x0; x <= range.x1; x++) {
                counts[(y - bins->first_row) * bins->columns + x]++;
            }
        }
    }
}

static void place_block(void *context, int block, int thread)
{
    (void)thread;
    const bin_job *job = context;
    const cs_tile_bins *bins = job->bins;
    uint32_t *places = job->counts + (size_t)block * job->tiles;
    int64_t lo = block * job->block, end = job->list->triangle_count;
    for (int64_t r = lo; r < lo + job->block && r < end; r++) {
        cs_tile_range range = bins->ranges[r];
        int y0, y1;
        band_rows(bins, range, &y0, &y1);
        for (int y = y0; y <= y1; y++) {
            for (int x = range.x0; x <= range.x1; x++) {
                bins->references[places[(y - bins->first_row) * bins->columns + x]++] = (uint32_t)r;
            }
        }
    }
}

/// Turns the counts into places, tile by tile and block by block; false when the sum does not fit.
static bool sum_counts(bin_job *job, int blocks, size_t *total)
{
    uint64_t sum = 0;
    for (size_t t = 0; t < job->tiles; t++) {
        job->bins->starts[t] = (uint32_t)sum;
        for (int b = 0; b < blocks; b++) {
            uint32_t *count = &job->counts[(size_t)b * job->tiles + t];
            uint32_t place = (uint32_t)sum;
            sum += *count;
            *count = place;
        }
    }
    job->bins->starts[job->tiles] = (uint32_t)sum;
    *total = (size_t)sum;
    return sum <= UINT32_MAX;
}

bool cs_tile_bins_sort(cs_tile_bins *bins, const cs_draw_list *list, int first_row, int end_row,
                       const cs_compute *compute)
{
    bins->first_row = first_row;
    bins->end_row = end_row;
    int blocks = block_count(list);
    bin_job job = {.bins = bins, .list = list, .block = block_size(list)};
    job.tiles = (size_t)(end_row - first_row) * (size_t)bins->columns;
    job.counts = cs_buffer_reserve(&bins->count_buffer, job.tiles * (size_t)blocks, sizeof(*job.counts));
    bins->starts = cs_buffer_reserve(&bins->start_buffer, job.tiles + 1, sizeof(*bins->starts));
    if (!job.counts || !bins->starts) {
        return false;
    }
    size_t total;
    cs_pool_run(compute->pool, blocks, count_block, &job);
    if (!sum_counts(&job, blocks, &total)) {
        return false;
    }
    bins->references = cs_buffer_reserve(&bins->reference_buffer, total, sizeof(*bins->references));
    if (!bins->references) {
        return false;
    }
    cs_pool_run(compute->pool, blocks, place_block, &job);
    return true;
}

void cs_tile_bins_free(cs_tile_bins *bins)
{
    cs_buffer_free(&bins->range_buffer);
    cs_buffer_free(&bins->count_buffer);
    cs_buffer_free(&bins->start_buffer);
    cs_buffer_free(&bins->reference_buffer);
}
