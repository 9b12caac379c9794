// SPDX-License-Identifier: MIT
//
// What the shading kernels share: groups of samples in view of a surface, two-sided Phong on them (B. T. Phong,
// "Illumination for computer generated pictures", 1975), the tone curve, finding and storing. Vectors are left
// unnormalised where a quotient at the end costs less. For kernel sources only.
#ifndef CS_RENDER_LIGHT_KERNEL_H
#define CS_RENDER_LIGHT_KERNEL_H

#include "math/wide_math.h"
#include "render/tile.h"

/// Light beyond this is as white as anything; it keeps the tone curve finite.
#define BRIGHTEST 1e9

typedef struct wide3 {
    cs_wide x, y, z;
} wide3;

static inline wide3 set3(cs_vec3 v)
{
    return (wide3){cs_wide_set(v.x), cs_wide_set(v.y), cs_wide_set(v.z)};
}

static inline cs_wide dot3(wide3 a, wide3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// A group of samples in view of one surface.
typedef struct fragments {
    cs_wide u, v;   ///< direction forward + u right + v up
    wide3 ray;      ///< that direction, world axes
    wide3 point;    ///< from the eye
    wide3 normal;   ///< towards the eye, any length
    cs_wide facing; ///< 1 where the front is seen, -1 where the back
} fragments;

static inline fragments fragments_make(const cs_tile_pass *pass, const cs_tile *tile, const cs_tile_scratch *scratch,
                                       int x, int y)
{
    const cs_sample_grid *grid = pass->grid;
    const cs_view *view = &pass->view;
    double x0 = tile->x * grid->scale + grid->shift_x[y % grid->samples], y0 = (tile->y + y) * grid->scale;
    fragments f;
    f.u = (cs_wide_load(scratch->column + x) + x0) * pass->u_scale + pass->u_offset;
    f.v = (cs_wide_load(scratch->shift + x) + y0) * pass->v_scale + pass->v_offset;
    f.ray.x = view->forward.x + f.u * view->right.x + f.v * view->up.x;
    f.ray.y = view->forward.y + f.u * view->right.y + f.v * view->up.y;
    f.ray.z = view->forward.z + f.u * view->right.z + f.v * view->up.z;
    // Lanes without a surface have depth 0; they are masked when the colour is stored.
    cs_wide inverse = cs_wide_load(scratch->inverse_z + y * CS_TILE_STRIDE + x);
    cs_wide z = 1.0 / cs_wide_select(cs_wide_greater(inverse, cs_wide_zero()), inverse, cs_wide_set(1));
    f.point = (wide3){f.ray.x * z, f.ray.y * z, f.ray.z * z};
    return f;
}

/// Exponents up to this one are raised by repeated squaring when they are whole.
#define LARGEST_WHOLE_POWER 1024.0

/// x^y for x in (0, 1]; whole exponents, which nearly all surfaces have, need no logarithm.
static inline cs_wide raise(cs_wide x, double y)
{
    if (!(y >= 1 && y <= LARGEST_WHOLE_POWER && y == floor(y))) {
        return cs_wide_pow(x, cs_wide_set(y));
    }
    cs_wide power = cs_wide_set(1);
    for (unsigned n = (unsigned)y; n > 0; n >>= 1) {
        if (n & 1) {
            power = power * x;
        }
        x = x * x;
    }
    return power;
}

/// The light of a surface per channel. `faint` is its cs_faint_mirror.
static inline wide3 shade(const cs_tile_pass *pass, const cs_surface *surface, double faint, const fragments *f)
{
    const cs_wide zero = cs_wide_zero();
    wide3 n = f->normal;
    cs_wide nn = dot3(n, n), vv = dot3(f->ray, f->ray), nv = -dot3(n, f->ray);
    wide3 diffuse = {zero, zero, zero}, highlight = {zero, zero, zero};
    for (int i = 0; i < pass->light_count; i++) {
        const cs_tile_light *light = &pass->lights[i];
        wide3 l = set3(light->vector);
        if (!light->directional) {
            l = (wide3){l.x - f->point.x, l.y - f->point.y, l.z - f->point.z};
        }
        cs_wide ll = dot3(l, l), nl = dot3(n, l), lv = -dot3(l, f->ray);
        // NaN, from a normal without length, becomes 0.
        cs_wide lambert = cs_wide_max(nl / cs_wide_sqrt(nn * ll), zero);
        diffuse.x = diffuse.x + lambert * light->color.x;
        diffuse.y = diffuse.y + lambert * light->color.y;
        diffuse.z = diffuse.z + lambert * light->color.z;
        if (surface->specular > 0) {
            cs_wide mirror = cs_wide_max((2.0 * nl * nv / nn - lv) / cs_wide_sqrt(ll * vv), zero);
            cs_wide_mask bright =
                cs_wide_mask_and(cs_wide_greater(lambert, zero), cs_wide_greater(mirror, cs_wide_set(faint)));
            if (cs_wide_any(bright)) {
                const cs_wide one = cs_wide_set(1);
                cs_wide power = raise(cs_wide_select(bright, cs_wide_min(mirror, one), one), surface->shininess);
                power = cs_wide_select(bright, power, zero);
                highlight.x = highlight.x + power * light->color.x;
                highlight.y = highlight.y + power * light->color.y;
                highlight.z = highlight.z + power * light->color.z;
            }
        }
    }
    cs_wide_mask front = cs_wide_greater(f->facing, zero);
    wide3 color = {cs_wide_select(front, cs_wide_set(surface->front.x), cs_wide_set(surface->back.x)),
                   cs_wide_select(front, cs_wide_set(surface->front.y), cs_wide_set(surface->back.y)),
                   cs_wide_select(front, cs_wide_set(surface->front.z), cs_wide_set(surface->back.z))};
    return (wide3){color.x * (surface->ambient + surface->diffuse * diffuse.x) + surface->specular * highlight.x,
                   color.y * (surface->ambient + surface->diffuse * diffuse.y) + surface->specular * highlight.y,
                   color.z * (surface->ambient + surface->diffuse * diffuse.z) + surface->specular * highlight.z};
}

static inline cs_wide tone(const cs_tile_pass *pass, cs_wide c)
{
    c = cs_wide_min(c, cs_wide_set(BRIGHTEST));
    if (pass->aces) {
        c = c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14);
    }
    return cs_wide_clamp(c, 0, 1);
}

static inline void store_color(cs_tile_scratch *scratch, int at, cs_wide_mask where, wide3 color)
{
    cs_wide_store_where(scratch->color[0] + at, where, color.x);
    cs_wide_store_where(scratch->color[1] + at, where, color.y);
    cs_wide_store_where(scratch->color[2] + at, where, color.z);
}

/// Corner indices of the triangle that each lane shows, times 3 (as doubles lie in arrays of cs_vec3).
typedef struct corners {
    int32_t a[CS_WIDE], b[CS_WIDE], c[CS_WIDE];
} corners;

static inline wide3 gather3(const cs_vec3 *base, const int32_t *index)
{
    return (wide3){cs_wide_gather(&base->x, index), cs_wide_gather(&base->y, index), cs_wide_gather(&base->z, index)};
}

/// Finds the corners; lanes outside the mask take those of the first triangle of the batch.
static inline corners corners_make(const cs_draw_batch *batch, const double *surface, cs_wide_mask where)
{
    corners out;
    int32_t index[CS_WIDE];
    cs_wide relative = cs_wide_load(surface) - (double)batch->first;
    cs_wide_store_int32(index, cs_wide_select(where, relative, cs_wide_zero()));
    for (int k = 0; k < CS_WIDE; k++) {
        const cs_triangle *t = &batch->triangles[index[k]];
        out.a[k] = 3 * t->a;
        out.b[k] = 3 * t->b;
        out.c[k] = 3 * t->c;
    }
    return out;
}

/// Lanes of a group whose surface lies in [first, end).
static inline cs_wide_mask lanes_of(const double *surface, double first, double end)
{
    cs_wide s = cs_wide_load(surface);
    return cs_wide_mask_and(cs_wide_greater_equal(s, cs_wide_set(first)), cs_wide_less(s, cs_wide_set(end)));
}

static inline void set_ids(cs_tile_scratch *scratch, int at, unsigned lanes, uint16_t id)
{
    for (int k = 0; k < CS_WIDE; k++) {
        scratch->ids[at + k] = lanes >> k & 1 ? id : scratch->ids[at + k];
    }
}

#endif
