// SPDX-License-Identifier: MIT
//
// The projection of many vertices at once; the last, incomplete group is filled up with its first vertex.
#include "render/project_kernel.h"

#include "math/wide.h"
#include "render/draw_list.h"

int CS_WIDE_NAME(cs_project_vertices)(const cs_projection *projection, int count, const cs_vec3 *positions,
                                      cs_vec3 *screen)
{
    const cs_view *v = &projection->view;
    int undrawable = 0;
    for (int i = 0; i < count; i += CS_WIDE) {
        int32_t index[CS_WIDE];
        for (int k = 0; k < CS_WIDE; k++) {
            index[k] = i + k < count ? 3 * k : 0;
        }
        const double *base = &positions[i].x;
        cs_wide dx = cs_wide_gather(base, index) - v->eye.x;
        cs_wide dy = cs_wide_gather(base + 1, index) - v->eye.y;
        cs_wide dz = cs_wide_gather(base + 2, index) - v->eye.z;
        cs_wide x = dx * v->right.x + dy * v->right.y + dz * v->right.z;
        cs_wide y = dx * v->up.x + dy * v->up.y + dz * v->up.z;
        cs_wide z = dx * v->forward.x + dy * v->forward.y + dz * v->forward.z;
        cs_wide inverse = 1.0 / z;
        cs_wide sx = cs_wide_floor(x * inverse * projection->x_scale + projection->x_center + 0.5);
        cs_wide sy = cs_wide_floor(projection->y_center - y * inverse * projection->y_scale + 0.5);
        cs_wide guard = cs_wide_set(CS_GUARD);
        cs_wide_mask good = cs_wide_greater_equal(z, cs_wide_set(CS_NEAR));
        good = cs_wide_mask_and(good, cs_wide_less_equal(cs_wide_abs(sx), guard));
        good = cs_wide_mask_and(good, cs_wide_less_equal(cs_wide_abs(sy), guard));
        double out[3][CS_WIDE];
        cs_wide_store(out[0], cs_wide_select(good, sx, cs_wide_zero()));
        cs_wide_store(out[1], cs_wide_select(good, sy, cs_wide_zero()));
        cs_wide_store(out[2], cs_wide_select(good, inverse, cs_wide_zero()));
        for (int k = 0; k < CS_WIDE && i + k < count; k++) {
            screen[i + k] = (cs_vec3){out[0][k], out[1][k], out[2][k]};
            undrawable += !(out[2][k] > 0);
        }
    }
    return undrawable;
}
