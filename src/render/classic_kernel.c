// SPDX-License-Identifier: MIT
//
// The classic pipeline: the rule of the program that clothsim began as, kept to the pixel. Depth and position are
// interpolated in the picture (not perspective-correctly), a sample is inside when no barycentric weight is below
// -1e-4, the nearer depth wins in triangle order, triangles with a vertex behind the eye are dropped. Facets are flat
// and lit by a rule of their own. The order of every operation is that of the program.
#include "render/light_kernel.h"

/// A sample this far outside a triangle, in barycentric weight, still counts as inside.
#define INSIDE (-1e-4)
/// A screen triangle with less than this area (pixels squared) is not drawn: its weights would be noise.
#define LEAST_AREA 1e-12

/// The samples [*first, *last] of a tile's [0, count) that can lie between three coordinates (pixels).
static inline void sample_range(double a, double b, double c, int samples, int origin, int count, int *first, int *last)
{
    double low = a < b ? a : b, high = a > b ? a : b;
    low = low < c ? low : c;
    high = high > c ? high : c;
    double margin = (high - low) * CS_AFFINE_MARGIN;
    double from = floor((low - margin) * samples - 0.5) - origin, to = ceil((high + margin) * samples - 0.5) - origin;
    *first = from > 0 ? (from < count ? (int)from : count) : 0;
    *last = to < count - 1 ? (to >= 0 ? (int)to : -1) : count - 1;
}

static inline void draw_triangle(const cs_tile_pass *pass, const cs_tile *tile, cs_vec3 a, cs_vec3 b, cs_vec3 c,
                                 double reference, cs_tile_scratch *scratch)
{
    int n = pass->grid->samples, x0, x1, y0, y1;
    double area = (b.y - c.y) * (a.x - c.x) + (c.x - b.x) * (a.y - c.y);
    if (!(area > LEAST_AREA || area < -LEAST_AREA)) {
        return;
    }
    sample_range(a.x, b.x, c.x, n, tile->x, tile->width, &x0, &x1);
    sample_range(a.y, b.y, c.y, n, tile->y, tile->height, &y0, &y1);
    const cs_wide inside = cs_wide_set(INSIDE), name = cs_wide_set(reference);
    for (int y = y0; y <= y1; y++) {
        double py = (tile->y + y + 0.5) / n, from_b = (c.x - b.x) * (py - c.y), from_a = (a.x - c.x) * (py - c.y);
        for (int x = x0; x <= x1; x += CS_WIDE) {
            int at = y * CS_TILE_STRIDE + x;
            cs_wide px = cs_wide_load(scratch->pixel + x) - c.x;
            cs_wide w0 = (px * (b.y - c.y) + from_b) / area, w1 = (px * (c.y - a.y) + from_a) / area;
            cs_wide w2 = 1.0 - w0 - w1;
            cs_wide_mask hit = cs_wide_mask_and(
                cs_wide_greater_equal(w0, inside),
                cs_wide_mask_and(cs_wide_greater_equal(w1, inside), cs_wide_greater_equal(w2, inside)));
            cs_wide z = w0 * a.z + w1 * b.z + w2 * c.z;
            hit = cs_wide_mask_and(hit, cs_wide_less(z, cs_wide_load(scratch->inverse_z + at)));
            if (cs_wide_any(hit)) {
                cs_wide_store_where(scratch->inverse_z + at, hit, z);
                cs_wide_store_where(scratch->surface + at, hit, name);
                cs_wide_store_where(scratch->color[0] + at, hit, w0);
                cs_wide_store_where(scratch->color[1] + at, hit, w1);
                cs_wide_store_where(scratch->color[2] + at, hit, w2);
            }
        }
    }
}

/// Depth here is the distance along the view until the last triangle is drawn; then it becomes 1/z as elsewhere.
void CS_WIDE_NAME(cs_tile_draw_affine)(const cs_tile_pass *pass, const cs_tile *tile, cs_tile_scratch *scratch)
{
    int count = tile->height * CS_TILE_STRIDE;
    for (int i = 0; i < count; i += CS_WIDE) {
        cs_wide_store_aligned(scratch->inverse_z + i, cs_wide_set(INFINITY));
    }
    const cs_draw_batch *batch = pass->list->batches;
    for (size_t i = 0; i < tile->reference_count; i++) {
        uint32_t reference = tile->references[i];
        while (reference >= batch->end) {
            batch++;
        }
        if (batch->affine) {
            const cs_triangle *t = &batch->triangles[reference - batch->first];
            draw_triangle(pass, tile, batch->screen[t->a], batch->screen[t->b], batch->screen[t->c], reference,
                          scratch);
        }
    }
    for (int i = 0; i < count; i += CS_WIDE) {
        cs_wide_store_aligned(scratch->inverse_z + i, 1.0 / cs_wide_load_aligned(scratch->inverse_z + i));
    }
}

static inline wide3 sub3(wide3 a, wide3 b)
{
    return (wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline wide3 scale3(wide3 a, cs_wide s)
{
    return (wide3){a.x * s, a.y * s, a.z * s};
}

static inline wide3 normalize3(wide3 a)
{
    cs_wide length = cs_wide_sqrt(dot3(a, a));
    cs_wide_mask some = cs_wide_greater(length, cs_wide_zero());
    length = cs_wide_select(some, length, cs_wide_set(1));
    return (wide3){a.x / length, a.y / length, a.z / length};
}

/// Facets in view: points, unit normals and unit directions to the eye.
typedef struct facets {
    wide3 point, normal, to_eye;
    cs_wide_mask front;
} facets;

static inline facets facets_make(const cs_tile_pass *pass, const cs_tile_scratch *scratch, const cs_draw_batch *batch,
                                 const corners *corner, int at)
{
    wide3 a = gather3(batch->positions, corner->a), b = gather3(batch->positions, corner->b),
          c = gather3(batch->positions, corner->c), eye = set3(pass->view.eye);
    cs_wide w0 = cs_wide_load(scratch->color[0] + at), w1 = cs_wide_load(scratch->color[1] + at),
            w2 = cs_wide_load(scratch->color[2] + at);
    wide3 d = sub3(b, a), e = sub3(c, a);
    facets f;
    f.point = (wide3){a.x * w0 + b.x * w1 + c.x * w2, a.y * w0 + b.y * w1 + c.y * w2, a.z * w0 + b.z * w1 + c.z * w2};
    f.normal = normalize3((wide3){d.y * e.z - d.z * e.y, d.z * e.x - d.x * e.z, d.x * e.y - d.y * e.x});
    f.to_eye = normalize3(sub3(eye, f.point));
    f.front = cs_wide_greater(dot3(f.normal, sub3(eye, a)), cs_wide_zero());
    return f;
}

/// colour = surface (ambient + diffuse sum max(0, N.L)) + specular sum light max(0, R.V)^shininess: N towards the eye,
/// R = 2 (N.L) N - L from the unflipped normal.
static inline wide3 light_facets(const cs_scene *scene, const cs_surface *surface, const facets *f)
{
    const cs_wide zero = cs_wide_zero();
    cs_wide flip = cs_wide_select(cs_wide_less(dot3(f->normal, f->to_eye), zero), cs_wide_set(-1), cs_wide_set(1));
    wide3 facing = scale3(f->normal, flip), highlight = {zero, zero, zero};
    cs_wide diffuse = zero;
    for (int i = 0; i < scene->light_count; i++) {
        const cs_light *light = &scene->lights[i];
        wide3 l = light->kind == CS_LIGHT_POINT ? normalize3(sub3(set3(light->position), f->point))
                                                : scale3(normalize3(set3(light->direction)), cs_wide_set(-1));
        diffuse = diffuse + cs_wide_max(dot3(facing, l), zero);
        wide3 reflected = sub3(scale3(f->normal, 2.0 * dot3(f->normal, l)), l);
        cs_wide power = cs_wide_pow(cs_wide_max(dot3(reflected, f->to_eye), zero), cs_wide_set(surface->shininess));
        highlight.x = highlight.x + power * (light->color.x * surface->specular);
        highlight.y = highlight.y + power * (light->color.y * surface->specular);
        highlight.z = highlight.z + power * (light->color.z * surface->specular);
    }
    cs_wide share = diffuse * surface->diffuse + surface->ambient;
    wide3 front = set3(surface->front), back = set3(surface->back);
    return (wide3){cs_wide_select(f->front, front.x, back.x) * share + highlight.x,
                   cs_wide_select(f->front, front.y, back.y) * share + highlight.y,
                   cs_wide_select(f->front, front.z, back.z) * share + highlight.z};
}

void CS_WIDE_NAME(cs_tile_shade_affine)(const cs_tile_pass *pass, const cs_tile *tile, const cs_draw_batch *batch,
                                        cs_tile_scratch *scratch)
{
    for (int y = 0; y < tile->height; y++) {
        for (int x = 0; x < tile->width; x += CS_WIDE) {
            int at = y * CS_TILE_STRIDE + x;
            cs_wide_mask where = lanes_of(scratch->surface + at, (double)batch->first, (double)batch->end);
            if (cs_wide_any(where)) {
                corners corner = corners_make(batch, scratch->surface + at, where);
                facets f = facets_make(pass, scratch, batch, &corner, at);
                wide3 color = light_facets(pass->scene, batch->surface, &f);
                color = (wide3){tone(pass, color.x), tone(pass, color.y), tone(pass, color.z)};
                set_ids(scratch, at, cs_wide_mask_bits(where), batch->id);
                store_color(scratch, at, where, color);
            }
        }
    }
}
