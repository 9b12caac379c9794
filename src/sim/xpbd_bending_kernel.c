// SPDX-License-Identifier: MIT
//
// Bending in position based dynamics, CS_WIDE triangles with their three hinges at a time (bending.h has the measures,
// xpbd.h the equation). The triangle's normal serves all its hinges.
#include "sim/xpbd_kernels.h"
#include "sim/xpbd_wide.h"

// A hinge needs a common edge (m) and heights over it (parts of its length) above this to have an angle, as
// cs_dihedral_angle has it.
#define HINGE_TINY 1e-9

/// The angle of (x, y), within 4e-16 of cs_atan2 but at a third of its price: atan(k/8) + atan(u) with |u| <= 1/16
/// after the smaller was divided by the larger. 0 for (0, 0).
KERNEL_PART cs_wide angle_of(cs_wide y, cs_wide x)
{
    static const double eighths[] = {
        0,
        0x1.fd5ba9aac2f6ep-4,
        0x1.f5b75f92c80ddp-3,
        0x1.6f61941e4def1p-2,
        0x1.dac670561bb4fp-2,
        0x1.1e00babdefeb4p-1,
        0x1.4978fa3269ee1p-1,
        0x1.700a7c5784634p-1,
        0x1.921fb54442d18p-1,
    };
    const cs_wide zero = cs_wide_zero();
    cs_wide width = cs_wide_abs(x), height = cs_wide_abs(y);
    cs_wide_mask steep = cs_wide_greater(height, width);
    cs_wide small = cs_wide_select(steep, width, height), large = cs_wide_select(steep, height, width);
    // Neither (0, 0) nor what is too large or no number may choose a place in the table.
    cs_wide_mask some = cs_wide_mask_and(cs_wide_less(large, cs_wide_set(0x1p1000)), cs_wide_greater(large, zero));
    some = cs_wide_mask_and(some, cs_wide_less_equal(small, large));
    small = cs_wide_select(some, small, zero);
    large = cs_wide_select(some, large, cs_wide_set(1));
    cs_wide k = cs_wide_floor(8.0 * (small / large) + 0.5), c = k * 0.125;
    int32_t index[CS_WIDE];
    cs_wide_store_int32(index, k);
    cs_wide u = (small - c * large) / (large + c * small), z = u * u;
    cs_wide series =
        ((((z * (1.0 / 13.0) - 1.0 / 11.0) * z + 1.0 / 9.0) * z - 1.0 / 7.0) * z + 1.0 / 5.0) * z - 1.0 / 3.0;
    cs_wide angle = cs_wide_gather(eighths, index) + (u + u * z * series);
    angle = cs_wide_select(steep, 0x1.921fb54442d18p+0 - angle, angle);
    angle = cs_wide_select(cs_wide_less(x, zero), 0x1.921fb54442d18p+1 - angle, angle);
    return cs_wide_copysign(angle, y);
}

/// A hinge at the edge from `first` to `second`, between the triangle's third vertex `near` and the neighbour's `far`:
/// its angle beyond the one at rest, and the gradients.
typedef struct hinge {
    cs_wide value;
    wide3 near, first, second, far;
} hinge;

KERNEL_PART wide3 keep3(cs_wide_mask m, wide3 a)
{
    const cs_wide zero = cs_wide_zero();
    return (wide3){cs_wide_select(m, a.x, zero), cs_wide_select(m, a.y, zero), cs_wide_select(m, a.z, zero)};
}

/// `normal` is twice the triangle's area long, `square` its square.
KERNEL_PART hinge measure(wide3 near, wide3 first, wide3 second, wide3 far, wide3 normal, cs_wide square,
                          cs_wide per_square, cs_wide rest, cs_wide compliance)
{
    wide3 e = sub3(second, first), to_near = sub3(near, first), to_far = sub3(far, first);
    wide3 other = cross3(to_far, e);
    cs_wide length2 = dot3(e, e), length = cs_wide_sqrt(length2), other2 = dot3(other, other);
    cs_wide least = length2 * HINGE_TINY;
    cs_wide smaller = cs_wide_min(square, other2);
    cs_wide_mask sound = cs_wide_mask_and(
        cs_wide_greater(length, cs_wide_set(HINGE_TINY)),
        cs_wide_mask_and(cs_wide_greater(smaller, least * least), cs_wide_greater(compliance, cs_wide_zero())));
    cs_wide per_length2 = 1.0 / length2;
    cs_wide along_near = dot3(to_near, e) * per_length2, along_far = dot3(to_far, e) * per_length2;
    wide3 lift_near = scale3(normal, length * per_square), lift_far = scale3(other, length / other2);
    wide3 at_first = add3(scale3(lift_near, along_near - 1.0), scale3(lift_far, along_far - 1.0));
    wide3 at_second = add3(scale3(lift_near, along_near), scale3(lift_far, along_far));
    cs_wide angle = angle_of(length * dot3(other, to_near), dot3(normal, other));
    return (hinge){
        .value = cs_wide_select(sound, angle - rest, cs_wide_zero()),
        .near = keep3(sound, lift_near),
        .first = keep3(sound, at_first),
        .second = keep3(sound, (wide3){-at_second.x, -at_second.y, -at_second.z}),
        .far = keep3(sound, lift_far),
    };
}

/// The corners of a triangle in the order 0, 1, 2 and the three beyond its edges.
typedef struct corners {
    wide_particles a, b, c, beyond_a, beyond_b, beyond_c;
} corners;

KERNEL_PART corners load_corners(const double *slots, const cs_xpbd_bending_pack *pack, int i)
{
    return (corners){
        load_particles(slots, pack->node[0] + i), load_particles(slots, pack->node[1] + i),
        load_particles(slots, pack->node[2] + i), load_particles(slots, pack->node[3] + i),
        load_particles(slots, pack->node[4] + i), load_particles(slots, pack->node[5] + i),
    };
}

/// J x of the three hinges: a's is opposite to the corner a, and so on.
KERNEL_PART wide3 rates(const hinge *a, const hinge *b, const hinge *c, const corners *x, const corners *x0)
{
    wide3 da = sub3(x->a.at, x0->a.at), db = sub3(x->b.at, x0->b.at), dc = sub3(x->c.at, x0->c.at);
    wide3 fa = sub3(x->beyond_a.at, x0->beyond_a.at), fb = sub3(x->beyond_b.at, x0->beyond_b.at);
    wide3 fc = sub3(x->beyond_c.at, x0->beyond_c.at);
    return (wide3){
        dot3(a->near, da) + dot3(a->first, db) + dot3(a->second, dc) + dot3(a->far, fa),
        dot3(b->near, db) + dot3(b->first, dc) + dot3(b->second, da) + dot3(b->far, fb),
        dot3(c->near, dc) + dot3(c->first, da) + dot3(c->second, db) + dot3(c->far, fc),
    };
}

/// Adds what three hinges want to one corner.
KERNEL_PART wide3 moved(wide3 x, cs_wide w, wide3 g0, wide3 g1, wide3 g2, wide3 change)
{
    wide3 sum = add3(add3(scale3(g0, change.x), scale3(g1, change.y)), scale3(g2, change.z));
    return add3(x, scale3(sum, w));
}

/// Far corners are read again before they move: in a narrow fold two of them may be one particle.
KERNEL_PART void move_far(double *slots, const int32_t *index, wide3 gradient, cs_wide change)
{
    wide_particles p = load_particles(slots, index);
    p.at = add3(p.at, scale3(gradient, p.w * change));
    store_particles(slots, index, p);
}

KERNEL_PART void project(const cs_xpbd_work *work, cs_xpbd_bending_pack *pack, int i, bool damped)
{
    corners x = load_corners(work->slots, pack, i);
    wide3 normal = cross3(sub3(x.b.at, x.a.at), sub3(x.c.at, x.a.at));
    cs_wide square = dot3(normal, normal), per_square = 1.0 / square;
    cs_wide k00 = cs_wide_load(pack->compliance[0] + i), k11 = cs_wide_load(pack->compliance[1] + i);
    cs_wide k22 = cs_wide_load(pack->compliance[2] + i), k01 = cs_wide_load(pack->compliance[3] + i);
    cs_wide k02 = cs_wide_load(pack->compliance[4] + i), k12 = cs_wide_load(pack->compliance[5] + i);
    hinge a = measure(x.a.at, x.b.at, x.c.at, x.beyond_a.at, normal, square, per_square,
                      cs_wide_load(pack->rest[0] + i), k00);
    hinge b = measure(x.b.at, x.c.at, x.a.at, x.beyond_b.at, normal, square, per_square,
                      cs_wide_load(pack->rest[1] + i), k11);
    hinge c = measure(x.c.at, x.a.at, x.b.at, x.beyond_c.at, normal, square, per_square,
                      cs_wide_load(pack->rest[2] + i), k22);

    const double softer = 1 + work->gamma;
    wide_block block;
    block.a00 = (x.a.w * dot3(a.near, a.near) + x.b.w * dot3(a.first, a.first) + x.c.w * dot3(a.second, a.second) +
                 x.beyond_a.w * dot3(a.far, a.far)) *
                    softer +
                k00;
    block.a11 = (x.b.w * dot3(b.near, b.near) + x.c.w * dot3(b.first, b.first) + x.a.w * dot3(b.second, b.second) +
                 x.beyond_b.w * dot3(b.far, b.far)) *
                    softer +
                k11;
    block.a22 = (x.c.w * dot3(c.near, c.near) + x.a.w * dot3(c.first, c.first) + x.b.w * dot3(c.second, c.second) +
                 x.beyond_c.w * dot3(c.far, c.far)) *
                    softer +
                k22;
    block.a10 =
        (x.a.w * dot3(a.near, b.second) + x.b.w * dot3(a.first, b.near) + x.c.w * dot3(a.second, b.first)) * softer +
        k01;
    block.a20 =
        (x.a.w * dot3(a.near, c.first) + x.b.w * dot3(a.first, c.second) + x.c.w * dot3(a.second, c.near)) * softer +
        k02;
    block.a21 =
        (x.a.w * dot3(b.second, c.first) + x.b.w * dot3(b.near, c.second) + x.c.w * dot3(b.first, c.near)) * softer +
        k12;
    wide3 lambda = {cs_wide_zero(), cs_wide_zero(), cs_wide_zero()};
    if (!work->fresh && !work->plain) {
        lambda = (wide3){cs_wide_load(pack->lambda[0] + i), cs_wide_load(pack->lambda[1] + i),
                         cs_wide_load(pack->lambda[2] + i)};
    }
    wide3 right = {a.value + (k00 * lambda.x + k01 * lambda.y + k02 * lambda.z),
                   b.value + (k01 * lambda.x + k11 * lambda.y + k12 * lambda.z),
                   c.value + (k02 * lambda.x + k12 * lambda.y + k22 * lambda.z)};
    if (damped) {
        corners x0 = load_corners(work->starts, pack, i);
        right = add3(right, scale3(rates(&a, &b, &c, &x, &x0), cs_wide_set(work->gamma)));
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
    x.a.at = moved(x.a.at, x.a.w, a.near, b.second, c.first, change);
    x.b.at = moved(x.b.at, x.b.w, a.first, b.near, c.second, change);
    x.c.at = moved(x.c.at, x.c.w, a.second, b.first, c.near, change);
    store_particles(work->slots, pack->node[0] + i, x.a);
    store_particles(work->slots, pack->node[1] + i, x.b);
    store_particles(work->slots, pack->node[2] + i, x.c);
    move_far(work->slots, pack->node[3] + i, a.far, change.x);
    move_far(work->slots, pack->node[4] + i, b.far, change.y);
    move_far(work->slots, pack->node[5] + i, c.far, change.z);
}

void CS_WIDE_NAME(cs_xpbd_bending)(const cs_xpbd_work *work, void *packs, int64_t count)
{
    cs_xpbd_bending_pack *pack = packs;
    for (int64_t k = 0; k < count * (CS_XPBD_LANES / CS_WIDE); k++) {
        int i = (int)(k % (CS_XPBD_LANES / CS_WIDE)) * CS_WIDE;
        project(work, &pack[k / (CS_XPBD_LANES / CS_WIDE)], i, work->gamma > 0);
    }
}
