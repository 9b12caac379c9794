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

static inline thread stretch(const cs_xpbd_work *work, cs_wide squared)
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

/// gamma times the rates of the measures, for one substep.
static inline wide3 damping_of(const cs_xpbd_work *work, const cs_xpbd_membrane_pack *pack, int i,
                               const wide_particles x[3], wide3 along[2], cs_wide slope_u, cs_wide slope_v)
{
    wide3 moved[3];
    for (int n = 0; n < 3; n++) {
        moved[n] = sub3(x[n].at, load_particles(work->starts, pack->node[n] + i).at);
    }
    wide3 e1 = sub3(moved[1], moved[0]), e2 = sub3(moved[2], moved[0]);
    wide3 du = add3(scale3(e1, cs_wide_load(pack->u1 + i)), scale3(e2, cs_wide_load(pack->u2 + i)));
    wide3 dv = add3(scale3(e1, cs_wide_load(pack->v1 + i)), scale3(e2, cs_wide_load(pack->v2 + i)));
    wide3 rates = {dot3(along[0], du) * slope_u, dot3(along[1], dv) * slope_v, dot3(along[1], du) + dot3(along[0], dv)};
    return scale3(rates, cs_wide_set(work->gamma));
}

static inline void project(const cs_xpbd_work *work, cs_xpbd_membrane_pack *pack, int i)
{
    wide_particles x[3];
    for (int n = 0; n < 3; n++) {
        x[n] = load_particles(work->slots, pack->node[n] + i);
    }
    cs_wide u[3], v[3];
    u[1] = cs_wide_load(pack->u1 + i);
    u[2] = cs_wide_load(pack->u2 + i);
    v[1] = cs_wide_load(pack->v1 + i);
    v[2] = cs_wide_load(pack->v2 + i);
    u[0] = -(u[1] + u[2]);
    v[0] = -(v[1] + v[2]);
    wide3 e1 = sub3(x[1].at, x[0].at), e2 = sub3(x[2].at, x[0].at);
    wide3 along[2] = {add3(scale3(e1, u[1]), scale3(e2, u[2])), add3(scale3(e1, v[1]), scale3(e2, v[2]))};
    cs_wide uu = dot3(along[0], along[0]), vv = dot3(along[1], along[1]), uv = dot3(along[0], along[1]);
    thread warp = stretch(work, uu), weft = stretch(work, vv);

    cs_wide sum_uu = cs_wide_zero(), sum_uv = cs_wide_zero(), sum_vv = cs_wide_zero();
    for (int n = 0; n < 3; n++) {
        cs_wide wu = x[n].w * u[n];
        sum_uu = sum_uu + wu * u[n];
        sum_uv = sum_uv + wu * v[n];
        sum_vv = sum_vv + x[n].w * v[n] * v[n];
    }
    const double softer = 1 + work->gamma;
    cs_wide per_area = cs_wide_load(pack->per_area + i);
    cs_wide k00 = work->compliance[0] * per_area, k01 = work->compliance[1] * per_area;
    cs_wide k11 = work->compliance[2] * per_area, k22 = work->compliance[3] * per_area;
    wide_block b = {
        .a00 = warp.slope * warp.slope * uu * sum_uu * softer + k00,
        .a10 = warp.slope * weft.slope * uv * sum_uv * softer + k01,
        .a11 = weft.slope * weft.slope * vv * sum_vv * softer + k11,
        .a20 = warp.slope * (uv * sum_uu + uu * sum_uv) * softer,
        .a21 = weft.slope * (vv * sum_uv + uv * sum_vv) * softer,
        .a22 = (vv * sum_uu + 2.0 * uv * sum_uv + uu * sum_vv) * softer + k22,
    };
    wide3 lambda = {cs_wide_zero(), cs_wide_zero(), cs_wide_zero()};
    if (!work->fresh) {
        lambda = (wide3){cs_wide_load(pack->lambda[0] + i), cs_wide_load(pack->lambda[1] + i),
                         cs_wide_load(pack->lambda[2] + i)};
    }
    wide3 right = {warp.value + (k00 * lambda.x + k01 * lambda.y), weft.value + (k01 * lambda.x + k11 * lambda.y),
                   uv + k22 * lambda.z};
    if (work->gamma > 0) {
        right = add3(right, damping_of(work, pack, i, x, along, warp.slope, weft.slope));
    }
    b.r0 = -right.x;
    b.r1 = -right.y;
    b.r2 = -right.z;
    wide3 change = solve_block(b, CS_XPBD_DEPENDENT);
    if (work->plain) {
        change = scale3(change, cs_wide_set(work->correction));
    } else {
        cs_wide_store(pack->lambda[0] + i, lambda.x + change.x);
        cs_wide_store(pack->lambda[1] + i, lambda.y + change.y);
        cs_wide_store(pack->lambda[2] + i, lambda.z + change.z);
    }
    wide3 by_u = add3(scale3(along[0], change.x * warp.slope), scale3(along[1], change.z));
    wide3 by_v = add3(scale3(along[1], change.y * weft.slope), scale3(along[0], change.z));
    for (int n = 0; n < 3; n++) {
        x[n].at = add3(x[n].at, scale3(add3(scale3(by_u, u[n]), scale3(by_v, v[n])), x[n].w));
        store_particles(work->slots, pack->node[n] + i, x[n]);
    }
}

void CS_WIDE_NAME(cs_xpbd_membrane)(const cs_xpbd_work *work, void *packs, int64_t count)
{
    cs_xpbd_membrane_pack *pack = packs;
    for (int64_t p = 0; p < count; p++) {
        for (int i = 0; i < CS_XPBD_LANES; i += CS_WIDE) {
            project(work, &pack[p], i);
        }
    }
}
