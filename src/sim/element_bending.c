// SPDX-License-Identifier: MIT
//
// Bending of a fabric, see bending.h: dihedral angles weighed, triangle by triangle, as the curvatures that cause them.
// Shares of angles make the element of Morley (1968) or the shape operator of Grinspun, Gingold, Reisman and Zorin
// (2006); surfaces through six vertices that of Onate and Cervera (1993, rotation-free plates). Neither alone is right
// on every mesh.
#include "sim/bending.h"

#include "math/math.h"
#include "mesh/mesh.h"
#include "sim/fabric.h"

#include <string.h>

// Relative to its diagonal, this much is added to B Q^-1 B^T, so that it has an inverse where three hinges see only two
// curvatures (slivers). More makes less of what they see.
#define HINGE_REGULAR 1e-6
// The part of the energy by which triangles differ from their neighbours (the gap of bending.h) that stays. Less lets
// irregular meshes fold softer than the fabric, more makes them stiffer, above all in twist: with 0.25 strips of 32
// edges of any triangles bend within 1.5 % of their rigidity (as stiff along as across); alternating diagonals twist
// 25 % too stiffly, irregular ones 11 %.
#define FOLD_PART 0.25
// What is left must cost this part of what the shares of the angles cost, so that no triangle folds for nothing.
#define FOLD_LEAST 0.02
// Halvings with which that is found.
#define FACTOR_BITS 30
// The twist costs at least this part of the smaller rigidity: bend_bias may be measured below what warp and weft alone
// would make it, but a fabric that twists for nothing has no shape.
#define TWIST_LEAST 0.1
// A hinge needs a common edge (m) and heights over it (parts of its length) above this to have an angle.
#define HINGE_TINY 1e-9

double cs_dihedral_angle(cs_vec3 a, cs_vec3 b, cs_vec3 c, cs_vec3 d, cs_vec3 gradient[4])
{
    cs_vec3 e = cs_sub(b, a), to_c = cs_sub(c, a), to_d = cs_sub(d, a);
    cs_vec3 n1 = cs_cross(e, to_c), n2 = cs_cross(to_d, e);
    double length2 = cs_dot(e, e), length = sqrt(length2);
    double square1 = cs_dot(n1, n1), square2 = cs_dot(n2, n2);
    double least = HINGE_TINY * length2;
    if (!(length > HINGE_TINY && square1 > least * least && square2 > least * least)) {
        memset(gradient, 0, 4 * sizeof(*gradient));
        return 0;
    }
    // Lifting c by its height over the edge turns its triangle by a radian; a and b share what c and d take, each as
    // far as the foot of the height is from the other end.
    double along_c = cs_dot(to_c, e) / length2, along_d = cs_dot(to_d, e) / length2;
    cs_vec3 lift_c = cs_scale(n1, length / square1), lift_d = cs_scale(n2, length / square2);
    gradient[0] = cs_add(cs_scale(lift_c, along_c - 1), cs_scale(lift_d, along_d - 1));
    gradient[1] = cs_add(cs_scale(lift_c, -along_c), cs_scale(lift_d, -along_d));
    gradient[2] = lift_c;
    gradient[3] = lift_d;
    return cs_atan2(length * cs_dot(n2, to_c), cs_dot(n1, n2));
}

/// Where a matrix of three hinges stands in the six arrays: 00, 11, 22, 01, 02, 12.
static const int packed[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};

static void evaluate(const cs_bending *b, int64_t i, const cs_soa *x, cs_term *term)
{
    *term = (cs_term){.nodes = 3, .damping = b->damping};
    cs_vec3 at[6];
    for (int n = 0; n < 6; n++) {
        int lane = b->lane[n][i];
        at[n] = (cs_vec3){x->x[lane], x->y[lane], x->z[lane]};
    }
    int hinge[3];
    for (int n = 0; n < 3; n++) {
        term->lane[n] = b->lane[n][i];
        if (!(b->hinges[i] >> n & 1)) {
            continue;
        }
        int first = (n + 1) % 3, second = (n + 2) % 3, row = term->measures++, far = term->nodes++;
        cs_vec3 gradient[4];
        double angle = cs_dihedral_angle(at[first], at[second], at[n], at[3 + n], gradient);
        bool flat = gradient[2].x == 0 && gradient[2].y == 0 && gradient[2].z == 0; // a triangle has collapsed
        term->value[row] = flat ? 0 : angle - b->rest[n][i];
        term->gradient[row][first] = gradient[0];
        term->gradient[row][second] = gradient[1];
        term->gradient[row][n] = gradient[2];
        term->lane[far] = b->lane[3 + n][i];
        term->gradient[row][far] = gradient[3];
        hinge[row] = n;
    }
    for (int k = 0; k < term->measures; k++) {
        for (int j = 0; j < term->measures; j++) {
            term->stiffness[k][j] = b->stiffness[packed[hinge[k]][hinge[j]]][i];
            term->compliance[k][j] = b->compliance[packed[hinge[k]][hinge[j]]][i];
        }
    }
}

static void terms(const cs_element *element, int64_t first, int count, const cs_soa *positions, cs_term *out)
{
    const cs_bending *b = (const cs_bending *)element;
    for (int i = 0; i < count; i++) {
        evaluate(b, first + i, positions, &out[i]);
    }
}

static const cs_element_kind bending_kind = {.name = "bending", .terms = terms};

const cs_bending *cs_bending_of(const cs_element *element)
{
    return element->kind == &bending_kind ? (const cs_bending *)element : NULL;
}

// ---- from the rest shape ----------------------------------------------------------------

/// Q: what unit curvature along warp, along weft and unit twist cost (twice the energy per area).
static void rigidities(const cs_fabric *fabric, double q[3])
{
    double warp = fabric->bend[0], weft = fabric->bend[1];
    double twist = (4 * fabric->bend_bias - warp - weft) / 2; // D(45 degrees) = (warp + weft + 2 twist)/4
    q[0] = warp;
    q[1] = weft;
    q[2] = 2 * fmax(twist, TWIST_LEAST * fmin(warp, weft));
}

/// Height of a surface with unit curvature along warp or weft or unit twist over the point (along, aside) of the frame
/// of an edge whose direction in (warp, weft) is t.
static void heights(const double t[2], double along, double aside, double height[3])
{
    double u = along * t[0] - aside * t[1], v = along * t[1] + aside * t[0];
    height[0] = u * u / 2;
    height[1] = v * v / 2;
    height[2] = u * v;
}

/// A row of B: the angle at an edge from `a` to `b`, between a triangle with the vertex c and its neighbour with d
/// turned into its plane, for unit curvatures. Heights count from the line through a and b.
static void hinge_row(const cs_fabric_triangle *rest, cs_vec3 a, cs_vec3 b, cs_vec3 c, cs_vec3 d, double row[3])
{
    cs_vec3 e = cs_sub(b, a), to_c = cs_sub(c, a), to_d = cs_sub(d, a);
    double length = cs_length(e);
    cs_vec3 along = cs_normalize(e);
    const double t[2] = {cs_dot(along, rest->warp), cs_dot(along, rest->weft)};
    double foot_c = cs_dot(to_c, along), foot_d = cs_dot(to_d, along);
    double height_c = cs_length(cs_cross(e, to_c)) / length, height_d = cs_length(cs_cross(e, to_d)) / length;
    double at_b[3], at_c[3], at_d[3];
    heights(t, length, 0, at_b);
    heights(t, foot_c, height_c, at_c);
    heights(t, foot_d, -height_d, at_d);
    for (int k = 0; k < 3; k++) {
        row[k] = (at_c[k] - at_b[k] * foot_c / length) / height_c + (at_d[k] - at_b[k] * foot_d / length) / height_d;
    }
}

/// A matrix of three measures; only the first n rows and columns count.
typedef double matrix3[3][3];

/// The inverse of a symmetric positive definite matrix of n rows, by Gauss and Jordan without pivots, symmetric to the
/// last bit.
static void invert(int n, matrix3 of, matrix3 inverse)
{
    matrix3 left, right;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            left[i][j] = of[i][j];
            right[i][j] = i == j;
        }
    }
    for (int k = 0; k < n; k++) {
        double pivot = left[k][k];
        for (int j = 0; j < n; j++) {
            left[k][j] /= pivot;
            right[k][j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            double factor = i == k ? 0 : left[i][k];
            for (int j = 0; j < n; j++) {
                left[i][j] -= factor * left[k][j];
                right[i][j] -= factor * right[k][j];
            }
        }
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            inverse[i][j] = (right[i][j] + right[j][i]) / 2;
        }
    }
}

/// a Q b or, given its inverse, a Q^-1 b.
static double product(const double a[3], const double q[3], const double b[3])
{
    return a[0] * q[0] * b[0] + a[1] * q[1] * b[1] + a[2] * q[2] * b[2];
}

/// The hinges of a triangle at rest. Rows for those that exist come first.
typedef struct hinge_rows {
    int count, edges[3]; ///< how many exist, and all three edges, those without a hinge last
    double angle[3][3];  ///< of each hinge, by curvature: B
    double whole[3][3];  ///< of each edge: the curvatures when all of one radian there falls to the triangle
    double part[3];      ///< of each hinge: which part of its angle does
} hinge_rows;

/// The curvatures that the triangle would need for an angle of 1 at each hinge and 0 at the others, at least cost: the
/// one quadratic surface through its six vertices, or without some of them the cheapest.
static void read_surface(const hinge_rows *h, const double q[3], matrix3 curvature)
{
    const double inverse_q[3] = {1 / q[0], 1 / q[1], 1 / q[2]};
    matrix3 compliance, inverse;
    for (int i = 0; i < h->count; i++) {
        for (int j = 0; j < h->count; j++) {
            compliance[i][j] = product(h->angle[i], inverse_q, h->angle[j]) * (i == j ? 1 + HINGE_REGULAR : 1);
        }
    }
    invert(h->count, compliance, inverse);
    for (int i = 0; i < h->count; i++) {
        for (int k = 0; k < 3; k++) {
            curvature[i][k] = 0;
            for (int j = 0; j < h->count; j++) {
                curvature[i][k] += inverse_q[k] * h->angle[j][k] * inverse[j][i];
            }
        }
    }
}

/// The curvatures of the triangle when it takes its part of each angle; at edges without a hinge it turns as is
/// cheapest.
static void read_shares(const hinge_rows *h, const double q[3], matrix3 curvature)
{
    int missing = 3 - h->count;
    matrix3 gram, inverse;
    for (int i = 0; i < missing; i++) {
        for (int j = 0; j < missing; j++) {
            gram[i][j] = product(h->whole[h->count + i], q, h->whole[h->count + j]);
        }
    }
    invert(missing, gram, inverse);
    for (int i = 0; i < h->count; i++) {
        double overlap[3];
        for (int j = 0; j < missing; j++) {
            overlap[j] = product(h->whole[h->count + j], q, h->whole[i]);
        }
        for (int k = 0; k < 3; k++) {
            double sum = h->whole[i][k];
            for (int j = 0; j < missing; j++) {
                for (int m = 0; m < missing; m++) {
                    sum -= h->whole[h->count + j][k] * inverse[j][m] * overlap[m];
                }
            }
            curvature[i][k] = h->part[i] * sum;
        }
    }
}

/// Whether a symmetric matrix has no negative eigenvalue, to rounding (Cholesky; its diagonal is about 1).
static bool is_positive(int n, matrix3 m)
{
    matrix3 l;
    for (int j = 0; j < n; j++) {
        for (int i = j; i < n; i++) {
            double sum = m[i][j];
            for (int k = 0; k < j; k++) {
                sum -= l[i][k] * l[j][k];
            }
            if (i == j && !(sum > 0)) {
                return false;
            }
            l[i][j] = i == j ? sqrt(sum) : sum / l[j][j];
        }
    }
    return true;
}

/// shares - factor * gap, with the largest factor up to 1 - FOLD_PART that leaves FOLD_LEAST of shares everywhere.
static void combine(int n, matrix3 shares, matrix3 gap, matrix3 stiffness)
{
    double low = 0, high = 2 * (1 - FOLD_PART);
    for (int i = 0; i < FACTOR_BITS; i++) { // the first try is the largest allowed
        double factor = (low + high) / 2;
        matrix3 rest;
        for (int k = 0; k < n; k++) {
            for (int j = 0; j < n; j++) {
                double left = (1 - FOLD_LEAST) * shares[k][j] - factor * gap[k][j];
                rest[k][j] = left / sqrt(shares[k][k] * shares[j][j]);
            }
        }
        bool positive = is_positive(n, rest);
        low = positive ? factor : low;
        high = positive ? high : factor;
        if (positive && i == 0) {
            break;
        }
    }
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
            stiffness[k][j] = shares[k][j] - low * gap[k][j];
        }
    }
}

/// Stiffness and compliance of term i from its hinges at rest.
static void set_moduli(cs_bending *b, int64_t i, const hinge_rows *h, const double q[3], double area)
{
    int n = h->count;
    matrix3 surface, shares, cost, gap, stiffness, compliance, scaled, inverse;
    read_surface(h, q, surface);
    read_shares(h, q, shares);
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
            double away_k[3], away_j[3];
            for (int m = 0; m < 3; m++) {
                away_k[m] = shares[k][m] - surface[k][m];
                away_j[m] = shares[j][m] - surface[j][m];
            }
            cost[k][j] = area * product(shares[k], q, shares[j]);
            gap[k][j] = area * product(away_k, q, away_j);
        }
    }
    combine(n, cost, gap, stiffness);
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
            scaled[k][j] = stiffness[k][j] / sqrt(stiffness[k][k] * stiffness[j][j]);
        }
    }
    invert(n, scaled, inverse);
    for (int k = 0; k < n; k++) {
        for (int j = k; j < n; j++) {
            int place = packed[h->edges[k]][h->edges[j]];
            compliance[k][j] = inverse[k][j] / sqrt(stiffness[k][k] * stiffness[j][j]);
            b->compliance[place][i] = compliance[k][j];
            b->stiffness[place][i] = stiffness[k][j];
        }
    }
}

static bool make_arrays(cs_arena *arena, cs_bending *b, size_t capacity)
{
    bool made = true;
    b->hinges = cs_arena_alloc(arena, capacity, sizeof(*b->hinges));
    for (int n = 0; n < 6; n++) {
        b->lane[n] = cs_arena_alloc(arena, capacity, sizeof(int));
        b->compliance[n] = cs_arena_alloc(arena, capacity, sizeof(double));
        b->stiffness[n] = cs_arena_alloc(arena, capacity, sizeof(double));
        made = made && b->lane[n] && b->compliance[n] && b->stiffness[n];
    }
    for (int n = 0; n < 3; n++) {
        b->rest[n] = cs_arena_alloc(arena, capacity, sizeof(double));
        made = made && b->rest[n];
    }
    return made && b->hinges;
}

/// The curvatures of a triangle whose surface turns by one radian at the edge from a to b and nowhere else.
static void whole_row(const cs_fabric_triangle *rest, cs_vec3 a, cs_vec3 b, double area, double row[3])
{
    cs_vec3 e = cs_sub(b, a), along = cs_normalize(e);
    double length = cs_length(e), t[2] = {cs_dot(along, rest->warp), cs_dot(along, rest->weft)};
    row[0] = length / area * t[1] * t[1];
    row[1] = length / area * t[0] * t[0];
    row[2] = -length / area * t[0] * t[1];
}

/// The term of triangle t, when it has one.
static void add_term(cs_bending *b, const cs_sim *sim, const cs_body *body, int t, const cs_vec3 *directions,
                     const cs_topology *topology, const double q[3])
{
    cs_fabric_triangle rest = cs_fabric_triangle_of(sim, body, t, directions[t]);
    if (!rest.sound || rest.pinned) {
        return;
    }
    int64_t i = b->element.term_count;
    double area = cs_length(cs_cross(rest.edge[0], rest.edge[1])) / 2;
    hinge_rows h = {0};
    int missing = 3;
    unsigned hinges = 0;
    cs_vec3 x[3];
    for (int n = 0; n < 3; n++) {
        x[n] = cs_soa_get(&sim->now, rest.lane[n]);
        b->lane[n][i] = rest.lane[n];
    }
    for (int n = 0; n < 3; n++) {
        int first = (n + 1) % 3, second = (n + 2) % 3, beside = topology->neighbor[t][n];
        int far = beside < 0 ? rest.lane[n] : cs_body_lane(body, topology->far_vertex[t][n]);
        cs_fabric_triangle other = {0};
        if (far != rest.lane[n]) {
            other = cs_fabric_triangle_of(sim, body, beside, directions[beside]);
        }
        int place = other.sound ? h.count++ : --missing;
        h.edges[place] = n;
        whole_row(&rest, x[first], x[second], area, h.whole[place]);
        b->lane[3 + n][i] = rest.lane[0];
        if (other.sound) {
            cs_vec3 d = cs_soa_get(&sim->now, far), unused[4];
            b->lane[3 + n][i] = far;
            b->rest[n][i] = cs_dihedral_angle(x[first], x[second], x[n], d, unused);
            hinge_row(&rest, x[first], x[second], x[n], d, h.angle[place]);
            for (int k = 0; k < 3; k++) {
                h.angle[place][k] *= other.pinned ? 0.5 : 1; // a clamp does not bend, so half the angle is all
            }
            h.part[place] = other.pinned ? 1 : 0.5;
            hinges |= 1U << n;
        }
    }
    if (hinges) {
        b->hinges[i] = (unsigned char)hinges;
        b->element.term_count++;
        set_moduli(b, i, &h, q, area);
    }
}

cs_element *cs_bending_create(cs_sim *sim, const cs_body *body, const cs_fabric *fabric, const cs_vec3 *directions)
{
    cs_bending *b = cs_arena_alloc(sim->arena, 1, sizeof(*b));
    cs_arena *passing = cs_arena_create();
    cs_topology topology;
    bool made = b && passing && make_arrays(sim->arena, b, (size_t)body->triangle_count + CS_LANE_PAD) &&
                cs_topology_make(passing, body->rows * body->columns, body->triangle_count, body->triangles, &topology);
    if (made) {
        double q[3];
        rigidities(fabric, q);
        b->element.kind = &bending_kind;
        b->element.mixed = true;
        b->damping = fabric->damping;
        b->element.damped = fabric->damping > 0;
        for (int t = 0; t < body->triangle_count; t++) {
            add_term(b, sim, body, t, directions, &topology, q);
        }
    }
    cs_arena_destroy(passing);
    return made ? &b->element : NULL;
}
