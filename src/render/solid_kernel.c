// SPDX-License-Identifier: MIT
//
// Solid colliders by their equations: where they show in a tile, and their light.
#include "render/light_kernel.h"

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

void CS_WIDE_NAME(cs_tile_draw_solid)(const cs_tile_pass *pass, const cs_tile *tile, int index,
                                      cs_tile_scratch *scratch)
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

/// The ground goes over into the background with the square of the squared distance, so that it has no edge.
static inline wide3 fade(const cs_solid *solid, const fragments *f, cs_vec3 background, wide3 color)
{
    cs_wide far = dot3(f->point, f->point) / (solid->fade * solid->fade);
    cs_wide far2 = cs_wide_min(far * far, cs_wide_set(BRIGHTEST));
    cs_wide share = far2 / (1.0 + far2);
    return (wide3){color.x + (background.x - color.x) * share, color.y + (background.y - color.y) * share,
                   color.z + (background.z - color.z) * share};
}

void CS_WIDE_NAME(cs_tile_shade_solid)(const cs_tile_pass *pass, const cs_tile *tile, int index,
                                       cs_tile_scratch *scratch)
{
    const cs_solid *solid = &pass->solids[index];
    double first = CS_SOLID_BASE + index, faint = cs_faint_mirror(&solid->surface);
    double k = cs_dot(solid->center, solid->center) - solid->radius * solid->radius;
    for (int y = 0; y < tile->height; y++) {
        cs_vec3 background = pass->background[tile->first_pixel_row + y / pass->grid->samples];
        for (int x = 0; x < tile->width; x += CS_WIDE) {
            int at = y * CS_TILE_STRIDE + x;
            cs_wide_mask where = lanes_of(scratch->surface + at, first, first + 1);
            if (!cs_wide_any(where)) {
                continue;
            }
            set_ids(scratch, at, cs_wide_mask_bits(where), solid->id);
            fragments f = fragments_make(pass, tile, scratch, x, y);
            bool ground = solid->kind == CS_SHAPE_GROUND;
            f.facing = cs_wide_set(ground ? solid->up : k < 0 ? -1 : 1);
            f.normal = set3((cs_vec3){0, 1, 0});
            if (!ground) {
                f.normal =
                    (wide3){f.point.x - solid->center.x, f.point.y - solid->center.y, f.point.z - solid->center.z};
            }
            wide3 color = shade(pass, &solid->surface, faint, &f);
            color = (wide3){tone(pass, color.x), tone(pass, color.y), tone(pass, color.z)};
            store_color(scratch, at, where, ground ? fade(solid, &f, background, color) : color);
        }
    }
}
