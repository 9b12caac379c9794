// SPDX-License-Identifier: MIT
//
// The linear solve of a Newton iteration: conjugate gradient, preconditioned by the inverse of the diagonal blocks, in
// the form of Chronopoulos and Gear (1989) that needs two passes over the vectors an iteration. Scalar products are
// sums over fixed blocks in order.
#include "sim/implicit_system.h"

#include "math/math.h"

#include <math.h>

// Bodies of fewer slices than this are not worth a thread pool: a pass over them takes as long as waking a thread.
#define SHARED_SLICES 128
// Iterations are limited to FIRST + EACH for each free particle, at most MOST: three unknowns a particle would be
// enough without rounding. What is not reached then is left to Newton's method.
#define FIRST_ITERATIONS 50
#define EACH_ITERATIONS  12
#define MOST_ITERATIONS  3000

/// One pass over all blocks.
typedef struct pass {
    cs_implicit_system *system;
    double alpha, beta;
} pass;

void cs_implicit_run_blocks(cs_implicit_system *s, cs_pool_function *run, void *context)
{
    cs_pool_run(s->matrix.slice_count >= SHARED_SLICES ? s->sim->compute.pool : NULL, s->block_count, run, context);
}

double cs_implicit_sum(const cs_implicit_system *s, int which)
{
    double sum = 0;
    for (int i = 0; i < s->block_count; i++) {
        sum += s->block_sums[2 * i + which];
    }
    return sum;
}

static void multiply_block(void *context, int index, int thread)
{
    (void)thread;
    static cs_multiply_function *const multiply[] = CS_WIDE_TABLE(cs_multiply);
    cs_implicit_system *s = ((pass *)context)->system;
    multiply[s->sim->compute.simd](&s->cg, cs_block_first(index), cs_block_end(s, index), &s->block_sums[2 * index]);
}

static void precondition_block(void *context, int index, int thread)
{
    (void)thread;
    static cs_precondition_function *const precondition[] = CS_WIDE_TABLE(cs_precondition);
    cs_implicit_system *s = ((pass *)context)->system;
    precondition[s->sim->compute.simd](&s->cg, cs_block_first(index), cs_block_end(s, index),
                                       &s->block_sums[2 * index]);
}

static void advance_block(void *context, int index, int thread)
{
    (void)thread;
    static cs_advance_function *const advance[] = CS_WIDE_TABLE(cs_advance);
    const pass *p = context;
    cs_implicit_system *s = p->system;
    advance[s->sim->compute.simd](&s->cg, p->alpha, p->beta, cs_block_first(index), cs_block_end(s, index),
                                  &s->block_sums[2 * index]);
}

/// r -= A x when that makes r smaller, else x = 0. Clears the directions.
static void start(cs_implicit_system *s, pass *p)
{
    cs_conjugate *cg = &s->cg;
    double before = 0, after = 0;
    cs_soa u = cg->u;
    cg->u = cg->x; // the product of A and x instead of A and u
    cs_implicit_run_blocks(s, multiply_block, p);
    cg->u = u;
    for (int i = 0; i < s->lanes; i++) {
        cs_vec3 r = cs_soa_get(&cg->r, i), rest = cs_sub(r, cs_soa_get(&cg->w, i));
        before += cs_dot(r, r);
        after += cs_dot(rest, rest);
    }
    bool nearer = after < before;
    for (int i = 0; i < s->lanes; i++) {
        cs_vec3 zero = {0, 0, 0};
        if (nearer) {
            cs_soa_set(&cg->r, i, cs_sub(cs_soa_get(&cg->r, i), cs_soa_get(&cg->w, i)));
        } else {
            cs_soa_set(&cg->x, i, zero);
        }
        cs_soa_set(&cg->p, i, zero);
        cs_soa_set(&cg->s, i, zero);
    }
}

int cs_implicit_solve(cs_implicit_system *s, double target)
{
    pass p = {.system = s};
    start(s, &p);
    cs_implicit_run_blocks(s, precondition_block, &p);
    int limit = s->free_count < (MOST_ITERATIONS - FIRST_ITERATIONS) / EACH_ITERATIONS
                    ? FIRST_ITERATIONS + EACH_ITERATIONS * s->free_count
                    : MOST_ITERATIONS;
    double rr = cs_implicit_sum(s, 0), ru_before = 0;
    for (int i = 0; i < limit; i++) {
        if (!(rr > target * target)) {
            return i;
        }
        cs_implicit_run_blocks(s, multiply_block, &p);
        double ru = cs_implicit_sum(s, 0), wu = cs_implicit_sum(s, 1);
        double beta = i > 0 ? ru / ru_before : 0;
        double curvature = i > 0 ? wu - beta * ru / p.alpha : wu;
        if (!(curvature > 0) || !(ru > 0)) {
            return i; // rounding is all that is left
        }
        p.beta = beta;
        p.alpha = ru / curvature;
        ru_before = ru;
        cs_implicit_run_blocks(s, advance_block, &p);
        rr = cs_implicit_sum(s, 0);
    }
    return limit;
}
