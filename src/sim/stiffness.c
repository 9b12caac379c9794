// SPDX-License-Identifier: MIT
//
// How stiff a scene is, at rest and at most. At rest a spring k along n contributes k n n^T to the stiffness matrix K,
// a term J^T K J. The largest eigenvalue of M^-1 K is found by power iteration in the form of Lanczos (1950), which
// keeps the history of the iterates as a tridiagonal matrix and so needs tens of applications of K where plain power
// iteration needs thousands. Rigid terms, which only projecting solvers know, are left out.
#include "sim/stiffness.h"

#include "sim/membrane.h"
#include "sim/solver.h"
#include "sim/spring.h"

#include "math/math.h"

#include <stdlib.h>
#include <string.h>

// The eigenvalue is taken when it moved by less than this part over CHECK_EVERY iterations: good to 1e-6. A smaller
// part costs iterations, more than MAX_ITERATIONS are never made.
#define CONVERGED      1e-9
#define CHECK_EVERY    8
#define MAX_ITERATIONS 400
// Membranes are not followed beyond this strain, where their shear goes on stiffening with the stretch of both threads;
// larger values lower the safe bound of fabrics with a far limit.
#define MOST_STRAIN 0.25
// Seed of the start vector.
#define START_SEED 0x5eed

/// M^-1/2 K M^-1/2 and the vectors of the iteration, all over lanes.
typedef struct lanczos {
    const cs_sim *sim;
    cs_arena *arena;
    cs_soa rest;                                        // positions at rest
    double viscous;                                     // 1/s: K counts as K (1 + viscous * damping)
    double *scale;                                      // 1/sqrt(m), 0 for pinned particles and padding
    cs_soa v, v_prev, w;                                // the iterates
    double alpha[MAX_ITERATIONS], beta[MAX_ITERATIONS]; // diagonal, and what is below it
} lanczos;

static void start(lanczos *l)
{
    const cs_sim *sim = l->sim;
    cs_sim_start_positions(sim, &l->rest);
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                int of_body = r * body->stride + c, lane = body->first_lane + of_body;
                if (body->pinned && body->pinned[of_body]) {
                    continue;
                }
                uint64_t counter = 3 * (uint64_t)lane;
                l->scale[lane] = 1 / sqrt(cs_body_mass(body, of_body));
                cs_soa_set(&l->v, lane,
                           (cs_vec3){cs_random(START_SEED, counter) - 0.5, cs_random(START_SEED, counter + 1) - 0.5,
                                     cs_random(START_SEED, counter + 2) - 0.5});
            }
        }
    }
}

static double dot(const lanczos *l, const cs_soa *a, const cs_soa *b)
{
    double sum = 0;
    for (int i = 0; i < l->sim->lanes; i++) {
        sum += a->x[i] * b->x[i] + a->y[i] * b->y[i] + a->z[i] * b->z[i];
    }
    return sum;
}

/// a = a s + b t
static void combine(const lanczos *l, cs_soa *a, double s, const cs_soa *b, double t)
{
    for (int i = 0; i < l->sim->lanes; i++) {
        a->x[i] = a->x[i] * s + b->x[i] * t;
        a->y[i] = a->y[i] * s + b->y[i] * t;
        a->z[i] = a->z[i] * s + b->z[i] * t;
    }
}

static void apply_spring(void *context, const cs_spring_view *s)
{
    lanczos *l = context;
    double length = cs_spring_length(&l->rest, s->a, s->b);
    if (!(length > CS_SPRING_TINY)) {
        return;
    }
    cs_vec3 d = cs_sub(cs_soa_get(&l->rest, s->b), cs_soa_get(&l->rest, s->a));
    cs_vec3 n = {d.x / length, d.y / length, d.z / length};
    double scale_a = l->scale[s->a], scale_b = l->scale[s->b];
    cs_vec3 stretch = cs_sub(cs_scale(cs_soa_get(&l->v, s->b), scale_b), cs_scale(cs_soa_get(&l->v, s->a), scale_a));
    cs_vec3 force = cs_scale(n, s->stiffness * cs_dot(n, stretch));
    cs_soa_set(&l->w, s->a, cs_sub(cs_soa_get(&l->w, s->a), cs_scale(force, scale_a)));
    cs_soa_set(&l->w, s->b, cs_add(cs_soa_get(&l->w, s->b), cs_scale(force, scale_b)));
}

/// Whether the springs of an element are all there is of it.
static bool is_springs(const cs_element *element)
{
    return !element->damped && element->spring_count == element->term_count;
}

static void apply_term(void *context, const cs_term *term)
{
    lanczos *l = context;
    double rate[CS_TERM_MEASURES] = {0};
    for (int i = 0; i < term->measures; i++) {
        for (int n = 0; n < term->nodes; n++) {
            int lane = term->lane[n];
            rate[i] += l->scale[lane] * cs_dot(term->gradient[i][n], cs_soa_get(&l->v, lane));
        }
    }
    double factor = 1 + l->viscous * term->damping;
    for (int i = 0; i < term->measures; i++) {
        double tension = 0;
        for (int j = 0; j < term->measures; j++) {
            tension += factor * term->stiffness[i][j] * rate[j];
        }
        for (int n = 0; n < term->nodes; n++) {
            int lane = term->lane[n];
            cs_vec3 force = cs_scale(term->gradient[i][n], tension * l->scale[lane]);
            cs_soa_set(&l->w, lane, cs_add(cs_soa_get(&l->w, lane), force));
        }
    }
}

/// What to do with each spring, or each term, of an element.
typedef void spring_visitor(void *context, const cs_spring_view *spring);
typedef void term_visitor(void *context, const cs_term *term);

static void visit_springs(const cs_element *element, spring_visitor *visit, void *context)
{
    cs_spring_view views[CS_SPRING_CHUNK];
    int count;
    for (int64_t first = 0; (count = cs_element_springs(element, first, views)) > 0; first += count) {
        for (int j = 0; j < count; j++) {
            visit(context, &views[j]);
        }
    }
}

static void visit_terms(const cs_element *element, const cs_soa *positions, term_visitor *visit, void *context)
{
    cs_term terms[CS_TERM_CHUNK];
    for (int64_t first = 0; first < element->term_count; first += CS_TERM_CHUNK) {
        int64_t left = element->term_count - first;
        int count = left < CS_TERM_CHUNK ? (int)left : CS_TERM_CHUNK;
        element->kind->terms(element, first, count, positions, terms);
        for (int j = 0; j < count; j++) {
            visit(context, &terms[j]);
        }
    }
}

/// w = M^-1/2 K M^-1/2 v
static void apply(lanczos *l)
{
    size_t bytes = (size_t)l->sim->lanes * sizeof(double);
    memset(l->w.x, 0, bytes);
    memset(l->w.y, 0, bytes);
    memset(l->w.z, 0, bytes);
    for (int i = 0; i < l->sim->body_count; i++) {
        const cs_body *body = &l->sim->bodies[i];
        for (int e = 0; e < body->element_count; e++) {
            if (is_springs(body->elements[e])) {
                visit_springs(body->elements[e], apply_spring, l);
            } else {
                visit_terms(body->elements[e], &l->rest, apply_term, l);
            }
        }
    }
}

/// How many eigenvalues of the first n rows of the tridiagonal matrix lie above x (Sturm's count).
static int count_above(const lanczos *l, int n, double x)
{
    int count = 0;
    double q = 1;
    for (int i = 0; i < n; i++) {
        double off = i > 0 ? l->beta[i - 1] : 0;
        q = l->alpha[i] - x - (q != 0 ? off * off / q : off * off / 1e-300);
        count += q > 0;
    }
    return count;
}

/// The largest eigenvalue of the first n rows, by bisection.
static double largest_ritz(const lanczos *l, int n)
{
    double low = 0, high = 0;
    for (int i = 0; i < n; i++) {
        double reach = l->alpha[i] + (i > 0 ? l->beta[i - 1] : 0) + (i + 1 < n ? l->beta[i] : 0);
        high = reach > high ? reach : high;
    }
    for (int i = 0; i < 100 && high - low > CONVERGED * 0.01 * high; i++) {
        double middle = low + (high - low) / 2;
        if (count_above(l, n, middle) > 0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return high;
}

static double iterate(lanczos *l)
{
    double norm = sqrt(dot(l, &l->v, &l->v));
    if (norm == 0) {
        return 0;
    }
    combine(l, &l->v, 1 / norm, &l->v_prev, 0);
    double lambda = 0, before = 0, beta_prev = 0;
    for (int n = 0; n < MAX_ITERATIONS; n++) {
        apply(l);
        combine(l, &l->w, 1, &l->v_prev, -beta_prev);
        l->alpha[n] = dot(l, &l->w, &l->v);
        combine(l, &l->w, 1, &l->v, -l->alpha[n]);
        l->beta[n] = sqrt(dot(l, &l->w, &l->w));
        lambda = n % CHECK_EVERY == 0 || n + 1 == MAX_ITERATIONS ? largest_ritz(l, n + 1) : lambda;
        bool exhausted = l->beta[n] <= CONVERGED * lambda; // the iterates span all there is
        if (exhausted) {
            return largest_ritz(l, n + 1);
        }
        if (n > 0 && n % CHECK_EVERY == 0) {
            if (lambda - before <= CONVERGED * lambda) {
                break;
            }
            before = lambda;
        }
        cs_soa free = l->v_prev;
        l->v_prev = l->v;
        l->v = l->w;
        l->w = free;
        combine(l, &l->v, 1 / l->beta[n], &l->v_prev, 0);
        beta_prev = l->beta[n];
    }
    return lambda;
}

/// Largest eigenvalue of M^-1 K (1 + viscous * damping) at rest; -1: no memory.
static double largest_eigenvalue(const cs_sim *sim, double viscous)
{
    double lambda = -1;
    lanczos *l = calloc(1, sizeof(*l));
    if (l && (l->arena = cs_arena_create()) != NULL) {
        l->sim = sim;
        l->viscous = viscous;
        l->scale = cs_arena_alloc(l->arena, (size_t)sim->lanes, sizeof(double));
        if (l->scale && cs_soa_make(l->arena, sim->lanes, &l->rest) && cs_soa_make(l->arena, sim->lanes, &l->v) &&
            cs_soa_make(l->arena, sim->lanes, &l->v_prev) && cs_soa_make(l->arena, sim->lanes, &l->w)) {
            start(l);
            lambda = iterate(l);
        }
        cs_arena_destroy(l->arena);
    }
    free(l);
    return lambda;
}

static bool is_damped(const cs_sim *sim)
{
    bool damped = false;
    for (int i = 0; i < sim->body_count; i++) {
        for (int e = 0; e < sim->bodies[i].element_count; e++) {
            damped = damped || sim->bodies[i].elements[e]->damped;
        }
    }
    return damped && sim->solver->viscous > 0;
}

bool cs_stiffness_at_rest(const cs_sim *sim, cs_stiffness *stiffness)
{
    stiffness->elastic = largest_eigenvalue(sim, 0);
    stiffness->viscous = 0;
    if (stiffness->elastic >= 0 && is_damped(sim)) {
        // Damping and stiffness have different modes; what is right at the scene's h is near enough at others.
        double both = largest_eigenvalue(sim, sim->solver->viscous / sim->h);
        stiffness->viscous = fmax(both - stiffness->elastic, 0) * sim->h;
        return both >= 0;
    }
    return stiffness->elastic >= 0;
}

// ---- the bound ----------------------------------------------------------------------------

/// Sums over what acts on each particle.
typedef struct row_sums {
    double *springs;          // k of its springs, N/m
    double *elastic, *damped; // of the blocks in its row, N/m; the same times the damping, N s/m
} row_sums;

static void add_spring(void *context, const cs_spring_view *s)
{
    row_sums *sums = context;
    sums->springs[s->a] += s->stiffness;
    sums->springs[s->b] += s->stiffness;
}

static void add_term(void *context, const cs_term *term)
{
    row_sums *sums = context;
    double reach[CS_TERM_MEASURES] = {0}; // of a measure: the sum of its gradients' lengths
    for (int i = 0; i < term->measures; i++) {
        for (int n = 0; n < term->nodes; n++) {
            reach[i] += cs_length(term->gradient[i][n]);
        }
    }
    for (int i = 0; i < term->measures; i++) {
        double tension = 0, row = 0, damped = 0;
        for (int j = 0; j < term->measures; j++) {
            tension += term->stiffness[i][j] * term->value[j];
        }
        for (int j = 0; j < term->measures; j++) {
            // Along the measure its stiffness acts, across it the tension.
            double k = fabs(term->stiffness[i][j]);
            damped += k * reach[j];
            row += (i == j && term->span[i] > 0 ? fmax(k, fabs(tension) / term->span[i]) : k) * reach[j];
        }
        for (int n = 0; n < term->nodes; n++) {
            double length = cs_length(term->gradient[i][n]);
            sums->elastic[term->lane[n]] += length * row;
            sums->damped[term->lane[n]] += length * damped * term->damping;
        }
    }
}

/// Positions at rest, all stretched as far as the element goes.
static void stretch(const cs_sim *sim, const cs_element *element, cs_soa *positions)
{
    const cs_membrane *membrane = cs_membrane_of(element);
    // Just below the limit: at the limit itself the slope jumps.
    double factor = membrane ? 1 + 0.999 * fmin(membrane->limit, MOST_STRAIN) : 1;
    cs_sim_start_positions(sim, positions);
    for (int i = 0; i < sim->lanes; i++) {
        cs_soa_set(positions, i, cs_scale(cs_soa_get(positions, i), factor));
    }
}

static void add_element(const cs_sim *sim, const cs_element *element, cs_soa *positions, row_sums *sums)
{
    if (is_springs(element)) {
        visit_springs(element, add_spring, sums);
    } else {
        stretch(sim, element, positions);
        visit_terms(element, positions, add_term, sums);
    }
}

bool cs_stiffness_bound(const cs_sim *sim, cs_stiffness *stiffness)
{
    *stiffness = (cs_stiffness){0, 0};
    cs_arena *arena = cs_arena_create();
    size_t lanes = (size_t)sim->lanes;
    row_sums sums = {0};
    cs_soa positions;
    if (arena) {
        sums.springs = cs_arena_alloc(arena, lanes, sizeof(double));
        sums.elastic = cs_arena_alloc(arena, lanes, sizeof(double));
        sums.damped = cs_arena_alloc(arena, lanes, sizeof(double));
    }
    bool made = sums.springs && sums.elastic && sums.damped && cs_soa_make(arena, sim->lanes, &positions);
    for (int i = 0; made && i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int e = 0; e < body->element_count; e++) {
            add_element(sim, body->elements[e], &positions, &sums);
        }
        for (int lane = 0; lane < body->rows * body->stride; lane++) {
            if (!cs_body_pinned(body, lane)) {
                int j = body->first_lane + lane;
                double mass = cs_body_mass(body, lane);
                cs_stiffness here = {(2 * sums.springs[j] + sums.elastic[j]) / mass,
                                     sim->solver->viscous * sums.damped[j] / mass};
                bool worse = here.elastic + here.viscous / sim->h > stiffness->elastic + stiffness->viscous / sim->h;
                *stiffness = worse ? here : *stiffness;
            }
        }
    }
    cs_arena_destroy(arena);
    return made;
}
