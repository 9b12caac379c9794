// SPDX-License-Identifier: MIT
//
// The light from the visible triangles of a tile, once for each sample after visibility is known. Normals are
// interpolated perspective-correctly; the position follows from the depth.
#include "render/light_kernel.h"

/// Normal, towards the eye, and facing of the lanes' triangles. The weights of the corners come from the visibility
/// kernel; they are negative where the back is seen, and their sum does not matter, for the normal may have any length.
static inline void interpolate(const cs_tile_scratch *scratch, const cs_draw_batch *batch, const corners *corner,
                               int at, fragments *f)
{
    const cs_wide one = cs_wide_set(1);
    cs_wide a = cs_wide_load(scratch->color[0] + at), b = cs_wide_load(scratch->color[1] + at),
            c = cs_wide_load(scratch->color[2] + at);
    f->facing = cs_wide_select(cs_wide_greater(a + b + c, cs_wide_zero()), one, -one);
    if (!batch->normals) {
        wide3 p = gather3(batch->positions, corner->a), q = gather3(batch->positions, corner->b),
              r = gather3(batch->positions, corner->c);
        wide3 d = {q.x - p.x, q.y - p.y, q.z - p.z}, e = {r.x - p.x, r.y - p.y, r.z - p.z};
        f->normal = (wide3){(d.y * e.z - d.z * e.y) * f->facing, (d.z * e.x - d.x * e.z) * f->facing,
                            (d.x * e.y - d.y * e.x) * f->facing};
        return;
    }
    wide3 na = gather3(batch->normals, corner->a), nb = gather3(batch->normals, corner->b),
          nc = gather3(batch->normals, corner->c);
    f->normal.x = a * na.x + b * nb.x + c * nc.x;
    f->normal.y = a * na.y + b * nb.y + c * nc.y;
    f->normal.z = a * na.z + b * nb.z + c * nc.z;
}

void CS_WIDE_NAME(cs_tile_shade_batch)(const cs_tile_pass *pass, const cs_tile *tile, const cs_draw_batch *batch,
                                       cs_tile_scratch *scratch)
{
    double faint = batch->surface ? cs_faint_mirror(batch->surface) : 0;
    for (int y = 0; y < tile->height; y++) {
        for (int x = 0; x < tile->width; x += CS_WIDE) {
            int at = y * CS_TILE_STRIDE + x;
            cs_wide_mask where = lanes_of(scratch->surface + at, (double)batch->first, (double)batch->end);
            if (!cs_wide_any(where)) {
                continue;
            }
            set_ids(scratch, at, cs_wide_mask_bits(where), batch->id);
            wide3 color = set3(batch->color);
            if (batch->surface) {
                fragments f = fragments_make(pass, tile, scratch, x, y);
                corners corner = corners_make(batch, scratch->surface + at, where);
                interpolate(scratch, batch, &corner, at, &f);
                color = shade(pass, batch->surface, faint, &f);
                color = (wide3){tone(pass, color.x), tone(pass, color.y), tone(pass, color.z)};
            }
            store_color(scratch, at, where, color);
        }
    }
}
