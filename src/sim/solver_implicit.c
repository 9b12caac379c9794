// SPDX-License-Identifier: MIT
//
// Backward Euler: M (v1 - v0) = h f(x0 + h v1, v1), x1 = x0 + h v1, by Newton's method with a conjugate gradient inside
// (Baraff and Witkin 1998, iterated until it converges). Every body is a system of its own (implicit_system.h).
//
// Newton's method starts from v0, and the first linear solve from free fall, h/m times the outer forces: where the
// elements do not act that is the solution to the last bit. Steps are shortened while the forces along them have turned
// round by more than half. A solve has converged when the residual is at most `tolerance` of the forces that it began
// with (outer and elastic ones, each by its length over all particles), or as small as rounding of the positions makes
// it. What conjugate gradients leave of the residual would move a free body as a whole; the missing momentum of every
// part without a pin is therefore added to its particles in the end, in proportion to their mass.
#include "sim/collider.h"
#include "sim/force.h"
#include "sim/implicit_system.h"
#include "sim/solver.h"

#include "math/math.h"

#include <string.h>

// The linear solve is at least this exact (a part of the Newton residual), and at most so much.
#define LOOSE_SOLVE 0.1
#define TIGHT_SOLVE 1e-9
// It aims this far below what the Newton iteration needs.
#define SOLVE_MARGIN 0.3
// A step is taken when the forces along it have turned round by no more than this part ...
#define TURN_PART 0.5
// ... and is shortened to between these parts of itself otherwise, at most so often.
#define SHORTEN_LEAST 0.1
#define SHORTEN_MOST  0.5
#define MOST_CUTS     12
// The rounding of a position changes a force by this many times its last place times the stiffness there.
#define ROUNDING (4 * 0x1p-53)
// An unconverged solve failed when its residual is not below this part of where it began.
#define STALLED_PART 1.0

/// Newton's method on one body under way.
typedef struct newton {
    double scale;    // N s: length of the momenta that outer and elastic forces give
    double rounding; // N s: a residual that rounding alone makes
    double residual; // N s: length of the residual
} newton;

// ---- residual -------------------------------------------------------------------------------

/// x0 + h v1 and v1 where the elements read them.
static void set_trial(cs_implicit_system *s)
{
    cs_sim *sim = s->sim;
    double h = sim->h;
    for (int i = 0; i < s->lanes; i++) {
        int lane = s->body->first_lane + i;
        cs_vec3 v = cs_soa_get(&s->v1, i);
        cs_soa_set(&s->trial, lane, cs_add(cs_soa_get(&sim->now, lane), cs_scale(v, h)));
        cs_soa_set(&s->velocity, lane, v);
    }
}

static void evaluate(cs_implicit_system *s, bool matrix)
{
    set_trial(s);
    cs_implicit_evaluate(s, matrix);
}

/// r = h f - M (v1 - v0) into cg.r; returns its length.
static double find_residual(cs_implicit_system *s)
{
    const cs_sim *sim = s->sim;
    double sum = 0, h = sim->h;
    for (int i = 0; i < s->lanes; i++) {
        int lane = s->body->first_lane + i;
        cs_vec3 r = {0, 0, 0};
        if (s->mass[i] > 0) {
            cs_vec3 f = cs_add(cs_soa_get(&s->outer, i), cs_soa_get(&s->force, lane));
            cs_vec3 gained = cs_sub(cs_soa_get(&s->v1, i), cs_soa_get(&sim->velocity, lane));
            r = cs_sub(cs_scale(f, h), cs_scale(gained, s->mass[i]));
        }
        cs_soa_set(&s->cg.r, i, r);
        sum += cs_dot(r, r);
    }
    return sqrt(sum);
}

/// What converged means for this solve; after the first evaluation, with the matrix.
static void measure_scale(const cs_implicit_system *s, newton *n)
{
    double outer = 0, elastic = 0, rounding = 0, h = s->sim->h;
    for (int i = 0; i < s->lanes; i++) {
        if (s->mass[i] > 0) {
            int lane = s->body->first_lane + i;
            cs_vec3 f = cs_soa_get(&s->outer, i), e = cs_soa_get(&s->force, lane), x = cs_soa_get(&s->trial, lane);
            const double *d =
                s->matrix.value + (size_t)s->matrix.begin[i / CS_SLICE] * (CS_SLICE * CS_BLOCK_SIZE) + i % CS_SLICE;
            double stiffest = fmax(d[0], fmax(d[4 * CS_SLICE], d[8 * CS_SLICE]));
            double uncertain = stiffest * ROUNDING / h;
            outer += cs_dot(f, f);
            elastic += cs_dot(e, e);
            rounding += uncertain * uncertain * cs_dot(x, x);
        }
    }
    n->scale = h * (sqrt(outer) + sqrt(elastic));
    n->rounding = sqrt(rounding);
}

static bool converged(const cs_implicit_system *s, const newton *n)
{
    return n->residual <= s->sim->scene->simulation.tolerance * n->scale + n->rounding;
}

// ---- Newton's method ------------------------------------------------------------------------

/// The step of Newton's method into cg.x.
static void find_step(cs_implicit_system *s, const newton *n, bool first)
{
    double tolerance = s->sim->scene->simulation.tolerance, h = s->sim->h;
    for (int i = 0; i < s->lanes; i++) {
        cs_vec3 x = {0, 0, 0};
        if (first && s->mass[i] > 0) {
            x = cs_scale(cs_soa_get(&s->outer, i), h / s->mass[i]);
        }
        cs_soa_set(&s->cg.x, i, x);
    }
    double target = SOLVE_MARGIN * (tolerance * n->scale + n->rounding);
    target = target < LOOSE_SOLVE * n->residual ? target : LOOSE_SOLVE * n->residual;
    target = target > TIGHT_SOLVE * n->residual ? target : TIGHT_SOLVE * n->residual;
    s->linear_iterations += cs_implicit_solve(s, target);
}

static double along_step(const cs_implicit_system *s)
{
    double sum = 0;
    for (int i = 0; i < s->lanes; i++) {
        sum += cs_dot(cs_soa_get(&s->cg.r, i), cs_soa_get(&s->cg.x, i));
    }
    return sum;
}

static void move_along(cs_implicit_system *s, double part)
{
    for (int i = 0; i < s->lanes; i++) {
        cs_soa_set(&s->v1, i, cs_add(cs_soa_get(&s->v1, i), cs_scale(cs_soa_get(&s->cg.x, i), part)));
    }
}

/// Takes as much of the step as the forces bear.
static void take_step(cs_implicit_system *s, newton *n, double slope)
{
    double part = 1;
    move_along(s, part);
    for (int cut = 0;; cut++) {
        evaluate(s, false);
        n->residual = find_residual(s);
        double turned = along_step(s);
        if (turned >= -TURN_PART * slope || cut == MOST_CUTS) {
            return;
        }
        double shorter = slope / (slope - turned); // where a straight line through both slopes crosses zero
        shorter = shorter > SHORTEN_LEAST ? shorter : SHORTEN_LEAST;
        shorter = part * (shorter < SHORTEN_MOST ? shorter : SHORTEN_MOST);
        move_along(s, shorter - part);
        part = shorter;
    }
}

/// Adds to every free part that touches nothing the momentum that its solve has left out.
static void keep_momentum(cs_implicit_system *s)
{
    const cs_sim *sim = s->sim;
    for (int i = 0; i < s->part_count; i++) {
        s->parts[i].sum = (cs_vec3){0, 0, 0};
        s->parts[i].touched = false;
    }
    for (int i = 0; i < s->lanes && s->part_count > 0; i++) {
        if (s->part[i] >= 0) {
            cs_free_part *part = &s->parts[s->part[i]];
            cs_vec3 gained = cs_sub(cs_soa_get(&s->v1, i), cs_soa_get(&sim->velocity, s->body->first_lane + i));
            cs_vec3 missing = cs_sub(cs_scale(cs_soa_get(&s->outer, i), sim->h), cs_scale(gained, s->mass[i]));
            part->sum = cs_add(part->sum, missing);
            part->touched = part->touched || s->push.x[i] != 0 || s->push.y[i] != 0 || s->push.z[i] != 0;
        }
    }
    for (int i = 0; i < s->lanes && s->part_count > 0; i++) {
        if (s->part[i] >= 0 && !s->parts[s->part[i]].touched) {
            const cs_free_part *part = &s->parts[s->part[i]];
            cs_soa_set(&s->v1, i, cs_add(cs_soa_get(&s->v1, i), cs_scale(part->sum, 1 / part->mass)));
        }
    }
}

/// Outer forces, and v1 = v0.
static void begin_body(cs_implicit_system *s)
{
    const cs_body *body = s->body;
    for (int r = 0; r < body->rows; r++) {
        int lane = r * body->stride;
        cs_soa row = {s->outer.x + lane, s->outer.y + lane, s->outer.z + lane};
        cs_forces_set(s->sim, body, lane, body->columns, &row);
    }
    for (int i = 0; i < s->lanes; i++) {
        cs_soa_set(&s->v1, i, cs_soa_get(&s->sim->velocity, body->first_lane + i));
    }
}

static void solve_body(cs_implicit_system *s, cs_solve_report *report)
{
    newton n = {0};
    begin_body(s);
    if (s->touchable) {
        memset(s->contact, 0, sizeof(*s->contact) * (size_t)s->lanes); // not before its stiffness is known
    }
    evaluate(s, true);
    if (s->touchable) {
        cs_implicit_choose_contact(s);
        cs_implicit_add_contact(s, true);
        cs_implicit_invert_diagonal(s);
    }
    n.residual = find_residual(s);
    measure_scale(s, &n);
    double began = n.residual;
    int iterations = 0, most = s->sim->scene->simulation.iterations;
    for (; !converged(s, &n) && iterations < most && isfinite(n.residual); iterations++) {
        if (iterations > 0) {
            cs_implicit_evaluate(s, true); // the line search has asked for forces alone
        }
        find_step(s, &n, iterations == 0);
        find_residual(s); // the linear solve has worked on it
        take_step(s, &n, along_step(s));
    }
    keep_momentum(s);
    double relative = n.scale > 0 ? n.residual / n.scale : 0;
    report->iterations += iterations;
    report->residual = relative > report->residual ? relative : report->residual;
    if (!converged(s, &n)) {
        report->unconverged++;
        report->stalled = report->stalled || !(n.residual < STALLED_PART * began);
    }
}

// ---- the substep ----------------------------------------------------------------------------

/// Moves the particles of one row, pushes them out of colliders and damps them; returns the first that ran away.
static int finish_row(cs_implicit_system *s, int row)
{
    cs_sim *sim = s->sim;
    const cs_body *body = s->body;
    int begin = row * body->stride, first = body->first_lane + begin, runaway = CS_NO_LANE;
    cs_soa next = {s->trial.x + first, s->trial.y + first, s->trial.z + first};
    for (int c = 0; c < body->columns; c++) {
        cs_vec3 step = cs_scale(cs_soa_get(&s->v1, begin + c), sim->h);
        cs_soa_set(&s->trial, first + c, cs_add(cs_soa_get(&sim->now, first + c), step));
        cs_soa_set(&s->velocity, first + c, cs_soa_get(&s->trial, first + c));
    }
    cs_colliders_push_out(sim, body->columns, next.x, next.y, next.z);
    for (int c = 0; c < body->columns; c++) {
        int lane = first + c;
        cs_vec3 x0 = cs_soa_get(&sim->now, lane), free = cs_soa_get(&s->velocity, lane);
        cs_vec3 x = cs_soa_get(&s->trial, lane), v = cs_soa_get(&s->v1, begin + c);
        if (cs_body_pinned(body, begin + c)) {
            cs_soa_set(&s->trial, lane, x0);
            continue;
        }
        if (x.x != free.x || x.y != free.y || x.z != free.z) {
            v = cs_scale(cs_sub(x, x0), 1 / sim->h);
        }
        cs_soa_set(&sim->velocity, lane, cs_scale(v, sim->damping));
        double reach = fabs(x.x) + fabs(x.y) + fabs(x.z);
        double travel = fabs(x.x - x0.x) + fabs(x.y - x0.y) + fabs(x.z - x0.z);
        bool sound = reach <= CS_RUNAWAY_DISTANCE && travel <= CS_RUNAWAY_EXTENTS * sim->extent;
        runaway = !sound && runaway == CS_NO_LANE ? lane : runaway;
    }
    return runaway;
}

static int substep(cs_sim *sim)
{
    cs_implicit *data = sim->solver_data;
    int runaway = CS_NO_LANE;
    for (int i = 0; i < sim->body_count; i++) {
        cs_implicit_system *s = &data->systems[i];
        s->trial = sim->before;
        solve_body(s, &sim->solve);
        for (int r = 0; r < s->body->rows; r++) {
            int lane = finish_row(s, r);
            runaway = lane < runaway ? lane : runaway;
        }
    }
    cs_soa next = sim->before;
    sim->before = sim->now;
    sim->now = next;
    return runaway;
}

static bool prepare(cs_sim *sim)
{
    cs_implicit *data = cs_arena_alloc(sim->arena, 1, sizeof(*data));
    if (!data || !cs_soa_make(sim->arena, sim->lanes, &data->velocity) ||
        !cs_soa_make(sim->arena, sim->lanes, &data->force)) {
        return false;
    }
    data->systems = cs_arena_alloc(sim->arena, (size_t)sim->body_count, sizeof(*data->systems));
    for (int i = 0; i < sim->body_count && data->systems; i++) {
        data->systems[i].velocity = data->velocity;
        data->systems[i].force = data->force;
        if (!cs_implicit_layout(sim, &sim->bodies[i], &data->systems[i])) {
            return false;
        }
    }
    sim->solver_data = data;
    return data->systems != NULL;
}

const cs_solver_kind cs_solver_implicit = {
    .name = "implicit",
    .keeps_velocity = true,
    .prepare = prepare,
    .substep = substep,
};
