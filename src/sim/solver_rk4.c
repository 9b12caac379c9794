// SPDX-License-Identifier: MIT
//
// The classic scheme of order 4 (Runge 1895, Kutta 1901) on positions and velocities: four evaluations of the forces a
// substep, at the start, twice in the middle, at the end,
//     x' = x + h/6 (v1 + 2 v2 + 2 v3 + v4),    v' = v + h/6 (a1 + 2 a2 + 2 a3 + a4),
// then the air's damping of the velocity. The positions of the stages stand in `before`, their velocities in `rates`,
// the sums in the scratch memory.
#include "sim/explicit.h"
#include "sim/solver.h"

#include "math/math.h"

#define STAGES 4

/// Sums over the stages, over all lanes.
typedef struct sums {
    cs_soa way, gain; // of the velocities and of the accelerations, each with its weight 1, 2, 2, 1
} sums;

static sums sums_of(const cs_sim *sim)
{
    double *at = sim->scratch;
    size_t n = (size_t)sim->lanes;
    return (sums){{at, at + n, at + 2 * n}, {at + 3 * n, at + 4 * n, at + 5 * n}};
}

static void add_weighted(cs_soa *sum, int lane, cs_vec3 value, double weight, bool first)
{
    cs_vec3 weighted = cs_scale(value, weight);
    cs_soa_set(sum, lane, first ? weighted : cs_add(cs_soa_get(sum, lane), weighted));
}

/// Adds what a stage found at a particle and goes to the place of the next stage: x + reach v, v + reach a.
static void advance_particle(cs_sim *sim, int lane, double mass, int stage)
{
    static const double weight[STAGES] = {1, 2, 2, 1};
    double reach = stage < 2 ? sim->h / 2 : sim->h;
    sums s = sums_of(sim);
    cs_vec3 v = cs_soa_get(&sim->rates, lane), f = cs_soa_get(&sim->force, lane);
    cs_vec3 a = {f.x / mass, f.y / mass, f.z / mass};
    add_weighted(&s.way, lane, v, weight[stage], stage == 0);
    add_weighted(&s.gain, lane, a, weight[stage], stage == 0);
    if (stage < STAGES - 1) {
        cs_soa_set(&sim->before, lane, cs_add(cs_soa_get(&sim->now, lane), cs_scale(v, reach)));
        cs_soa_set(&sim->rates, lane, cs_add(cs_soa_get(&sim->velocity, lane), cs_scale(a, reach)));
    }
}

static void advance_stage(cs_sim *sim, const cs_body *body, int stage)
{
    for (int r = 0; r < body->rows; r++) {
        for (int c = 0; c < body->columns; c++) {
            int of_body = r * body->stride + c;
            if (!cs_body_pinned(body, of_body)) {
                advance_particle(sim, body->first_lane + of_body, cs_body_mass(body, of_body), stage);
            }
        }
    }
}

/// Moves the particles by the sums; returns the first lane that runs away.
static int move(cs_sim *sim, const cs_body *body)
{
    int runaway = CS_NO_LANE;
    double sixth = sim->h / 6;
    sums s = sums_of(sim);
    for (int r = 0; r < body->rows; r++) {
        for (int c = 0; c < body->columns; c++) {
            int of_body = r * body->stride + c, lane = body->first_lane + of_body;
            cs_vec3 x = cs_soa_get(&sim->now, lane), v = cs_soa_get(&sim->velocity, lane);
            if (cs_body_pinned(body, of_body)) {
                continue;
            }
            cs_vec3 next = cs_add(x, cs_scale(cs_soa_get(&s.way, lane), sixth));
            cs_vec3 gained = cs_add(v, cs_scale(cs_soa_get(&s.gain, lane), sixth));
            cs_soa_set(&sim->before, lane, next);
            cs_soa_set(&sim->velocity, lane, cs_scale(gained, sim->damping));
            if (runaway == CS_NO_LANE && cs_runs_away(sim, x, next)) {
                runaway = lane;
            }
        }
    }
    return runaway;
}

static void step_block(void *context, int index, int thread)
{
    (void)thread;
    cs_sim *sim = context;
    cs_block *block = &sim->blocks[index];
    const cs_body *body = &sim->bodies[block->body];
    for (int i = body->first_lane; i < body->first_lane + body->rows * body->stride; i++) {
        cs_soa_set(&sim->before, i, cs_soa_get(&sim->now, i));
        cs_soa_set(&sim->rates, i, cs_soa_get(&sim->velocity, i));
    }
    for (int stage = 0; stage < STAGES; stage++) {
        cs_explicit_forces(sim, body, &sim->before, &sim->rates);
        advance_stage(sim, body, stage);
    }
    block->runaway = move(sim, body);
    cs_explicit_finish_body(sim, body);
}

static bool prepare(cs_sim *sim)
{
    sim->scratch = cs_arena_alloc(sim->arena, (size_t)sim->lanes, 6 * sizeof(double));
    return sim->scratch && cs_explicit_make_blocks(sim, cs_explicit_whole_body) &&
           cs_soa_make(sim->arena, sim->lanes, &sim->force) && cs_soa_make(sim->arena, sim->lanes, &sim->rates);
}

static int substep(cs_sim *sim)
{
    return cs_explicit_run_blocks(sim, step_block);
}

/// A step turns (x, v/w) of a spring by D [[a, b], [-b, a]] with a = 1 - z^2/2 + z^4/24, b = z - z^3/6, z = w h and
/// the damping on the second row: stable while the determinant is at most 1 and the trace at most 1 more than it.
static bool stable(double z, double damping)
{
    double a = 1 - z * z / 2 + z * z * z * z / 24, b = z - z * z * z / 6;
    double determinant = damping * (a * a + b * b);
    return determinant <= 1 && (1 + damping) * a <= 1 + determinant;
}

/// The stable steps are an interval: 2 sqrt(2)/w without damping (a^2 + b^2 = 1 - z^6/72 + z^8/576), sqrt(12)/w when
/// nothing of the velocity is kept, unstable at 4/w for any damping.
static double largest_step(double lambda, double damping)
{
    double root = sqrt(lambda);
    if (damping == 1) {
        return 2 * sqrt(2) / root;
    }
    double low = 0, high = 4;
    for (int i = 0; i < 60; i++) { // halvings: more than a double's bits
        double middle = low + (high - low) / 2;
        if (stable(middle, damping)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low / root;
}

const cs_solver_kind cs_solver_rk4 = {
    .name = "rk4",
    .keeps_velocity = true,
    .prepare = prepare,
    .substep = substep,
    .largest_step = largest_step,
    .viscous = 3, // where damping decides alone, lambda tau h < 8/3; stable up to 2.785
};
