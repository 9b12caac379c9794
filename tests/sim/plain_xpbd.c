// SPDX-License-Identifier: MIT
//
// The oracle of the kernels of position based dynamics; xpbd.h has the equations.
#include "sim/plain_xpbd.h"

#include "math/math.h"

static cs_vec3 at(const double *slots, int32_t slot)
{
    return (cs_vec3){slots[4 * slot], slots[4 * slot + 1], slots[4 * slot + 2]};
}
static double mobility(const double *slots, int32_t slot)
{
    return slots[4 * slot + 3];
}
static void move(double *slots, int32_t slot, cs_vec3 by)
{
    slots[4 * slot] += by.x;
    slots[4 * slot + 1] += by.y;
    slots[4 * slot + 2] += by.z;
}

static void link_step(const cs_xpbd_work *work, cs_xpbd_link_pack *pack, int i, const double *gamma)
{
    int32_t a = pack->a[i], b = pack->b[i];
    double lambda = work->fresh || work->plain ? 0 : pack->lambda[i];
    cs_vec3 d = cs_sub(at(work->slots, b), at(work->slots, a));
    double length = sqrt(cs_dot(d, d)), s = 0;
    double pull = length - pack->rest[i] + pack->compliance[i] * lambda;
    double w = mobility(work->slots, a) + mobility(work->slots, b);
    if (length > CS_SPRING_TINY) {
        if (gamma) {
            cs_vec3 db = cs_sub(at(work->slots, b), at(work->starts, b));
            cs_vec3 da = cs_sub(at(work->slots, a), at(work->starts, a));
            double rate = cs_dot(d, cs_sub(db, da));
            s = -(pull * length + *gamma * rate) / (length * length * (w * (1 + *gamma) + pack->compliance[i]));
        } else {
            s = -pull / (length * (w + pack->compliance[i]));
        }
        if (work->unilateral && lambda + s * length > 0) {
            s = -lambda / length;
        }
    }
    if (work->plain) {
        s *= work->correction;
    } else {
        pack->lambda[i] = lambda + s * length;
    }
    cs_vec3 by_a = cs_scale(d, mobility(work->slots, a) * s), by_b = cs_scale(d, mobility(work->slots, b) * s);
    move(work->slots, a, cs_scale(by_a, -1));
    move(work->slots, b, by_b);
}

void plain_xpbd_links(const cs_xpbd_work *work, void *packs, int64_t count)
{
    cs_xpbd_link_pack *pack = packs;
    for (int64_t i = 0; i < count * CS_XPBD_LANES; i++) {
        link_step(work, &pack[i / CS_XPBD_LANES], (int)(i % CS_XPBD_LANES), work->gammas ? work->gammas + i : NULL);
    }
}

// ---- blocks of three --------------------------------------------------------------------

typedef struct three {
    double x, y, z;
} three;

static double pivot_inverse(double pivot, double diagonal)
{
    return pivot > diagonal * CS_XPBD_DEPENDENT ? 1 / pivot : 0;
}

/// The lower half of a matrix, row by row, and the right side.
static three solve(const double a[6], three r)
{
    double i0 = pivot_inverse(a[0], a[0]), l10 = a[1] * i0, l20 = a[3] * i0;
    double i1 = pivot_inverse(a[2] - l10 * a[1], a[2]);
    double f21 = a[4] - l20 * a[1], l21 = f21 * i1;
    double i2 = pivot_inverse(a[5] - l20 * a[3] - l21 * f21, a[5]);
    double y1 = r.y - l10 * r.x, y2 = r.z - l20 * r.x - l21 * y1;
    double z = y2 * i2, y = y1 * i1 - l21 * z;
    return (three){r.x * i0 - l10 * y - l20 * z, y, z};
}

static three kept(const cs_xpbd_work *work, double lambda[3][CS_XPBD_LANES], int i)
{
    bool none = work->fresh || work->plain;
    return none ? (three){0, 0, 0} : (three){lambda[0][i], lambda[1][i], lambda[2][i]};
}

/// Keeps the multipliers, or takes a part of the change.
static three settled(const cs_xpbd_work *work, double lambda[3][CS_XPBD_LANES], int i, three before, three change)
{
    if (work->plain) {
        return (three){change.x * work->correction, change.y * work->correction, change.z * work->correction};
    }
    lambda[0][i] = before.x + change.x;
    lambda[1][i] = before.y + change.y;
    lambda[2][i] = before.z + change.z;
    return change;
}

// ---- membrane ---------------------------------------------------------------------------

static double stretch(const cs_xpbd_work *work, double squared, double *slope)
{
    double length = sqrt(squared), strain = length - 1, value = strain;
    *slope = 1;
    if (!(length > CS_MEMBRANE_TINY)) {
        *slope = 0;
        return 0;
    }
    if (strain > work->limit) {
        double value_at = work->limit + work->stiffening * work->limit * work->limit / 2;
        *slope = (1 + work->stiffening * work->limit) * CS_MEMBRANE_LIMIT_SLOPE;
        value = value_at + *slope * (strain - work->limit);
    } else if (strain > 0) {
        value = strain + work->stiffening * strain * strain / 2;
        *slope = 1 + work->stiffening * strain;
    }
    *slope /= length;
    return value;
}

static void membrane_step(const cs_xpbd_work *work, cs_xpbd_membrane_pack *pack, int i)
{
    int32_t node[3];
    cs_vec3 x[3];
    double w[3];
    for (int n = 0; n < 3; n++) {
        node[n] = pack->node[n][i];
        x[n] = at(work->slots, node[n]);
        w[n] = mobility(work->slots, node[n]);
    }
    const double u[3] = {-(pack->u1[i] + pack->u2[i]), pack->u1[i], pack->u2[i]};
    const double v[3] = {-(pack->v1[i] + pack->v2[i]), pack->v1[i], pack->v2[i]};
    cs_vec3 e1 = cs_sub(x[1], x[0]), e2 = cs_sub(x[2], x[0]);
    cs_vec3 along_u = cs_add(cs_scale(e1, u[1]), cs_scale(e2, u[2]));
    cs_vec3 along_v = cs_add(cs_scale(e1, v[1]), cs_scale(e2, v[2]));
    double uu = cs_dot(along_u, along_u), vv = cs_dot(along_v, along_v), uv = cs_dot(along_u, along_v);
    double warp, weft, value_u = stretch(work, uu, &warp), value_v = stretch(work, vv, &weft);
    double wuu = w[0] * u[0] * u[0] + w[1] * u[1] * u[1] + w[2] * u[2] * u[2];
    double wuv = w[0] * u[0] * v[0] + w[1] * u[1] * v[1] + w[2] * u[2] * v[2];
    double wvv = w[0] * v[0] * v[0] + w[1] * v[1] * v[1] + w[2] * v[2] * v[2];
    double softer = 1 + work->gamma, k[4];
    for (int n = 0; n < 4; n++) {
        k[n] = work->compliance[n] * pack->per_area[i];
    }
    const double a[6] = {
        warp * warp * uu * wuu * softer + k[0], warp * weft * uv * wuv * softer + k[1],
        weft * weft * vv * wvv * softer + k[2], warp * (uv * wuu + uu * wuv) * softer,
        weft * (vv * wuv + uv * wvv) * softer,  (vv * wuu + 2 * uv * wuv + uu * wvv) * softer + k[3],
    };
    three lambda = kept(work, pack->lambda, i);
    three right = {value_u + (k[0] * lambda.x + k[1] * lambda.y), value_v + (k[1] * lambda.x + k[2] * lambda.y),
                   uv + k[3] * lambda.z};
    if (work->gamma > 0) {
        cs_vec3 d0 = cs_sub(x[0], at(work->starts, node[0]));
        cs_vec3 d1 = cs_sub(cs_sub(x[1], at(work->starts, node[1])), d0);
        cs_vec3 d2 = cs_sub(cs_sub(x[2], at(work->starts, node[2])), d0);
        cs_vec3 du = cs_add(cs_scale(d1, u[1]), cs_scale(d2, u[2]));
        cs_vec3 dv = cs_add(cs_scale(d1, v[1]), cs_scale(d2, v[2]));
        right.x += cs_dot(along_u, du) * warp * work->gamma;
        right.y += cs_dot(along_v, dv) * weft * work->gamma;
        right.z += (cs_dot(along_v, du) + cs_dot(along_u, dv)) * work->gamma;
    }
    three change = solve(a, (three){-right.x, -right.y, -right.z});
    change = settled(work, pack->lambda, i, lambda, change);
    cs_vec3 by_u = cs_add(cs_scale(along_u, change.x * warp), cs_scale(along_v, change.z));
    cs_vec3 by_v = cs_add(cs_scale(along_v, change.y * weft), cs_scale(along_u, change.z));
    for (int n = 0; n < 3; n++) {
        move(work->slots, node[n], cs_scale(cs_add(cs_scale(by_u, u[n]), cs_scale(by_v, v[n])), w[n]));
    }
}

void plain_xpbd_membrane(const cs_xpbd_work *work, void *packs, int64_t count)
{
    cs_xpbd_membrane_pack *pack = packs;
    for (int64_t i = 0; i < count * CS_XPBD_LANES; i++) {
        membrane_step(work, &pack[i / CS_XPBD_LANES], (int)(i % CS_XPBD_LANES));
    }
}

// ---- bending ----------------------------------------------------------------------------

static double angle_of(double y, double x)
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
    bool steep = fabs(y) > fabs(x);
    double small = steep ? fabs(x) : fabs(y), large = steep ? fabs(y) : fabs(x);
    if (!(large > 0)) {
        small = 0;
        large = 1;
    }
    int k = (int)(8 * (small / large) + 0.5);
    double c = k * 0.125, u = (small - c * large) / (large + c * small), z = u * u;
    double series =
        ((((z * (1.0 / 13.0) - 1.0 / 11.0) * z + 1.0 / 9.0) * z - 1.0 / 7.0) * z + 1.0 / 5.0) * z - 1.0 / 3.0;
    double angle = eighths[k] + (u + u * z * series);
    angle = steep ? 0x1.921fb54442d18p+0 - angle : angle;
    angle = x < 0 ? 0x1.921fb54442d18p+1 - angle : angle;
    return copysign(angle, y);
}

/// Of the hinge opposite to corner k: gradients by the corners k, k + 1, k + 2 (modulo 3) and by the far vertex.
typedef struct hinge {
    double value;
    cs_vec3 gradient[4];
} hinge;

static hinge measure(const cs_vec3 x[6], int k, cs_vec3 normal, double rest, double compliance)
{
    hinge h = {0};
    cs_vec3 near = x[k], first = x[(k + 1) % 3], second = x[(k + 2) % 3], far = x[3 + k];
    cs_vec3 e = cs_sub(second, first), to_near = cs_sub(near, first), to_far = cs_sub(far, first);
    cs_vec3 other = cs_cross(to_far, e);
    double square = cs_dot(normal, normal), other2 = cs_dot(other, other);
    double length2 = cs_dot(e, e), length = sqrt(length2), least = length2 * 1e-9;
    if (!(length > 1e-9 && square > least * least && other2 > least * least && compliance > 0)) {
        return h;
    }
    double along_near = cs_dot(to_near, e) * (1 / length2), along_far = cs_dot(to_far, e) * (1 / length2);
    cs_vec3 lift_near = cs_scale(normal, length * (1 / square)), lift_far = cs_scale(other, length / other2);
    h.gradient[0] = lift_near;
    h.gradient[1] = cs_add(cs_scale(lift_near, along_near - 1), cs_scale(lift_far, along_far - 1));
    h.gradient[2] = cs_scale(cs_add(cs_scale(lift_near, along_near), cs_scale(lift_far, along_far)), -1);
    h.gradient[3] = lift_far;
    h.value = angle_of(length * cs_dot(other, to_near), cs_dot(normal, other)) - rest;
    return h;
}

static const cs_vec3 *by_corner(const hinge *h, int k, int corner)
{
    return &h->gradient[(corner - k + 3) % 3];
}

/// The corners in the order in which the kernel adds them up: for the diagonal from the hinge's own corner on.
static double product(const hinge h[3], int k, int j, const double w[6])
{
    double sum = 0;
    for (int n = 0; n < 3; n++) {
        int corner = k == j ? (k + n) % 3 : n;
        double part = w[corner] * cs_dot(*by_corner(&h[k], k, corner), *by_corner(&h[j], j, corner));
        sum = n == 0 ? part : sum + part;
    }
    return k == j ? sum + w[3 + k] * cs_dot(h[k].gradient[3], h[k].gradient[3]) : sum;
}

static double rate_of(const hinge *h, int k, const cs_vec3 moved[6])
{
    double near = cs_dot(h->gradient[0], moved[k]), first = cs_dot(h->gradient[1], moved[(k + 1) % 3]);
    double second = cs_dot(h->gradient[2], moved[(k + 2) % 3]), far = cs_dot(h->gradient[3], moved[3 + k]);
    return near + first + second + far;
}

static void bending_step(const cs_xpbd_work *work, cs_xpbd_bending_pack *pack, int i)
{
    cs_vec3 x[6];
    double w[6], k[6];
    for (int n = 0; n < 6; n++) {
        x[n] = at(work->slots, pack->node[n][i]);
        w[n] = mobility(work->slots, pack->node[n][i]);
        k[n] = pack->compliance[n][i];
    }
    cs_vec3 normal = cs_cross(cs_sub(x[1], x[0]), cs_sub(x[2], x[0]));
    hinge h[3];
    for (int n = 0; n < 3; n++) {
        h[n] = measure(x, n, normal, pack->rest[n][i], k[n]);
    }
    double softer = 1 + work->gamma;
    const double a[6] = {
        product(h, 0, 0, w) * softer + k[0], product(h, 0, 1, w) * softer + k[3], product(h, 1, 1, w) * softer + k[1],
        product(h, 0, 2, w) * softer + k[4], product(h, 1, 2, w) * softer + k[5], product(h, 2, 2, w) * softer + k[2],
    };
    three lambda = kept(work, pack->lambda, i);
    three right = {h[0].value + (k[0] * lambda.x + k[3] * lambda.y + k[4] * lambda.z),
                   h[1].value + (k[3] * lambda.x + k[1] * lambda.y + k[5] * lambda.z),
                   h[2].value + (k[4] * lambda.x + k[5] * lambda.y + k[2] * lambda.z)};
    if (work->gamma > 0) {
        cs_vec3 moved[6];
        for (int n = 0; n < 6; n++) {
            moved[n] = cs_sub(x[n], at(work->starts, pack->node[n][i]));
        }
        right.x += rate_of(&h[0], 0, moved) * work->gamma;
        right.y += rate_of(&h[1], 1, moved) * work->gamma;
        right.z += rate_of(&h[2], 2, moved) * work->gamma;
    }
    three change = solve(a, (three){-right.x, -right.y, -right.z});
    change = settled(work, pack->lambda, i, lambda, change);
    for (int n = 0; n < 3; n++) {
        cs_vec3 sum =
            cs_add(cs_add(cs_scale(*by_corner(&h[0], 0, n), change.x), cs_scale(*by_corner(&h[1], 1, n), change.y)),
                   cs_scale(*by_corner(&h[2], 2, n), change.z));
        move(work->slots, pack->node[n][i], cs_scale(sum, w[n]));
    }
    move(work->slots, pack->node[3][i], cs_scale(h[0].gradient[3], w[3] * change.x));
    move(work->slots, pack->node[4][i], cs_scale(h[1].gradient[3], w[4] * change.y));
    move(work->slots, pack->node[5][i], cs_scale(h[2].gradient[3], w[5] * change.z));
}

void plain_xpbd_bending(const cs_xpbd_work *work, void *packs, int64_t count)
{
    cs_xpbd_bending_pack *pack = packs;
    for (int64_t i = 0; i < count * CS_XPBD_LANES; i++) {
        bending_step(work, &pack[i / CS_XPBD_LANES], (int)(i % CS_XPBD_LANES));
    }
}

cs_xpbd_kernel *plain_xpbd_kernel(cs_xpbd_kind kind)
{
    return kind == CS_XPBD_LINKS      ? plain_xpbd_links
           : kind == CS_XPBD_MEMBRANE ? plain_xpbd_membrane
                                      : plain_xpbd_bending;
}
