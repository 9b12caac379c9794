// SPDX-License-Identifier: MIT
//
// Links in position based dynamics, CS_WIDE at a time (xpbd.h has the equation). With d = x_b - x_a and l = |d| the
// gradient is d/l, so the change of the multiplier, divided by l once more, takes one division in all.
#include "sim/xpbd_kernels.h"
#include "sim/xpbd_wide.h"

/// dlambda / l of the links at lane `i` of a pack, `length` > 0.
static inline cs_wide relative_change(const cs_xpbd_work *work, const cs_xpbd_link_pack *pack, int i, wide3 d,
                                      cs_wide length, cs_wide mobility, cs_wide lambda, const double *gammas)
{
    cs_wide c = length - cs_wide_load(pack->rest + i), stiff = cs_wide_load(pack->compliance + i);
    cs_wide pull = c + stiff * lambda;
    if (!gammas) {
        return -pull / (length * (mobility + stiff));
    }
    wide_particles a = load_particles(work->starts, pack->a + i), b = load_particles(work->starts, pack->b + i);
    wide_particles xa = load_particles(work->slots, pack->a + i), xb = load_particles(work->slots, pack->b + i);
    cs_wide gamma = cs_wide_load(gammas + i);
    cs_wide rate = dot3(d, sub3(sub3(xb.at, b.at), sub3(xa.at, a.at)));
    return -(pull * length + gamma * rate) / (length * length * (mobility * (1.0 + gamma) + stiff));
}

static inline void project(const cs_xpbd_work *work, cs_xpbd_link_pack *pack, int i, const double *gammas)
{
    wide_particles a = load_particles(work->slots, pack->a + i), b = load_particles(work->slots, pack->b + i);
    cs_wide lambda = work->fresh ? cs_wide_zero() : cs_wide_load(pack->lambda + i);
    wide3 d = sub3(b.at, a.at);
    cs_wide length = cs_wide_sqrt(dot3(d, d));
    cs_wide s = relative_change(work, pack, i, d, length, a.w + b.w, lambda, gammas);
    cs_wide_mask pointed = cs_wide_greater(length, cs_wide_set(CS_SPRING_TINY));
    if (work->unilateral) { // its multiplier is never positive
        cs_wide_mask pushes = cs_wide_greater(lambda + s * length, cs_wide_zero());
        s = cs_wide_select(pushes, -lambda / length, s);
    }
    s = cs_wide_select(pointed, s, cs_wide_zero());
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

void CS_WIDE_NAME(cs_xpbd_links)(const cs_xpbd_work *work, void *packs, int64_t count)
{
    cs_xpbd_link_pack *pack = packs;
    for (int64_t p = 0; p < count; p++) {
        const double *gammas = work->gammas ? work->gammas + p * CS_XPBD_LANES : NULL;
        for (int i = 0; i < CS_XPBD_LANES; i += CS_WIDE) {
            project(work, &pack[p], i, gammas);
        }
    }
}
