// SPDX-License-Identifier: MIT
//
// Links in position based dynamics, CS_WIDE at a time (xpbd.h has the equation). With d = x_b - x_a and l = |d| the
// gradient is d/l, so the change of the multiplier, divided by l once more, takes one division in all.
#include "sim/xpbd_kernels.h"
#include "sim/xpbd_wide.h"

/// dlambda / l from its numerator and denominator, the multiplier kept from pushing where links only pull, and 0 where
/// a link has no direction.
KERNEL_PART cs_wide limited(cs_wide numerator, cs_wide denominator, cs_wide length, cs_wide lambda, bool unilateral)
{
    cs_wide s = numerator / denominator;
    if (unilateral) {
        cs_wide_mask pushes = cs_wide_greater(lambda + s * length, cs_wide_zero());
        s = cs_wide_select(pushes, -lambda / length, s);
    }
    return cs_wide_select(cs_wide_greater(length, cs_wide_set(CS_SPRING_TINY)), s, cs_wide_zero());
}

static void sweep_undamped(const cs_xpbd_work *work, cs_xpbd_link_pack *packs, int64_t count)
{
    double *const slots = work->slots;
    const bool unilateral = work->unilateral, plain = work->plain, zero = work->fresh || work->plain;
    const double correction = work->correction;
    for (int64_t k = 0; k < count * (CS_XPBD_LANES / CS_WIDE); k++) {
        cs_xpbd_link_pack *pack = &packs[k / (CS_XPBD_LANES / CS_WIDE)];
        int i = (int)(k % (CS_XPBD_LANES / CS_WIDE)) * CS_WIDE;
        wide_particles a = load_particles(slots, pack->a + i), b = load_particles(slots, pack->b + i);
        cs_wide lambda = zero ? cs_wide_zero() : cs_wide_load(pack->lambda + i);
        cs_wide stiff = cs_wide_load(pack->compliance + i);
        wide3 d = sub3(b.at, a.at);
        cs_wide length = cs_wide_sqrt(dot3(d, d));
        cs_wide pull = length - cs_wide_load(pack->rest + i) + stiff * lambda;
        cs_wide s = limited(-pull, length * (a.w + b.w + stiff), length, lambda, unilateral);
        if (plain) {
            s = s * correction;
        } else {
            cs_wide_store(pack->lambda + i, lambda + s * length);
        }
        a.at = sub3(a.at, scale3(d, a.w * s));
        b.at = add3(b.at, scale3(d, b.w * s));
        store_particles(slots, pack->a + i, a);
        store_particles(slots, pack->b + i, b);
    }
}

static void sweep_damped(const cs_xpbd_work *work, cs_xpbd_link_pack *packs, int64_t count)
{
    for (int64_t k = 0; k < count * (CS_XPBD_LANES / CS_WIDE); k++) {
        cs_xpbd_link_pack *pack = &packs[k / (CS_XPBD_LANES / CS_WIDE)];
        int i = (int)(k % (CS_XPBD_LANES / CS_WIDE)) * CS_WIDE;
        wide_particles a = load_particles(work->slots, pack->a + i), b = load_particles(work->slots, pack->b + i);
        wide3 a0 = load_particles(work->starts, pack->a + i).at, b0 = load_particles(work->starts, pack->b + i).at;
        cs_wide lambda = work->fresh || work->plain ? cs_wide_zero() : cs_wide_load(pack->lambda + i);
        cs_wide stiff = cs_wide_load(pack->compliance + i), gamma = cs_wide_load(work->gammas + k * CS_WIDE);
        wide3 d = sub3(b.at, a.at);
        cs_wide length = cs_wide_sqrt(dot3(d, d));
        cs_wide pull = length - cs_wide_load(pack->rest + i) + stiff * lambda;
        cs_wide rate = dot3(d, sub3(sub3(b.at, b0), sub3(a.at, a0)));
        cs_wide mobility = (a.w + b.w) * (1.0 + gamma) + stiff;
        cs_wide s =
            limited(-(pull * length + gamma * rate), length * length * mobility, length, lambda, work->unilateral);
        if (work->plain) {
            s = s * work->correction;
        } else {
            cs_wide_store(pack->lambda + i, lambda + s * length);
        }
        a.at = sub3(a.at, scale3(d, a.w * s));
        b.at = add3(b.at, scale3(d, b.w * s));
        store_particles(work->slots, pack->a + i, a);
        store_particles(work->slots, pack->b + i, b);
    }
}

void CS_WIDE_NAME(cs_xpbd_links)(const cs_xpbd_work *work, void *packs, int64_t count)
{
    if (work->gammas) {
        sweep_damped(work, packs, count);
    } else {
        sweep_undamped(work, packs, count);
    }
}
