// SPDX-License-Identifier: MIT
//
// The membrane of a fabric, see membrane.h: linear triangles in plane stress, strained along warp and weft (Baraff and
// Witkin, Large steps in cloth simulation, 1998, with the moduli of an orthotropic sheet).
#include "sim/fabric.h"
#include "sim/membrane.h"

#include "math/math.h"

/// A strain as the fabric feels it: f(e) and f'(e).
static double stiffened(const cs_membrane *m, double strain, double *slope)
{
    if (!(strain > 0)) {
        *slope = 1;
        return strain;
    }
    if (strain <= m->limit) {
        *slope = 1 + m->stiffening * strain;
        return strain + m->stiffening * strain * strain / 2;
    }
    *slope = (1 + m->stiffening * m->limit) * CS_MEMBRANE_LIMIT_SLOPE;
    return m->limit + m->stiffening * m->limit * m->limit / 2 + *slope * (strain - m->limit);
}

/// The measure of a thread w = sum of c[n] x[n]: how much longer than 1 it is.
static void stretch_measure(const cs_membrane *m, cs_vec3 w, const double c[3], int measure, cs_term *term)
{
    double length = cs_length(w);
    if (!(length > CS_MEMBRANE_TINY)) {
        return;
    }
    double slope;
    term->value[measure] = stiffened(m, length - 1, &slope);
    term->span[measure] = length * slope;
    cs_vec3 along = {w.x / length, w.y / length, w.z / length};
    for (int n = 0; n < 3; n++) {
        term->gradient[measure][n] = cs_scale(along, slope * c[n]);
    }
}

static void evaluate(const cs_membrane *m, int64_t i, const cs_soa *x, cs_term *term)
{
    *term = (cs_term){.nodes = 3, .measures = 3, .damping = m->damping};
    cs_vec3 corner[3];
    for (int n = 0; n < 3; n++) {
        int lane = m->lane[n][i];
        term->lane[n] = lane;
        corner[n] = (cs_vec3){x->x[lane], x->y[lane], x->z[lane]};
    }
    cs_vec3 e1 = cs_sub(corner[1], corner[0]), e2 = cs_sub(corner[2], corner[0]);
    double u[3] = {-(m->u1[i] + m->u2[i]), m->u1[i], m->u2[i]};
    double v[3] = {-(m->v1[i] + m->v2[i]), m->v1[i], m->v2[i]};
    cs_vec3 warp = cs_add(cs_scale(e1, u[1]), cs_scale(e2, u[2]));
    cs_vec3 weft = cs_add(cs_scale(e1, v[1]), cs_scale(e2, v[2]));
    stretch_measure(m, warp, u, 0, term);
    stretch_measure(m, weft, v, 1, term);
    term->value[2] = cs_dot(warp, weft);
    for (int n = 0; n < 3; n++) {
        term->gradient[2][n] = cs_add(cs_scale(weft, u[n]), cs_scale(warp, v[n]));
    }
    double area = m->area[i];
    term->stiffness[0][0] = area * m->warp;
    term->stiffness[1][1] = area * m->weft;
    term->stiffness[0][1] = term->stiffness[1][0] = area * m->coupling;
    term->stiffness[2][2] = area * m->shear;
    for (int k = 0; k < 3; k++) {
        for (int j = 0; j < 3; j++) {
            term->compliance[k][j] = m->compliance[k][j] / area;
        }
    }
}

static void terms(const cs_element *element, int64_t first, int count, const cs_soa *positions, cs_term *out)
{
    const cs_membrane *m = (const cs_membrane *)element;
    for (int i = 0; i < count; i++) {
        evaluate(m, first + i, positions, &out[i]);
    }
}

static const cs_element_kind membrane_kind = {.name = "membrane", .terms = terms};

const cs_membrane *cs_membrane_of(const cs_element *element)
{
    return element->kind == &membrane_kind ? (const cs_membrane *)element : NULL;
}

static void set_moduli(cs_membrane *m, const cs_fabric *fabric)
{
    m->warp = fabric->stretch[0];
    m->weft = fabric->stretch[1];
    m->coupling = fabric->coupling;
    m->shear = fabric->shear;
    m->stiffening = fabric->stiffening;
    m->limit = fabric->strain_limit;
    m->damping = fabric->damping;
    m->element.damped = fabric->damping > 0;
    double determinant = m->warp * m->weft - m->coupling * m->coupling;
    m->compliance[0][0] = m->weft / determinant;
    m->compliance[1][1] = m->warp / determinant;
    m->compliance[0][1] = m->compliance[1][0] = -m->coupling / determinant;
    m->compliance[2][2] = 1 / m->shear;
}

static bool make_arrays(cs_arena *arena, cs_membrane *m, size_t capacity)
{
    bool made = true;
    for (int n = 0; n < 3; n++) {
        m->lane[n] = cs_arena_alloc(arena, capacity, sizeof(int));
        made = made && m->lane[n];
    }
    double **arrays[] = {&m->u1, &m->u2, &m->v1, &m->v2, &m->area};
    for (size_t k = 0; k < CS_COUNT(arrays); k++) {
        *arrays[k] = cs_arena_alloc(arena, capacity, sizeof(double));
        made = made && *arrays[k];
    }
    return made;
}

cs_element *cs_membrane_create(cs_sim *sim, const cs_body *body, const cs_fabric *fabric, const cs_vec3 *directions)
{
    cs_membrane *m = cs_arena_alloc(sim->arena, 1, sizeof(*m));
    if (!m || !make_arrays(sim->arena, m, (size_t)body->triangle_count + CS_LANE_PAD)) {
        return NULL;
    }
    m->element.kind = &membrane_kind;
    m->element.mixed = true;
    set_moduli(m, fabric);
    for (int t = 0; t < body->triangle_count; t++) {
        cs_fabric_triangle rest = cs_fabric_triangle_of(sim, body, t, directions[t]);
        if (!rest.sound || rest.pinned) {
            continue;
        }
        int64_t i = m->element.term_count++;
        for (int n = 0; n < 3; n++) {
            m->lane[n][i] = rest.lane[n];
        }
        double a = cs_dot(rest.edge[0], rest.warp), c = cs_dot(rest.edge[0], rest.weft);
        double b = cs_dot(rest.edge[1], rest.warp), d = cs_dot(rest.edge[1], rest.weft);
        double determinant = a * d - b * c; // twice the area
        m->u1[i] = d / determinant;
        m->u2[i] = -c / determinant;
        m->v1[i] = -b / determinant;
        m->v2[i] = a / determinant;
        m->area[i] = determinant / 2;
    }
    return &m->element;
}
