// SPDX-License-Identifier: MIT
//
// The membrane for the implicit solver. A triangle's measures depend on its two threads w_u = sum u_a x_a and
// w_v = sum v_a x_a alone, so the matrix of a triangle is made of three blocks: with M_uu, M_uv, M_vv between the
// threads block (a, b) is u_a u_b M_uu + u_a v_b M_uv + v_a u_b M_uv^T + v_a v_b M_vv.
#include "math/wide.h"
#include "sim/implicit_fabric.h"
#include "sim/implicit_wide.h"

/// One of the two threads of a triangle.
typedef struct thread {
    cs_wide coefficient[3];
    wide3 w, along; // the thread and its direction
    wide3 rate;     // dw/dt
    cs_wide measure, slope, length;
} thread;

/// Strain of a thread as the fabric feels it, and its slope; 0 with slope 0 for a thread without a direction.
INLINE void strain_thread(const cs_membrane *m, thread *t)
{
    const cs_wide zero = cs_wide_zero(), one = cs_wide_set(1);
    const double at_limit = m->limit + m->stiffening * m->limit * m->limit / 2;
    const double beyond = (1 + m->stiffening * m->limit) * CS_MEMBRANE_LIMIT_SLOPE;
    cs_wide length = cs_wide_sqrt(dot3(t->w, t->w));
    cs_wide_mask pointed = cs_wide_greater(length, cs_wide_set(CS_MEMBRANE_TINY));
    t->length = cs_wide_select(pointed, length, one);
    t->along = (wide3){t->w.x / t->length, t->w.y / t->length, t->w.z / t->length};
    cs_wide strain = length - 1.0;
    cs_wide_mask stretched = cs_wide_greater(strain, zero);
    cs_wide_mask limited = cs_wide_greater(strain, cs_wide_set(m->limit));
    cs_wide slope = cs_wide_select(stretched, 1.0 + m->stiffening * strain, one);
    cs_wide value = cs_wide_select(stretched, strain + m->stiffening * strain * strain * 0.5, strain);
    slope = cs_wide_select(limited, cs_wide_set(beyond), slope);
    value = cs_wide_select(limited, at_limit + beyond * (strain - m->limit), value);
    t->slope = cs_wide_select(pointed, slope, zero);
    t->measure = cs_wide_select(pointed, value, zero);
}

/// Block M = k a b^T
INLINE void outer3(wide3 a, wide3 b, cs_wide k, cs_wide block[CS_BLOCK_SIZE])
{
    wide3 s = scale3(a, k);
    block[0] = s.x * b.x, block[1] = s.x * b.y, block[2] = s.x * b.z;
    block[3] = s.y * b.x, block[4] = s.y * b.y, block[5] = s.y * b.z;
    block[6] = s.z * b.x, block[7] = s.z * b.y, block[8] = s.z * b.z;
}

INLINE void add_outer3(wide3 a, wide3 b, cs_wide k, cs_wide block[CS_BLOCK_SIZE])
{
    cs_wide more[CS_BLOCK_SIZE];
    outer3(a, b, k, more);
    for (int i = 0; i < CS_BLOCK_SIZE; i++) {
        block[i] = block[i] + more[i];
    }
}

/// The block of a thread with itself: stretch, shear (`across` is the other thread), and the bow under tension.
INLINE void own_block(const thread *t, wide3 across, cs_wide stiffness, cs_wide shear, cs_wide tension, double h2,
                      cs_wide block[CS_BLOCK_SIZE])
{
    cs_wide bow = h2 * cs_wide_max(tension, cs_wide_zero()) * t->slope / t->length;
    outer3(t->along, t->along, t->slope * t->slope * stiffness - bow, block);
    add_outer3(across, across, shear, block);
    block[0] = block[0] + bow;
    block[4] = block[4] + bow;
    block[8] = block[8] + bow;
}

INLINE void add_blocks(const cs_membrane *m, cs_wide area, const thread *u, const thread *v, const cs_wide tension[2],
                       const cs_term_point *point, int part, cs_term_batch *out)
{
    const double h2 = point->h * point->h;
    cs_wide scaled = area * (h2 + point->h * m->damping), shear = scaled * m->shear;
    cs_wide uu[CS_BLOCK_SIZE], uv[CS_BLOCK_SIZE], vv[CS_BLOCK_SIZE];
    own_block(u, v->w, scaled * m->warp, shear, tension[0], h2, uu);
    own_block(v, u->w, scaled * m->weft, shear, tension[1], h2, vv);
    outer3(u->along, v->along, scaled * m->coupling * u->slope * v->slope, uv);
    add_outer3(v->w, u->w, shear, uv);
    for (int a = 0; a < 3; a++) {
        for (int b = 0; b <= a; b++) {
            cs_wide uaub = u->coefficient[a] * u->coefficient[b], uavb = u->coefficient[a] * v->coefficient[b];
            cs_wide vaub = v->coefficient[a] * u->coefficient[b], vavb = v->coefficient[a] * v->coefficient[b];
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    cs_wide sum =
                        (uaub * uu[3 * i + j] + vavb * vv[3 * i + j]) + (uavb * uv[3 * i + j] + vaub * uv[3 * j + i]);
                    cs_wide_store_aligned(&out->block[cs_lower(a, b)][3 * i + j][part * CS_WIDE], sum);
                }
            }
        }
    }
}

INLINE void add_part(const cs_membrane *m, const int32_t *term, const cs_term_point *point, int part,
                     cs_term_batch *out)
{
    thread u, v;
    cs_wide u1 = cs_wide_gather(m->u1, term), u2 = cs_wide_gather(m->u2, term), area = cs_wide_gather(m->area, term);
    cs_wide v1 = cs_wide_gather(m->v1, term), v2 = cs_wide_gather(m->v2, term);
    u.coefficient[0] = -(u1 + u2), u.coefficient[1] = u1, u.coefficient[2] = u2;
    v.coefficient[0] = -(v1 + v2), v.coefficient[1] = v1, v.coefficient[2] = v2;
    wide3 x = gather_node(point->positions, m->lane[0], term);
    wide3 e1 = sub3(gather_node(point->positions, m->lane[1], term), x);
    wide3 e2 = sub3(gather_node(point->positions, m->lane[2], term), x);
    u.w = along3(scale3(e1, u1), e2, u2);
    v.w = along3(scale3(e1, v1), e2, v2);
    strain_thread(m, &u);
    strain_thread(m, &v);
    cs_wide strained[3] = {u.measure, v.measure, dot3(u.w, v.w)};
    if (m->damping > 0) {
        wide3 r = gather_node(point->velocities, m->lane[0], term);
        wide3 r1 = sub3(gather_node(point->velocities, m->lane[1], term), r);
        wide3 r2 = sub3(gather_node(point->velocities, m->lane[2], term), r);
        u.rate = along3(scale3(r1, u1), r2, u2);
        v.rate = along3(scale3(r1, v1), r2, v2);
        strained[0] = strained[0] + m->damping * (u.slope * dot3(u.along, u.rate));
        strained[1] = strained[1] + m->damping * (v.slope * dot3(v.along, v.rate));
        strained[2] = strained[2] + m->damping * (dot3(v.w, u.rate) + dot3(u.w, v.rate));
    }
    cs_wide tension[2] = {area * (m->warp * strained[0] + m->coupling * strained[1]),
                          area * (m->coupling * strained[0] + m->weft * strained[1])};
    cs_wide sheared = area * m->shear * strained[2];
    wide3 by_u = along3(scale3(u.along, u.slope * tension[0]), v.w, sheared);
    wide3 by_v = along3(scale3(v.along, v.slope * tension[1]), u.w, sheared);
    for (int a = 0; a < 3; a++) {
        wide3 f = along3(scale3(by_u, u.coefficient[a]), by_v, v.coefficient[a]);
        cs_wide_store_aligned(&out->force[a][0][part * CS_WIDE], -f.x);
        cs_wide_store_aligned(&out->force[a][1][part * CS_WIDE], -f.y);
        cs_wide_store_aligned(&out->force[a][2][part * CS_WIDE], -f.z);
    }
    if (point->matrix) {
        add_blocks(m, area, &u, &v, tension, point, part, out);
    }
}

void CS_WIDE_NAME(cs_membrane_batch)(const cs_membrane *m, const int32_t term[CS_SLICE], const cs_term_point *point,
                                     cs_term_batch *out)
{
    for (int part = 0; part < PARTS; part++) {
        add_part(m, term + part * CS_WIDE, point, part, out);
    }
}
