// SPDX-License-Identifier: MIT
//
// The time steps that the springs allow. At rest a spring k along n contributes k n n^T to the stiffness matrix K; the
// largest eigenvalue of M^-1 K decides. It is found by power iteration in the form of Lanczos (1950), which keeps the
// history of the iterates as a tridiagonal matrix and so needs tens of applications of K where plain power iteration
// needs thousands. For any stretched state the largest 2 sum(k)/m of a particle is a bound (Gershgorin).
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
// More substeps than this are no help to anyone; the scene format takes no more either.
#define MOST_SUBSTEPS 1000000
// Seed of the start vector.
#define START_SEED 0x5eed

/// M^-1/2 K M^-1/2 and the vectors of the iteration, all over lanes.
typedef struct lanczos {
    const cs_sim *sim;
    cs_arena *arena;
    cs_soa rest;                                        // positions at rest
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

static void apply_spring(lanczos *l, const cs_spring_view *s)
{
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

/// w = M^-1/2 K M^-1/2 v
static void apply(lanczos *l)
{
    size_t bytes = (size_t)l->sim->lanes * sizeof(double);
    memset(l->w.x, 0, bytes);
    memset(l->w.y, 0, bytes);
    memset(l->w.z, 0, bytes);
    cs_spring_view views[CS_SPRING_CHUNK];
    for (int i = 0; i < l->sim->body_count; i++) {
        const cs_body *body = &l->sim->bodies[i];
        for (int e = 0; e < body->element_count; e++) {
            int count;
            for (int64_t first = 0; (count = cs_element_springs(body->elements[e], first, views)) > 0; first += count) {
                for (int j = 0; j < count; j++) {
                    apply_spring(l, &views[j]);
                }
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

/// Largest eigenvalue of M^-1 K at rest; -1: no memory.
static double largest_eigenvalue(const cs_sim *sim)
{
    double lambda = -1;
    lanczos *l = calloc(1, sizeof(*l));
    if (l && (l->arena = cs_arena_create()) != NULL) {
        l->sim = sim;
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

/// The largest 2 sum(k)/m of a free particle; -1: no memory.
static double safe_eigenvalue(const cs_sim *sim)
{
    double *sums = cs_alloc_aligned((size_t)sim->lanes, sizeof(*sums));
    if (!sums) {
        return -1;
    }
    double largest = 0;
    cs_spring_view views[CS_SPRING_CHUNK];
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int e = 0; e < body->element_count; e++) {
            int count;
            for (int64_t first = 0; (count = cs_element_springs(body->elements[e], first, views)) > 0; first += count) {
                for (int j = 0; j < count; j++) {
                    sums[views[j].a] += views[j].stiffness;
                    sums[views[j].b] += views[j].stiffness;
                }
            }
        }
        for (int lane = 0; lane < body->rows * body->stride; lane++) {
            if (!(body->pinned && body->pinned[lane])) {
                double bound = 2 * sums[body->first_lane + lane] / cs_body_mass(body, lane);
                largest = bound > largest ? bound : largest;
            }
        }
    }
    free(sums);
    return largest;
}

/// The largest dt for an eigenvalue.
static double dt_limit(const cs_sim *sim, double lambda)
{
    return lambda > 0 && sim->solver->largest_step
               ? sim->solver->largest_step(lambda, sim->damping) * sim->scene->simulation.substeps
               : INFINITY;
}

double cs_sim_safe_bound(const cs_sim *sim)
{
    double safe = safe_eigenvalue(sim);
    return safe < 0 ? 0 : dt_limit(sim, safe);
}

void cs_sim_stability(const cs_sim *sim, cs_stability *stability)
{
    double lambda = largest_eigenvalue(sim);
    stability->dt = sim->scene->simulation.dt;
    stability->safe_bound = cs_sim_safe_bound(sim);
    stability->limit = lambda < 0 ? stability->safe_bound : dt_limit(sim, lambda);
}

/// x >= 0 rounded down to `digits` significant digits.
static double round_down(double x, int digits)
{
    if (!(x > 0 && isfinite(x))) {
        return x;
    }
    double unit = 1, top = 1;
    for (int i = 0; i < digits; i++) {
        top *= 10;
    }
    while (x * unit < top / 10) {
        unit *= 10;
    }
    while (x * unit >= top) {
        unit /= 10;
    }
    return floor(x * unit) / unit;
}

/// The smallest number of substeps that makes the scene's dt stable for an eigenvalue; 0 when it is above
/// MOST_SUBSTEPS.
static int needed_substeps(const cs_sim *sim, double lambda)
{
    const cs_simulation *simulation = &sim->scene->simulation;
    double least = simulation->dt / sim->solver->largest_step(lambda, 1);
    int n = least < 1 ? 1 : least < MOST_SUBSTEPS ? (int)least : MOST_SUBSTEPS;
    while (n <= MOST_SUBSTEPS &&
           simulation->dt / n > sim->solver->largest_step(lambda, cs_pow(simulation->damping, 1.0 / n))) {
        n++;
    }
    return n <= MOST_SUBSTEPS ? n : 0;
}

static void put_help(const cs_sim *sim, double eigenvalue, cs_text *help)
{
    double dt = round_down(dt_limit(sim, eigenvalue), 2);
    int substeps = needed_substeps(sim, eigenvalue);
    if (!(dt > 0)) {
        cs_text_puts(help, "the springs are stiffer than any time step can follow");
        return;
    }
    cs_text_puts(help, "use dt <= ");
    cs_text_number(help, dt);
    if (substeps > 0) {
        cs_text_printf(help, " (or substeps >= %d)", substeps);
    }
}

static void report(const cs_sim *sim, cs_log *log, bool refused, double lambda, double safe)
{
    double limit = dt_limit(sim, lambda), bound = dt_limit(sim, safe);
    cs_text message = {0}, help = {0};
    cs_text_puts(&message, "dt ");
    cs_text_number(&message, sim->scene->simulation.dt);
    cs_text_puts(&message, refused ? " s is above the stability limit of the springs at rest"
                                   : " s is above the safe bound of stretched springs");
    cs_text_printf(&message, " (%s: limit ", sim->solver->name);
    cs_text_number(&message, round_down(limit, 4));
    cs_text_puts(&message, " s, safe bound ");
    cs_text_number(&message, round_down(bound, 4));
    cs_text_puts(&message, " s)");
    put_help(sim, safe, &help); // below the limit at rest, stretched springs may still run away
    if (message.bytes && !message.failed) {
        cs_scene_report(sim->scene, log, refused ? CS_ERROR : CS_WARNING, "simulation.dt", message.bytes, help.bytes);
    }
    cs_text_free(&message);
    cs_text_free(&help);
}

/// Says what a solver that is there to be seen failing does to a mode with this eigenvalue.
static void warn_of_growth(const cs_sim *sim, double lambda, cs_log *log)
{
    double a_substep = sim->solver->growth(lambda, sim->h, sim->damping);
    if (!(a_substep > 1)) {
        return;
    }
    double a_second = cs_pow(a_substep, 1 / sim->h);
    cs_text message = {0};
    cs_text_printf(&message,
                   "%s adds energy in every step and is here to show that: the amplitude of this scene's stiffest mode "
                   "grows %.4g times a substep",
                   sim->solver->name, a_substep);
    if (isfinite(a_second)) {
        cs_text_printf(&message, ", %.3g times a second", a_second);
    }
    if (message.bytes && !message.failed) {
        cs_scene_report(sim->scene, log, CS_WARNING, "simulation.solver", message.bytes,
                        "verlet, rk4, implicit and xpbd do not do that");
    }
    cs_text_free(&message);
}

cs_status cs_sim_check_dt(const cs_sim *sim, cs_log *log)
{
    if (sim->solver->growth) {
        double stiffest = largest_eigenvalue(sim);
        warn_of_growth(sim, stiffest, log);
        return stiffest < 0 ? CS_INTERNAL : CS_OK;
    }
    double dt = sim->scene->simulation.dt;
    double safe = safe_eigenvalue(sim);
    if (safe < 0) {
        return CS_INTERNAL;
    }
    if (dt <= dt_limit(sim, safe)) {
        return CS_OK; // the limit at rest is never below the bound of every state
    }
    double lambda = isfinite(safe) ? largest_eigenvalue(sim) : safe;
    if (lambda < 0) {
        return CS_INTERNAL;
    }
    bool refused = dt > dt_limit(sim, lambda);
    report(sim, log, refused, lambda, safe);
    return refused ? CS_INVALID_SCENE : CS_OK;
}
