// SPDX-License-Identifier: MIT
//
// The membrane in position based dynamics, CS_WIDE triangles at a time (membrane.h has the measures, xpbd.h the
// equation). With w_u = sum u_n x_n and w_v = sum v_n x_n all products of gradients come down to those of w_u and w_v,
// and to three sums over the corners: w u u, w u v, w v v, where w is the inverse mass.
#include "sim/xpbd_kernels.h"
#include "sim/xpbd_wide.h"

/// A stretched thread: its length beyond 1 as the fabric feels it, and the gradient by w divided by w.
typedef struct thread {
    cs_wide value, slope;
} thread;

KERNEL_PART thread stretch(const cs_xpbd_work *work, cs_wide squared)
{
    const cs_wide zero = cs_wide_zero(), one = cs_wide_set(1), limit = cs_wide_set(work->limit);
    const double slope_beyond = (1 + work->stiffening * work->limit) * CS_MEMBRANE_LIMIT_SLOPE;
    const double value_at = work->limit + work->stiffening * work->limit * work->limit / 2;
    cs_wide length = cs_wide_sqrt(squared), strain = length - 1.0;
    cs_wide value = strain + work->stiffening * strain * strain / 2, slope = 1.0 + work->stiffening * strain;
    cs_wide_mask soft = cs_wide_less_equal(strain, zero), beyond = cs_wide_greater(strain, limit);
    value = cs_wide_select(soft, strain, cs_wide_select(beyond, value_at + slope_beyond * (strain - limit), value));
    slope = cs_wide_select(soft, one, cs_wide_select(beyond, cs_wide_set(slope_beyond), slope));
    cs_wide_mask pointed = cs_wide_greater(length, cs_wide_set(CS_MEMBRANE_TINY));
    return (thread){cs_wide_select(pointed, value, zero), cs_wide_select(pointed, slope / length, zero)};
}

typedef struct triangle {
    wide_particles a, b, c;
} triangle;

KERNEL_PART triangle load_triangle(const double *slots, const cs_xpbd_membrane_pack *pack, int i)
{
    return (triangle){load_particles(slots, pack->node[0] + i), load_particles(slots, pack->node[1] + i),
                      load_particles(slots, pack->node[2] + i)};
}

/// Shares of the corners in w_u or w_v.
typedef struct shares {
    cs_wide a, b, c;
} shares;

KERNEL_PART shares load_shares(const double *b, const double *c)
{
    cs_wide of_b = cs_wide_load(b), of_c = cs_wide_load(c);
    return (shares){-(of_b + of_c), of_b, of_c};
}

/// sum w p q
KERNEL_PART cs_wide weighed(const triangle *x, shares p, shares q)
{
    return x->a.w * p.a * q.a + x->b.w * p.b * q.b + x->c.w * p.c * q.c;
}

KERNEL_PART wide3 image(wide3 e1, wide3 e2, shares s)
{
    return add3(scale3(e1, s.b), scale3(e2, s.c));
}

KERNEL_PART wide3 moved(wide_particles x, wide3 by_u, wide3 by_v, cs_wide u, cs_wide v)
{
    return add3(x.at, scale3(add3(scale3(by_u, u), scale3(by_v, v)), x.w));
}

KERNEL_PART void project(const cs_xpbd_work *work, cs_xpbd_membrane_pack *pack, int i, bool damped)
{
    triangle x = load_triangle(work->slots, pack, i);
    shares u = load_shares(pack->u1 + i, pack->u2 + i), v = load_shares(pack->v1 + i, pack->v2 + i);
    wide3 e1 = sub3(x.b.at, x.a.at), e2 = sub3(x.c.at, x.a.at);
    wide3 along_u = image(e1, e2, u), along_v = image(e1, e2, v);
    cs_wide uu = dot3(along_u, along_u), vv = dot3(along_v, along_v), uv = dot3(along_u, along_v);
    thread warp = stretch(work, uu), weft = stretch(work, vv);

    cs_wide sum_uu = weighed(&x, u, u), sum_uv = weighed(&x, u, v), sum_vv = weighed(&x, v, v);
    const double softer = 1 + work->gamma;
    cs_wide per_area = cs_wide_load(pack->per_area + i);
    cs_wide k00 = work->compliance[0] * per_area, k01 = work->compliance[1] * per_area;
    cs_wide k11 = work->compliance[2] * per_area, k22 = work->compliance[3] * per_area;
    wide_block block = {
        .a00 = warp.slope * warp.slope * uu * sum_uu * softer + k00,
        .a10 = warp.slope * weft.slope * uv * sum_uv * softer + k01,
        .a11 = weft.slope * weft.slope * vv * sum_vv * softer + k11,
        .a20 = warp.slope * (uv * sum_uu + uu * sum_uv) * softer,
        .a21 = weft.slope * (vv * sum_uv + uv * sum_vv) * softer,
        .a22 = (vv * sum_uu + 2.0 * uv * sum_uv + uu * sum_vv) * softer + k22,
    };
    wide3 lambda = {cs_wide_zero(), cs_wide_zero(), cs_wide_zero()};
    if (!work->fresh && !work->plain) {
        lambda = (wide3){cs_wide_load(pack->lambda[0] + i), cs_wide_load(pack->lambda[1] + i),
                         cs_wide_load(pack->lambda[2] + i)};
    }
    wide3 right = {warp.value + (k00 * lambda.x + k01 * lambda.y), weft.value + (k01 * lambda.x + k11 * lambda.y),
                   uv + k22 * lambda.z};
    if (damped) { // gamma times the rates of the measures
        triangle x0 = load_triangle(work->starts, pack, i);
        wide3 da = sub3(x.a.at, x0.a.at);
        wide3 d1 = sub3(sub3(x.b.at, x0.b.at), da), d2 = sub3(sub3(x.c.at, x0.c.at), da);
        wide3 du = image(d1, d2, u), dv = image(d1, d2, v);
        wide3 rates = {dot3(along_u, du) * warp.slope, dot3(along_v, dv) * weft.slope,
                       dot3(along_v, du) + dot3(along_u, dv)};
        right = add3(right, scale3(rates, cs_wide_set(work->gamma)));
    }
    block.r0 = -right.x;
    block.r1 = -right.y;
    block.r2 = -right.z;
    wide3 change = solve_block(block, CS_XPBD_DEPENDENT);
    if (work->plain) {
        change = scale3(change, cs_wide_set(work->correction));
    } else {
        cs_wide_store(pack->lambda[0] + i, lambda.x + change.x);
        cs_wide_store(pack->lambda[1] + i, lambda.y + change.y);
        cs_wide_store(pack->lambda[2] + i, lambda.z + change.z);
    }
    wide3 by_u = add3(scale3(along_u, change.x * warp.slope), scale3(along_v, change.z));
    wide3 by_v = add3(scale3(along_v, change.y * weft.slope), scale3(along_u, change.z));
    x.a.at = moved(x.a, by_u, by_v, u.a, v.a);
    x.b.at = moved(x.b, by_u, by_v, u.b, v.b);
    x.c.at = moved(x.c, by_u, by_v, u.c, v.c);
    store_particles(work->slots, pack->node[0] + i, x.a);
    store_particles(work->slots, pack->node[1] + i, x.b);
    store_particles(work->slots, pack->node[2] + i, x.c);
}

void CS_WIDE_NAME(cs_xpbd_membrane)(const cs_xpbd_work *work, void *packs, int64_t count)
{
    cs_xpbd_membrane_pack *pack = packs;
    for (int64_t k = 0; k < count * (CS_XPBD_LANES / CS_WIDE); k++) {
        int i = (int)(k % (CS_XPBD_LANES / CS_WIDE)) * CS_WIDE;
        project(work, &pack[k / (CS_XPBD_LANES / CS_WIDE)], i, work->gamma > 0);
    }
}
