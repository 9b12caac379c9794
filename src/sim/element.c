// SPDX-License-Identifier: MIT
//
// What all elements have in common: forces and energy from their terms.
#include "sim/element.h"

#include "math/math.h"
#include "sim/spring.h"

static bool acts(const cs_term *term)
{
    return !(term->unilateral && term->value[0] <= 0);
}

static cs_vec3 at(const cs_soa *soa, int lane)
{
    return (cs_vec3){soa->x[lane], soa->y[lane], soa->z[lane]};
}

/// C + damping * dC/dt of every measure.
static void strained(const cs_term *term, const cs_soa *velocities, double measures[CS_TERM_MEASURES])
{
    for (int i = 0; i < term->measures; i++) {
        measures[i] = term->value[i];
        if (term->damping > 0 && velocities) {
            double rate = 0;
            for (int n = 0; n < term->nodes; n++) {
                rate += cs_dot(term->gradient[i][n], at(velocities, term->lane[n]));
            }
            measures[i] += term->damping * rate;
        }
    }
}

static void add_term_forces(const cs_term *term, const cs_soa *velocities, cs_soa *forces)
{
    double measures[CS_TERM_MEASURES];
    strained(term, velocities, measures);
    for (int i = 0; i < term->measures; i++) {
        double tension = 0;
        for (int j = 0; j < term->measures; j++) {
            tension += term->stiffness[i][j] * measures[j];
        }
        for (int n = 0; n < term->nodes; n++) {
            cs_vec3 f = cs_scale(term->gradient[i][n], tension);
            forces->x[term->lane[n]] -= f.x;
            forces->y[term->lane[n]] -= f.y;
            forces->z[term->lane[n]] -= f.z;
        }
    }
}

static int chunk(const cs_element *element, int64_t first)
{
    int64_t left = element->term_count - first;
    return left < CS_TERM_CHUNK ? (int)left : CS_TERM_CHUNK;
}

void cs_element_add_forces(const cs_element *element, const cs_soa *positions, const cs_soa *velocities, cs_soa *forces)
{
    if (element->kind->add_forces && !element->damped && !element->mixed) {
        element->kind->add_forces(element, positions, forces);
        return;
    }
    cs_term terms[CS_TERM_CHUNK];
    for (int64_t first = 0; first < element->term_count; first += CS_TERM_CHUNK) {
        int count = chunk(element, first);
        element->kind->terms(element, first, count, positions, terms);
        for (int i = 0; i < count; i++) {
            if (acts(&terms[i])) {
                add_term_forces(&terms[i], velocities, forces);
            }
        }
    }
}

static double term_energy(const cs_term *term)
{
    double sum = 0;
    for (int i = 0; i < term->measures; i++) {
        for (int j = 0; j < term->measures; j++) {
            sum += term->value[i] * term->stiffness[i][j] * term->value[j];
        }
    }
    return sum / 2;
}

double cs_element_energy(const cs_element *element, const cs_soa *positions)
{
    double sum = 0;
    cs_term terms[CS_TERM_CHUNK];
    for (int64_t first = 0; first < element->term_count; first += CS_TERM_CHUNK) {
        int count = chunk(element, first);
        element->kind->terms(element, first, count, positions, terms);
        for (int i = 0; i < count; i++) {
            sum += acts(&terms[i]) ? term_energy(&terms[i]) : 0;
        }
    }
    return sum;
}

int cs_element_springs(const cs_element *element, int64_t first, cs_spring_view *views)
{
    return element->kind->springs ? element->kind->springs(element, first, views) : 0;
}

void cs_spring_term(const cs_spring_view *spring, const cs_soa *positions, cs_term *term)
{
    double length = cs_spring_length(positions, spring->a, spring->b);
    bool pointed = length > CS_SPRING_TINY;
    cs_vec3 d = cs_sub(at(positions, spring->b), at(positions, spring->a));
    cs_vec3 n = pointed ? (cs_vec3){d.x / length, d.y / length, d.z / length} : (cs_vec3){0, 0, 0};
    *term = (cs_term){.nodes = 2, .measures = 1};
    term->lane[0] = spring->a;
    term->lane[1] = spring->b;
    term->value[0] = pointed ? length - spring->rest : 0;
    term->gradient[0][0] = cs_scale(n, -1);
    term->gradient[0][1] = n;
    term->span[0] = length;
    term->stiffness[0][0] = spring->stiffness;
    term->compliance[0][0] = spring->stiffness > 0 ? 1 / spring->stiffness : 0;
}
