// SPDX-License-Identifier: MIT
//
// Which surface shows at each sample of a tile. Coverage by edge functions (J. Pineda, "A parallel algorithm for
// polygon rasterization", 1988) on whole-numbered coordinates, so that it is exact, with the top-left rule: a sample
// on an edge belongs to the triangle to the right of it or below it, so two triangles that share an edge share no
// sample. Depth is 1/z, which is linear on the screen; the nearer wins and among equals the first.
#include "math/wide.h"
#include "render/tile.h"

/// E = a X + b Y + c, positive inside; a sample belongs to the edge's inner side when E >= least.
typedef struct edge {
    double a, b, c, least;
} edge;

typedef struct setup {
    edge edges[3];
    double depth[3];    ///< 1/z of the opposite corner over twice the area
    int x0, y0, x1, y1; ///< samples of the tile, inclusive
} setup;

static inline edge make_edge(double dx, double dy, cs_vec3 from)
{
    edge e = {-dy, dx, dy * from.x - dx * from.y, 1};
    if (e.a > 0 || (e.a == 0 && e.b > 0)) {
        e.least = 0;
    }
    return e;
}

static inline double least3(double a, double b, double c)
{
    double least = a < b ? a : b;
    return least < c ? least : c;
}

static inline double most3(double a, double b, double c)
{
    double most = a > b ? a : b;
    return most > c ? most : c;
}

/// The samples [*first, *last] of [0, count) whose position can lie in [low, high], whole units.
static inline void sample_range(const cs_sample_grid *grid, double low, double high, int count, int *first, int *last)
{
    const double per_unit = 1 / grid->scale, almost_one = 1 - 1.0 / 4096;
    double from = (low - grid->highest) * per_unit, to = (high - grid->lowest) * per_unit;
    *first = (int)((from > 0 ? from : 0) + almost_one);
    *last = to >= 0 ? (int)(to < count - 1 ? to : count - 1) : -1;
}

/// Makes a triangle ready for this tile; false when it covers none of its samples.
static inline bool make_setup(const cs_tile_pass *pass, const cs_tile *tile, cs_vec3 a, cs_vec3 b, cs_vec3 c,
                              setup *out)
{
    double ox = tile->x * pass->grid->scale, oy = tile->y * pass->grid->scale;
    a = (cs_vec3){a.x - ox, a.y - oy, a.z};
    b = (cs_vec3){b.x - ox, b.y - oy, b.z};
    c = (cs_vec3){c.x - ox, c.y - oy, c.z};
    sample_range(pass->grid, least3(a.x, b.x, c.x), most3(a.x, b.x, c.x), tile->width, &out->x0, &out->x1);
    sample_range(pass->grid, least3(a.y, b.y, c.y), most3(a.y, b.y, c.y), tile->height, &out->y0, &out->y1);
    if (out->x0 > out->x1 || out->y0 > out->y1) {
        return false;
    }
    double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x), sign = area < 0 ? -1 : 1;
    out->edges[0] = make_edge((c.x - b.x) * sign, (c.y - b.y) * sign, b);
    out->edges[1] = make_edge((a.x - c.x) * sign, (a.y - c.y) * sign, c);
    out->edges[2] = make_edge((b.x - a.x) * sign, (b.y - a.y) * sign, a);
    double inverse = 1 / (area * sign);
    out->depth[0] = a.z * inverse;
    out->depth[1] = b.z * inverse;
    out->depth[2] = c.z * inverse;
    return true;
}

/// Draws a triangle; `single`: one sample a pixel, all columns shifted alike.
static inline void draw_triangle(const cs_tile_pass *pass, const setup *t, double reference, bool single,
                                 cs_tile_scratch *scratch)
{
    const cs_sample_grid *grid = pass->grid;
    const edge *e = t->edges;
    const cs_wide least0 = cs_wide_set(e[0].least), least1 = cs_wide_set(e[1].least), least2 = cs_wide_set(e[2].least);
    const cs_wide name = cs_wide_set(reference);
    for (int y = t->y0; y <= t->y1; y++) {
        double right = grid->shift_x[single ? 0 : y % grid->samples];
        double down = y * grid->scale + (single ? grid->shift_y[0] : 0);
        double r0 = e[0].a * right + e[0].b * down + e[0].c, r1 = e[1].a * right + e[1].b * down + e[1].c,
               r2 = e[2].a * right + e[2].b * down + e[2].c;
        double *depth = scratch->inverse_z + y * CS_TILE_STRIDE, *surface = scratch->surface + y * CS_TILE_STRIDE;
        for (int x = t->x0; x <= t->x1; x += CS_WIDE) {
            cs_wide column = cs_wide_load(scratch->column + x);
            cs_wide e0 = column * e[0].a + r0, e1 = column * e[1].a + r1, e2 = column * e[2].a + r2;
            if (!single) {
                cs_wide shift = cs_wide_load(scratch->shift + x);
                e0 = e0 + shift * e[0].b;
                e1 = e1 + shift * e[1].b;
                e2 = e2 + shift * e[2].b;
            }
            cs_wide_mask inside = cs_wide_mask_and(
                cs_wide_greater_equal(e0, least0),
                cs_wide_mask_and(cs_wide_greater_equal(e1, least1), cs_wide_greater_equal(e2, least2)));
            cs_wide z = e0 * t->depth[0] + e1 * t->depth[1] + e2 * t->depth[2];
            cs_wide_mask nearer = cs_wide_mask_and(inside, cs_wide_greater(z, cs_wide_load(depth + x)));
            if (cs_wide_any(nearer)) {
                cs_wide_store_where(depth + x, nearer, z);
                cs_wide_store_where(surface + x, nearer, name);
            }
        }
    }
}

static void draw_triangles(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch)
{
    const cs_draw_batch *batch = pass->list->batches;
    bool single = pass->grid->samples == 1;
    for (size_t i = 0; i < tile->reference_count; i++) {
        int64_t reference = tile->references[i];
        while (reference >= batch->end) {
            batch++;
        }
        const cs_triangle *t = &batch->triangles[reference - batch->first];
        setup ready;
        if (!make_setup(pass, tile, batch->screen[t->a], batch->screen[t->b], batch->screen[t->c], &ready)) {
            continue;
        }
        if (single) {
            draw_triangle(pass, &ready, (double)reference, true, scratch);
        } else {
            draw_triangle(pass, &ready, (double)reference, false, scratch);
        }
    }
}

/// 1/z of a solid along the directions forward + u right + v up; 0 where it is not met.
static inline cs_wide solid_depth(const cs_tile_pass *pass, const cs_solid *solid, cs_wide u, cs_wide v)
{
    const cs_view *view = &pass->view;
    if (solid->kind == CS_SHAPE_GROUND) {
        cs_wide dy = view->forward.y + u * view->right.y + v * view->up.y;
        return cs_wide_max(dy * solid->plane.y - solid->bias, cs_wide_zero());
    }
    // |d z - c| = r: with b = d.c and k = c.c - r^2 the nearer solution is 1/z = (b + sqrt(b^2 - d.d k)) / k; from
    // inside the sphere (k < 0) the one in front is the other.
    cs_vec3 c = solid->center;
    double k = cs_dot(c, c) - solid->radius * solid->radius;
    double forward = cs_dot(c, view->forward), right = cs_dot(c, view->right), up = cs_dot(c, view->up);
    cs_wide b = forward + u * right + v * up, dd = 1.0 + u * u + v * v;
    cs_wide discriminant = b * b - dd * k;
    cs_wide root = cs_wide_sqrt(cs_wide_max(discriminant, cs_wide_zero()));
    cs_wide z = (k < 0 ? b - root : b + root) / k;
    return cs_wide_select(cs_wide_greater(discriminant, cs_wide_zero()), cs_wide_max(z, cs_wide_zero()),
                          cs_wide_zero());
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

static void draw_solid(const cs_tile_pass *pass, const cs_tile *tile, int index, cs_tile_scratch *scratch)
{
    const cs_sample_grid *grid = pass->grid;
    const cs_wide name = cs_wide_set(CS_SOLID_BASE + index);
    for (int y = 0; y < tile->height; y++) {
        double x0 = tile->x * grid->scale + grid->shift_x[y % grid->samples], y0 = (tile->y + y) * grid->scale;
        double *depth = scratch->inverse_z + y * CS_TILE_STRIDE, *surface = scratch->surface + y * CS_TILE_STRIDE;
        for (int x = 0; x < tile->width; x += CS_WIDE) {
            cs_wide u = (cs_wide_load(scratch->column + x) + x0) * pass->u_scale + pass->u_offset;
            cs_wide v = (cs_wide_load(scratch->shift + x) + y0) * pass->v_scale + pass->v_offset;
            cs_wide z = solid_depth(pass, &pass->solids[index], u, v);
            cs_wide_mask nearer = cs_wide_greater(z, cs_wide_load(depth + x));
            cs_wide_store_where(depth + x, nearer, z);
            cs_wide_store_where(surface + x, nearer, name);
        }
    }
}

/// Nothing shows yet; where the columns' samples lie.
static void clear(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch)
{
    for (int x = 0; x < CS_TILE_STRIDE; x++) {
        scratch->column[x] = x * pass->grid->scale;
        scratch->shift[x] = pass->grid->shift_y[x % pass->grid->samples];
    }
    int count = tile->height * CS_TILE_STRIDE;
    for (int i = 0; i < count; i += CS_WIDE) {
        cs_wide_store_aligned(scratch->inverse_z + i, cs_wide_zero());
        cs_wide_store_aligned(scratch->surface + i, cs_wide_set(CS_NO_SURFACE));
    }
}

bool CS_WIDE_NAME(cs_tile_visibility)(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch)
{
    bool any = tile->reference_count > 0;
    for (int i = 0; i < pass->solid_count; i++) {
        any |= touches(pass, tile, &pass->solids[i]);
    }
    if (!any) {
        return false;
    }
    clear(pass, tile, scratch);
    draw_triangles(pass, tile, scratch);
    for (int i = 0; i < pass->solid_count; i++) {
        if (touches(pass, tile, &pass->solids[i])) {
            draw_solid(pass, tile, i, scratch);
        }
    }
    return true;
}
