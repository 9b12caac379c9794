// SPDX-License-Identifier: MIT
//
// Bending for the implicit solver: triangles with all three hinges. Nodes are the corners 0, 1, 2 and the far vertices
// 3, 4, 5; hinge i turns about the edge across corner i and moves the corners and far vertex 3 + i.
#include "math/wide.h"
#include "math/wide_math.h"
#include "sim/implicit_fabric.h"
#include "sim/implicit_wide.h"

// As cs_dihedral_angle has it: a common edge (m) and heights over it (parts of its length) below this have no angle.
#define HINGE_TINY 1e-9

/// Angles and gradients of the three hinges of CS_WIDE triangles.
typedef struct hinges {
    cs_wide angle[3];
    wide3 corner[3][3]; // of hinge i by corner n
    wide3 far[3];       // of hinge i by its far vertex
} hinges;

/// cs_dihedral_angle of the triangles (a, b, c) and (b, a, d).
INLINE cs_wide measure_hinge(wide3 a, wide3 b, wide3 c, wide3 d, wide3 gradient[4])
{
    wide3 e = sub3(b, a), to_c = sub3(c, a), to_d = sub3(d, a);
    wide3 n1 = cross3(e, to_c), n2 = cross3(to_d, e);
    cs_wide length2 = dot3(e, e), length = cs_wide_sqrt(length2);
    cs_wide square1 = dot3(n1, n1), square2 = dot3(n2, n2);
    cs_wide least = HINGE_TINY * length2, zero = cs_wide_zero(), one = cs_wide_set(1);
    cs_wide_mask sound = cs_wide_greater(length, cs_wide_set(HINGE_TINY));
    sound = cs_wide_mask_and(sound, cs_wide_greater(square1, least * least));
    sound = cs_wide_mask_and(sound, cs_wide_greater(square2, least * least));
    cs_wide safe2 = cs_wide_select(sound, length2, one);
    cs_wide along_c = dot3(to_c, e) / safe2, along_d = dot3(to_d, e) / safe2;
    wide3 lift_c = scale3(n1, length / cs_wide_select(sound, square1, one));
    wide3 lift_d = scale3(n2, length / cs_wide_select(sound, square2, one));
    lift_c = select3(sound, lift_c, zero3());
    lift_d = select3(sound, lift_d, zero3());
    gradient[0] = along3(scale3(lift_c, along_c - 1.0), lift_d, along_d - 1.0);
    gradient[1] = along3(scale3(lift_c, -along_c), lift_d, -along_d);
    gradient[2] = lift_c;
    gradient[3] = lift_d;
    cs_wide angle = cs_wide_atan2(length * dot3(n2, to_c), dot3(n1, n2));
    return cs_wide_select(sound, angle, zero);
}

/// Beyond-rest angles of all hinges; a hinge that has collapsed counts as at rest.
INLINE void measure_hinges(const cs_bending *b, const int32_t *term, const cs_soa *positions, hinges *h)
{
    wide3 x[6];
    for (int n = 0; n < 6; n++) {
        x[n] = gather_node(positions, b->lane[n], term);
    }
    for (int i = 0; i < 3; i++) {
        int first = (i + 1) % 3, second = (i + 2) % 3;
        wide3 gradient[4];
        cs_wide angle = measure_hinge(x[first], x[second], x[i], x[3 + i], gradient);
        cs_wide_mask collapsed = cs_wide_equal(dot3(gradient[2], gradient[2]), cs_wide_zero());
        h->angle[i] = cs_wide_select(collapsed, cs_wide_zero(), angle - cs_wide_gather(b->rest[i], term));
        h->corner[i][first] = gradient[0];
        h->corner[i][second] = gradient[1];
        h->corner[i][i] = gradient[2];
        h->far[i] = gradient[3];
    }
}

INLINE void add_rates(const cs_bending *b, const int32_t *term, const cs_soa *velocities, const hinges *h,
                      cs_wide strained[3])
{
    wide3 v[6];
    for (int n = 0; n < 6; n++) {
        v[n] = gather_node(velocities, b->lane[n], term);
    }
    for (int i = 0; i < 3; i++) {
        cs_wide rate = dot3(h->far[i], v[3 + i]);
        for (int n = 0; n < 3; n++) {
            rate = rate + dot3(h->corner[i][n], v[n]);
        }
        strained[i] = strained[i] + b->damping * rate;
    }
}

INLINE void store_block(cs_term_batch *out, int a, int b, int part, const wide3 row[3])
{
    for (int i = 0; i < 3; i++) {
        cs_wide_store_aligned(&out->block[cs_lower(a, b)][3 * i][part * CS_WIDE], row[i].x);
        cs_wide_store_aligned(&out->block[cs_lower(a, b)][3 * i + 1][part * CS_WIDE], row[i].y);
        cs_wide_store_aligned(&out->block[cs_lower(a, b)][3 * i + 2][part * CS_WIDE], row[i].z);
    }
}

/// Blocks: the gradient of node a times K times the gradients of node b.
INLINE void add_blocks(const hinges *h, cs_wide k[3][3], int part, cs_term_batch *out)
{
    for (int b = 0; b < 3; b++) {
        wide3 pulled[3];
        for (int i = 0; i < 3; i++) {
            pulled[i] = add3(add3(scale3(h->corner[0][b], k[i][0]), scale3(h->corner[1][b], k[i][1])),
                             scale3(h->corner[2][b], k[i][2]));
        }
        for (int a = b; a < 3; a++) {
            const wide3 *g[3] = {&h->corner[0][a], &h->corner[1][a], &h->corner[2][a]};
            const wide3 row[3] = {
                add3(add3(scale3(pulled[0], g[0]->x), scale3(pulled[1], g[1]->x)), scale3(pulled[2], g[2]->x)),
                add3(add3(scale3(pulled[0], g[0]->y), scale3(pulled[1], g[1]->y)), scale3(pulled[2], g[2]->y)),
                add3(add3(scale3(pulled[0], g[0]->z), scale3(pulled[1], g[1]->z)), scale3(pulled[2], g[2]->z)),
            };
            store_block(out, a, b, part, row);
        }
        for (int i = 0; i < 3; i++) {
            const wide3 row[3] = {scale3(pulled[i], h->far[i].x), scale3(pulled[i], h->far[i].y),
                                  scale3(pulled[i], h->far[i].z)};
            store_block(out, 3 + i, b, part, row);
        }
    }
    for (int b = 0; b < 3; b++) {
        for (int a = b; a < 3; a++) {
            wide3 pulled = scale3(h->far[b], k[a][b]);
            const wide3 row[3] = {scale3(pulled, h->far[a].x), scale3(pulled, h->far[a].y),
                                  scale3(pulled, h->far[a].z)};
            store_block(out, 3 + a, 3 + b, part, row);
        }
    }
}

INLINE void store_force(cs_term_batch *out, int node, int part, wide3 f)
{
    cs_wide_store_aligned(&out->force[node][0][part * CS_WIDE], -f.x);
    cs_wide_store_aligned(&out->force[node][1][part * CS_WIDE], -f.y);
    cs_wide_store_aligned(&out->force[node][2][part * CS_WIDE], -f.z);
}

INLINE void add_part(const cs_bending *b, const int32_t *term, const cs_term_point *point, int part, cs_term_batch *out)
{
    hinges h;
    measure_hinges(b, term, point->positions, &h);
    cs_wide strained[3] = {h.angle[0], h.angle[1], h.angle[2]};
    if (b->damping > 0) {
        add_rates(b, term, point->velocities, &h, strained);
    }
    cs_wide k[3][3];
    for (int i = 0; i < 3; i++) {
        k[i][i] = cs_wide_gather(b->stiffness[i], term);
    }
    k[0][1] = k[1][0] = cs_wide_gather(b->stiffness[3], term);
    k[0][2] = k[2][0] = cs_wide_gather(b->stiffness[4], term);
    k[1][2] = k[2][1] = cs_wide_gather(b->stiffness[5], term);
    cs_wide moment[3];
    for (int i = 0; i < 3; i++) {
        moment[i] = k[i][0] * strained[0] + k[i][1] * strained[1] + k[i][2] * strained[2];
    }
    for (int n = 0; n < 3; n++) {
        store_force(out, n, part,
                    add3(add3(scale3(h.corner[0][n], moment[0]), scale3(h.corner[1][n], moment[1])),
                         scale3(h.corner[2][n], moment[2])));
        store_force(out, 3 + n, part, scale3(h.far[n], moment[n]));
    }
    if (point->matrix) {
        const double scale = point->h * point->h + point->h * b->damping;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                k[i][j] = k[i][j] * scale;
            }
        }
        add_blocks(&h, k, part, out);
    }
}

void CS_WIDE_NAME(cs_bending_batch)(const cs_bending *b, const int32_t term[CS_SLICE], const cs_term_point *point,
                                    cs_term_batch *out)
{
    for (int part = 0; part < PARTS; part++) {
        add_part(b, term + part * CS_WIDE, point, part, out);
    }
}
