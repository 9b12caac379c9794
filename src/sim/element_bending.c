// SPDX-License-Identifier: MIT
//
// Bending of a fabric, see bending.h: dihedral angles weighed, triangle by triangle, as the curvatures that cause them
// (the quadratic fit of Grinspun, Gingold, Reisman, Zorin: Computing discrete shape operators on general meshes, 2006,
// with a fabric's moduli, inverted so that a free edge relaxes).
#include "sim/bending.h"

#include "math/math.h"
#include "mesh/mesh.h"
#include "sim/fabric.h"

#include <string.h>

// Relative to its diagonal, this much is added to B Q^-1 B^T, so that it has an inverse where three hinges see only two
// curvatures (slivers). More softens the fabric by as much, less lets the stiffness of such triangles grow.
#define HINGE_REGULAR 1e-6
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

/// Q^-1: curvatures along warp and weft and twist, per moment.
static void curvature_compliance(const cs_fabric *fabric, double inverse[3])
{
    double warp = fabric->bend[0], weft = fabric->bend[1];
    double twist = (4 * fabric->bend_bias - warp - weft) / 2; // D(45 degrees) = (warp + weft + 2 twist)/4
    double least = TWIST_LEAST * fmin(warp, weft);
    inverse[0] = 1 / warp;
    inverse[1] = 1 / weft;
    inverse[2] = 1 / (2 * fmax(twist, least));
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

/// The inverse of a symmetric positive definite matrix of n rows, by Gauss and Jordan without pivots.
static void invert(int n, double matrix[3][3], double inverse[3][3])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            inverse[i][j] = i == j;
        }
    }
    for (int k = 0; k < n; k++) {
        double pivot = matrix[k][k];
        for (int j = 0; j < n; j++) {
            matrix[k][j] /= pivot;
            inverse[k][j] /= pivot;
        }
        for (int i = 0; i < n; i++) {
            double factor = i == k ? 0 : matrix[i][k];
            for (int j = 0; j < n; j++) {
                matrix[i][j] -= factor * matrix[k][j];
                inverse[i][j] -= factor * inverse[k][j];
            }
        }
    }
}

/// Compliance and stiffness of term i from the rows of B of its hinges.
static void set_moduli(cs_bending *b, int64_t i, double rows[3][3], const double inverse_q[3], double area)
{
    int hinge[3], n = 0;
    for (int k = 0; k < 3; k++) {
        if (b->hinges[i] >> k & 1) {
            hinge[n++] = k;
        }
    }
    double compliance[3][3], scale[3], correlation[3][3], inverse[3][3];
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
            const double *p = rows[hinge[k]], *q = rows[hinge[j]];
            double sum = p[0] * inverse_q[0] * q[0] + p[1] * inverse_q[1] * q[1] + p[2] * inverse_q[2] * q[2];
            compliance[k][j] = (k == j ? (1 + HINGE_REGULAR) * sum : sum) / area;
        }
        scale[k] = 1 / sqrt(compliance[k][k]);
    }
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
            correlation[k][j] = k == j ? 1 : compliance[k][j] * scale[k] * scale[j];
        }
    }
    invert(n, correlation, inverse);
    for (int k = 0; k < n; k++) {
        for (int j = k; j < n; j++) {
            int place = packed[hinge[k]][hinge[j]];
            b->compliance[place][i] = compliance[k][j];
            b->stiffness[place][i] = (inverse[k][j] + inverse[j][k]) / 2 * scale[k] * scale[j];
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

/// The term of triangle t, when it has one.
static void add_term(cs_bending *b, const cs_sim *sim, const cs_body *body, int t, const cs_vec3 *directions,
                     const cs_topology *topology, const double inverse_q[3])
{
    cs_fabric_triangle rest = cs_fabric_triangle_of(sim, body, t, directions[t]);
    if (!rest.sound || rest.pinned) {
        return;
    }
    int64_t i = b->element.term_count;
    double rows[3][3];
    unsigned hinges = 0;
    cs_vec3 x[3];
    for (int n = 0; n < 3; n++) {
        x[n] = cs_soa_get(&sim->now, rest.lane[n]);
        b->lane[n][i] = rest.lane[n];
    }
    for (int n = 0; n < 3; n++) {
        b->lane[3 + n][i] = rest.lane[0];
        int beside = topology->neighbor[t][n];
        if (beside < 0) {
            continue;
        }
        cs_fabric_triangle other = cs_fabric_triangle_of(sim, body, beside, directions[beside]);
        int first = (n + 1) % 3, second = (n + 2) % 3, far = cs_body_lane(body, topology->far_vertex[t][n]);
        if (!other.sound || far == rest.lane[n]) {
            continue;
        }
        cs_vec3 d = cs_soa_get(&sim->now, far), unused[4];
        b->lane[3 + n][i] = far;
        b->rest[n][i] = cs_dihedral_angle(x[first], x[second], x[n], d, unused);
        hinge_row(&rest, x[first], x[second], x[n], d, rows[n]);
        for (int k = 0; k < 3; k++) {
            rows[n][k] *= other.pinned ? 0.5 : 1;
        }
        hinges |= 1U << n;
    }
    if (hinges) {
        b->hinges[i] = (unsigned char)hinges;
        b->element.term_count++;
        set_moduli(b, i, rows, inverse_q, cs_length(cs_cross(rest.edge[0], rest.edge[1])) / 2);
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
        double inverse_q[3];
        curvature_compliance(fabric, inverse_q);
        b->element.kind = &bending_kind;
        b->element.mixed = true;
        b->damping = fabric->damping;
        b->element.damped = fabric->damping > 0;
        for (int t = 0; t < body->triangle_count; t++) {
            add_term(b, sim, body, t, directions, &topology, inverse_q);
        }
    }
    cs_arena_destroy(passing);
    return made ? &b->element : NULL;
}
