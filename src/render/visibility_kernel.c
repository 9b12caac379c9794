// SPDX-License-Identifier: MIT
//
// Which surface shows at each sample of a tile. Coverage by edge functions (J. Pineda, "A parallel algorithm for
// polygon rasterization", 1988) on whole-numbered coordinates, so that it is exact, with the top-left rule: a sample
// on an edge belongs to the triangle to the right of it or below it, so two triangles that share an edge share no
// sample. Depth is 1/z, which is linear on the screen; the nearer wins and among equals the first.
#include "math/wide.h"
#include "render/tile.h"

/// Triangles made ready for a tile, one a lane. Edge i lies opposite to corner i: E = a X + b Y + c, positive inside; a
/// sample belongs to the inner side when E >= least.
typedef struct setups {
    double a[3][CS_WIDE], b[3][CS_WIDE], c[3][CS_WIDE], least[3][CS_WIDE];
    double depth[3][CS_WIDE];                                   ///< 1/z of the corner, negative when the back is seen
    double inverse[CS_WIDE];                                    ///< 1 / twice the area, likewise
    int32_t x0[CS_WIDE], y0[CS_WIDE], x1[CS_WIDE], y1[CS_WIDE]; ///< samples of the tile, inclusive
} setups;

typedef struct corner {
    cs_wide x, y, z;
} corner;

static inline corner corner_make(const cs_vec3 *screen, const int32_t *index, double x, double y)
{
    return (corner){cs_wide_gather(&screen->x, index) - x, cs_wide_gather(&screen->y, index) - y,
                    cs_wide_gather(&screen->z, index)};
}

/// The edge from p to q; `sign` is that of the area.
static inline void make_edge(setups *out, int i, corner p, corner q, cs_wide sign)
{
    const cs_wide zero = cs_wide_zero();
    cs_wide dx = (q.x - p.x) * sign, dy = (q.y - p.y) * sign, a = -dy;
    cs_wide_mask left = cs_wide_greater(a, zero);
    cs_wide_mask top = cs_wide_mask_and(cs_wide_equal(a, zero), cs_wide_greater(dx, zero));
    cs_wide_store(out->a[i], a);
    cs_wide_store(out->b[i], dx);
    cs_wide_store(out->c[i], dy * p.x - dx * p.y);
    cs_wide_store(out->least[i], cs_wide_select(cs_wide_mask_or(left, top), zero, cs_wide_set(1)));
}

/// The samples [first, last] of [0, count) whose position can lie between the least and the greatest of three
/// coordinates, which are whole units: adding just less than one and cutting rounds up.
static inline void sample_range(const cs_sample_grid *grid, cs_wide a, cs_wide b, cs_wide c, int count, int32_t *first,
                                int32_t *last)
{
    const double per_unit = 1 / grid->scale, almost_one = 1 - 1.0 / 4096;
    cs_wide low = cs_wide_min(a, cs_wide_min(b, c)), high = cs_wide_max(a, cs_wide_max(b, c));
    cs_wide from = cs_wide_max((low - grid->highest) * per_unit, cs_wide_zero()) + almost_one;
    cs_wide to = cs_wide_floor((high - grid->lowest) * per_unit);
    cs_wide_store_int32(first, from);
    cs_wide_store_int32(last, cs_wide_min(to, cs_wide_set(count - 1)));
}

/// Makes the triangles of a batch with the given references ready.
static inline void make_setups(const cs_tile_pass *pass, const cs_tile *tile, const cs_draw_batch *batch,
                               const uint32_t *references, int count, setups *out)
{
    int32_t ia[CS_WIDE], ib[CS_WIDE], ic[CS_WIDE];
    for (int k = 0; k < CS_WIDE; k++) {
        const cs_triangle *t = &batch->triangles[references[k < count ? k : 0] - batch->first];
        ia[k] = 3 * t->a;
        ib[k] = 3 * t->b;
        ic[k] = 3 * t->c;
    }
    double x = tile->x * pass->grid->scale, y = tile->y * pass->grid->scale;
    corner a = corner_make(batch->screen, ia, x, y), b = corner_make(batch->screen, ib, x, y),
           c = corner_make(batch->screen, ic, x, y);
    cs_wide area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    cs_wide_mask front = cs_wide_less(area, cs_wide_zero()); // y points down, so counter-clockwise is negative
    cs_wide sign = cs_wide_select(front, cs_wide_set(-1), cs_wide_set(1));
    make_edge(out, 0, b, c, sign);
    make_edge(out, 1, c, a, sign);
    make_edge(out, 2, a, b, sign);
    cs_wide_store(out->depth[0], a.z * -sign);
    cs_wide_store(out->depth[1], b.z * -sign);
    cs_wide_store(out->depth[2], c.z * -sign);
    cs_wide_store(out->inverse, -1.0 / area);
    sample_range(pass->grid, a.x, b.x, c.x, tile->width, out->x0, out->x1);
    sample_range(pass->grid, a.y, b.y, c.y, tile->height, out->y0, out->y1);
}

/// Draws triangle k; `single`: one sample a pixel, all columns shifted alike.
static inline void draw_triangle(const cs_tile_pass *pass, const setups *t, int k, double reference, bool single,
                                 cs_tile_scratch *scratch)
{
    const cs_sample_grid *grid = pass->grid;
    const double a0 = t->a[0][k], a1 = t->a[1][k], a2 = t->a[2][k], b0 = t->b[0][k], b1 = t->b[1][k], b2 = t->b[2][k];
    const cs_wide least0 = cs_wide_set(t->least[0][k]), least1 = cs_wide_set(t->least[1][k]),
                  least2 = cs_wide_set(t->least[2][k]), name = cs_wide_set(reference);
    for (int y = t->y0[k]; y <= t->y1[k]; y++) {
        double right = grid->shift_x[single ? 0 : y % grid->samples];
        double down = y * grid->scale + (single ? grid->shift_y[0] : 0);
        double r0 = a0 * right + b0 * down + t->c[0][k], r1 = a1 * right + b1 * down + t->c[1][k],
               r2 = a2 * right + b2 * down + t->c[2][k];
        for (int x = t->x0[k]; x <= t->x1[k]; x += CS_WIDE) {
            int at = y * CS_TILE_STRIDE + x;
            cs_wide column = cs_wide_load(scratch->column + x);
            cs_wide e0 = column * a0 + r0, e1 = column * a1 + r1, e2 = column * a2 + r2;
            if (!single) {
                cs_wide shift = cs_wide_load(scratch->shift + x);
                e0 = e0 + shift * b0;
                e1 = e1 + shift * b1;
                e2 = e2 + shift * b2;
            }
            cs_wide_mask inside = cs_wide_mask_and(
                cs_wide_greater_equal(e0, least0),
                cs_wide_mask_and(cs_wide_greater_equal(e1, least1), cs_wide_greater_equal(e2, least2)));
            cs_wide w0 = e0 * t->depth[0][k], w1 = e1 * t->depth[1][k], w2 = e2 * t->depth[2][k];
            cs_wide z = (w0 + w1 + w2) * t->inverse[k];
            cs_wide_mask nearer = cs_wide_mask_and(inside, cs_wide_greater(z, cs_wide_load(scratch->inverse_z + at)));
            // With few lanes a masked store costs more than a branch.
            if (CS_WIDE == 8 || cs_wide_any(nearer)) {
                cs_wide_store_where(scratch->inverse_z + at, nearer, z);
                cs_wide_store_where(scratch->surface + at, nearer, name);
                cs_wide_store_where(scratch->color[0] + at, nearer, w0);
                cs_wide_store_where(scratch->color[1] + at, nearer, w1);
                cs_wide_store_where(scratch->color[2] + at, nearer, w2);
            }
        }
    }
}

/// Asks for the memory of the triangles to come: their indices two groups ahead, their vertices one. In a tile of a
/// large mesh a few neighbours of each row follow each other, too few for the processor to foresee the next row.
static inline void fetch_ahead(const cs_draw_batch *batch, const uint32_t *references, size_t left)
{
    for (size_t k = CS_WIDE; k < 2 * CS_WIDE && k + CS_WIDE < left; k++) {
        if (references[k + CS_WIDE] < batch->end) {
            const cs_triangle *t = &batch->triangles[references[k] - batch->first];
            __builtin_prefetch(&batch->triangles[references[k + CS_WIDE] - batch->first]);
            __builtin_prefetch(&batch->screen[t->a]);
            __builtin_prefetch(&batch->screen[t->b]);
            __builtin_prefetch(&batch->screen[t->c]);
        }
    }
}

void CS_WIDE_NAME(cs_tile_draw_triangles)(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch)
{
    const cs_draw_batch *batch = pass->list->batches;
    bool single = pass->grid->samples == 1;
    setups ready;
    for (size_t i = 0; i < tile->reference_count;) {
        const uint32_t *references = tile->references + i;
        while (references[0] >= batch->end) {
            batch++;
        }
        if (batch->affine) {
            i++;
            continue;
        }
        int count = 1;
        while (count < CS_WIDE && i + (size_t)count < tile->reference_count && references[count] < batch->end) {
            count++;
        }
        fetch_ahead(batch, references, tile->reference_count - i);
        make_setups(pass, tile, batch, references, count, &ready);
        for (int k = 0; k < count; k++) {
            if (single) {
                draw_triangle(pass, &ready, k, (double)references[k], true, scratch);
            } else {
                draw_triangle(pass, &ready, k, (double)references[k], false, scratch);
            }
        }
        i += (size_t)count;
    }
}

/// Nothing shows yet; where the columns' samples lie.
void CS_WIDE_NAME(cs_tile_clear)(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch)
{
    for (int x = 0; x < CS_TILE_STRIDE; x++) {
        scratch->column[x] = x * pass->grid->scale;
        scratch->shift[x] = pass->grid->shift_y[x % pass->grid->samples];
        scratch->pixel[x] = (tile->x + x + 0.5) / pass->grid->samples;
    }
    int count = tile->height * CS_TILE_STRIDE;
    for (int i = 0; i < count; i += CS_WIDE) {
        cs_wide_store_aligned(scratch->inverse_z + i, cs_wide_zero());
        cs_wide_store_aligned(scratch->surface + i, cs_wide_set(CS_NO_SURFACE));
    }
}
