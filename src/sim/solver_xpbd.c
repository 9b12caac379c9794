// SPDX-License-Identifier: MIT
//
// Position based dynamics, extended (compliance in real units) and plain (stiffness by iterations and correction);
// xpbd.h has the equations and the papers. A substep: v += h F/m, x = x0 + h v, then `iterations` sweeps over all terms
// in a fixed order, then contact, then v = (x - x0)/h times the air damping. Pins have no inverse mass.
//
// A sweep goes over all blocks, then over all interfaces between them. Elements without a kernel, as somebody may add
// one, send everything by their terms instead.
#include "sim/collider.h"
#include "sim/force.h"
#include "sim/solver.h"
#include "sim/xpbd_kernels.h"

#include "math/math.h"

// Lanes that a thread moves at once: worth a thread, and in the first-level cache from prediction to velocity.
#define CHUNK_LANES 1024

static cs_soa at(const cs_soa *soa, int lane)
{
    return (cs_soa){soa->x + lane, soa->y + lane, soa->z + lane};
}

static cs_pool *pool_of(const cs_sim *sim)
{
    return sim->shared ? sim->compute.pool : NULL;
}

static void put(double *slots, int slot, cs_vec3 x)
{
    slots[4 * (size_t)slot] = x.x;
    slots[4 * (size_t)slot + 1] = x.y;
    slots[4 * (size_t)slot + 2] = x.z;
}

static cs_vec3 get(const double *slots, int slot)
{
    return (cs_vec3){slots[4 * (size_t)slot], slots[4 * (size_t)slot + 1], slots[4 * (size_t)slot + 2]};
}

// ---- free flight --------------------------------------------------------------------------

/// Where a lane goes without its elements: to its slot, or when it has none to `now`.
static void predict_lane(cs_sim *sim, const cs_xpbd *xpbd, int lane, cs_vec3 force)
{
    cs_vec3 x0 = cs_soa_get(&sim->now, lane);
    cs_soa_set(&sim->before, lane, x0);
    double w = xpbd->terms.inverse_mass[lane];
    if (!(w > 0)) {
        return;
    }
    cs_vec3 v = cs_add(cs_soa_get(&sim->velocity, lane), cs_scale(force, sim->h * w));
    cs_vec3 x = cs_add(x0, cs_scale(v, sim->h));
    int slot = xpbd->slot ? xpbd->slot[lane] : -1;
    if (slot < 0) {
        cs_soa_set(&sim->now, lane, x);
        return;
    }
    put(xpbd->slots, slot, x);
    if (xpbd->starts) {
        put(xpbd->starts, slot, x0);
    }
}

static void predict(void *context, int index, int thread)
{
    (void)thread;
    cs_sim *sim = context;
    const cs_xpbd *xpbd = sim->solver_data;
    const cs_xpbd_chunk *chunk = &xpbd->chunks[index];
    const cs_body *body = &sim->bodies[chunk->body];
    int first = body->first_lane + chunk->first;
    bool uniform = cs_forces_uniform(body);
    cs_soa forces = at(&sim->force, first);
    cs_forces_set(sim, body, chunk->first, uniform ? 1 : chunk->count, &forces);
    for (int i = 0; i < chunk->count; i++) {
        predict_lane(sim, xpbd, first + i, cs_soa_get(&forces, uniform ? 0 : i));
    }
}

// ---- sweeps -------------------------------------------------------------------------------

static void sweep_by_terms(cs_sim *sim, const cs_xpbd *xpbd)
{
    for (int i = 0, e = 0; i < sim->body_count; i++) {
        for (int j = 0; j < sim->bodies[i].element_count; j++, e++) {
            const cs_element *element = sim->bodies[i].elements[j];
            for (int64_t t = 0; t < element->term_count; t++) {
                double *lambda = xpbd->lambda[e] + CS_TERM_MEASURES * t;
                for (int k = 0; xpbd->fresh && k < CS_TERM_MEASURES; k++) {
                    lambda[k] = 0;
                }
                cs_xpbd_project_term(&xpbd->terms, element, t, &sim->now, lambda);
            }
        }
    }
}

static void refresh_ghosts(const cs_sim *sim, const cs_xpbd *xpbd, int unit)
{
    for (int i = xpbd->ghost_first[unit]; i < xpbd->ghost_first[unit + 1]; i++) {
        cs_vec3 x = cs_soa_get(&sim->now, xpbd->ghost_lane[i]);
        put(xpbd->slots, xpbd->ghost_slot[i], x);
        if (xpbd->starts) {
            put(xpbd->starts, xpbd->ghost_slot[i], x);
        }
    }
}

static void sweep_unit(void *context, int index, int thread)
{
    (void)thread;
    static cs_xpbd_kernel *const links[] = CS_WIDE_TABLE(cs_xpbd_links);
    static cs_xpbd_kernel *const membrane[] = CS_WIDE_TABLE(cs_xpbd_membrane);
    static cs_xpbd_kernel *const bending[] = CS_WIDE_TABLE(cs_xpbd_bending);
    static cs_xpbd_kernel *const *const kernels[] = {
        [CS_XPBD_LINKS] = links,
        [CS_XPBD_MEMBRANE] = membrane,
        [CS_XPBD_BENDING] = bending,
    };
    const cs_sim *sim = context;
    const cs_xpbd *xpbd = sim->solver_data;
    int unit = xpbd->first_unit + index;
    if (xpbd->fresh) {
        refresh_ghosts(sim, xpbd, unit);
    }
    for (int g = 0; g < xpbd->group_count; g++) {
        const cs_xpbd_group *group = &xpbd->groups[g];
        int64_t first = group->first[unit], count = group->first[unit + 1] - first;
        if (count > 0 && (xpbd->fresh || !group->once)) {
            cs_xpbd_work work = group->work;
            work.fresh = xpbd->fresh;
            work.gammas = group->gammas ? group->gammas + first * CS_XPBD_LANES : NULL;
            kernels[group->kind][sim->compute.simd](&work, group->packs + (size_t)first * group->pack_size, count);
        }
    }
}

static void sweep(cs_sim *sim, cs_xpbd *xpbd)
{
    if (xpbd->by_terms) {
        sweep_by_terms(sim, xpbd);
        return;
    }
    xpbd->first_unit = 0;
    cs_pool_run(pool_of(sim), xpbd->block_count, sweep_unit, sim);
    xpbd->first_unit = xpbd->block_count;
    cs_pool_run(pool_of(sim), xpbd->unit_count - xpbd->block_count, sweep_unit, sim);
}

// ---- contact and velocities ---------------------------------------------------------------

static bool is_sound(const cs_sim *sim, cs_vec3 x, cs_vec3 x0)
{
    cs_vec3 d = cs_sub(x, x0);
    return fabs(x.x) + fabs(x.y) + fabs(x.z) <= CS_RUNAWAY_DISTANCE &&
           fabs(d.x) + fabs(d.y) + fabs(d.z) <= CS_RUNAWAY_EXTENTS * sim->extent;
}

static void finish(void *context, int index, int thread)
{
    (void)thread;
    cs_sim *sim = context;
    const cs_xpbd *xpbd = sim->solver_data;
    cs_xpbd_chunk *chunk = &xpbd->chunks[index];
    int first = sim->bodies[chunk->body].first_lane + chunk->first, end = first + chunk->count;
    chunk->runaway = CS_NO_LANE;
    for (int lane = first; lane < end; lane++) {
        if (xpbd->slot && xpbd->slot[lane] >= 0) {
            cs_soa_set(&sim->now, lane, get(xpbd->slots, xpbd->slot[lane]));
        }
        if (chunk->runaway == CS_NO_LANE && xpbd->terms.inverse_mass[lane] > 0 &&
            !is_sound(sim, cs_soa_get(&sim->now, lane), cs_soa_get(&sim->before, lane))) {
            chunk->runaway = lane;
        }
    }
    cs_soa x = at(&sim->now, first);
    cs_colliders_push_out(sim, chunk->count, x.x, x.y, x.z);
    for (int lane = first; lane < end; lane++) {
        cs_vec3 x0 = cs_soa_get(&sim->before, lane), moved = cs_sub(cs_soa_get(&sim->now, lane), x0);
        if (xpbd->terms.inverse_mass[lane] > 0) {
            cs_vec3 v = {moved.x / sim->h, moved.y / sim->h, moved.z / sim->h};
            cs_soa_set(&sim->velocity, lane, cs_scale(v, sim->damping));
        } else {
            cs_soa_set(&sim->now, lane, x0);
        }
    }
}

static int substep(cs_sim *sim)
{
    cs_xpbd *xpbd = sim->solver_data;
    cs_pool_run(pool_of(sim), xpbd->chunk_count, predict, sim);
    for (int i = 0; i < sim->scene->simulation.iterations; i++) {
        xpbd->fresh = i == 0;
        sweep(sim, xpbd);
    }
    cs_pool_run(pool_of(sim), xpbd->chunk_count, finish, sim);
    int runaway = CS_NO_LANE;
    for (int i = 0; i < xpbd->chunk_count; i++) {
        runaway = xpbd->chunks[i].runaway < runaway ? xpbd->chunks[i].runaway : runaway;
    }
    return runaway;
}

// ---- before the first step ----------------------------------------------------------------

static double *inverse_masses(cs_sim *sim)
{
    double *inverse = cs_arena_alloc(sim->arena, (size_t)sim->lanes, sizeof(*inverse));
    for (int i = 0; inverse && i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                int lane = r * body->stride + c;
                double mass = cs_body_mass(body, lane);
                inverse[body->first_lane + lane] = cs_body_pinned(body, lane) || !(mass > 0) ? 0 : 1 / mass;
            }
        }
    }
    return inverse;
}

static bool make_chunks(cs_sim *sim, cs_xpbd *xpbd)
{
    size_t most = (size_t)sim->lanes / CHUNK_LANES + (size_t)sim->body_count;
    xpbd->chunks = cs_arena_alloc(sim->arena, most, sizeof(*xpbd->chunks));
    for (int i = 0; xpbd->chunks && i < sim->body_count; i++) {
        int lanes = sim->bodies[i].rows * sim->bodies[i].stride;
        for (int first = 0; first < lanes; first += CHUNK_LANES) {
            int left = lanes - first;
            xpbd->chunks[xpbd->chunk_count++] =
                (cs_xpbd_chunk){.body = i, .first = first, .count = left < CHUNK_LANES ? left : CHUNK_LANES};
        }
    }
    return xpbd->chunks != NULL;
}

static bool make_lambdas(cs_sim *sim, cs_xpbd *xpbd)
{
    size_t count = (size_t)sim->body_count * CS_BODY_ELEMENTS;
    xpbd->lambda = cs_arena_alloc(sim->arena, count, sizeof(*xpbd->lambda));
    bool made = xpbd->lambda != NULL;
    for (int i = 0, e = 0; made && i < sim->body_count; i++) {
        for (int j = 0; made && j < sim->bodies[i].element_count; j++, e++) {
            size_t terms = (size_t)sim->bodies[i].elements[j]->term_count;
            xpbd->lambda[e] = cs_arena_alloc(sim->arena, terms, CS_TERM_MEASURES * sizeof(double));
            made = xpbd->lambda[e] != NULL;
        }
    }
    return made;
}

static bool prepare(cs_sim *sim)
{
    cs_xpbd *xpbd = cs_arena_alloc(sim->arena, 1, sizeof(*xpbd));
    double *inverse_mass = inverse_masses(sim);
    if (!xpbd || !inverse_mass || !cs_soa_make(sim->arena, sim->lanes, &sim->force) || !make_chunks(sim, xpbd)) {
        return false;
    }
    bool plain = sim->scene->simulation.solver == CS_SOLVER_PBD;
    xpbd->terms = (cs_xpbd_terms){
        .plain = plain,
        .h = sim->h,
        .correction = plain ? sim->scene->simulation.correction : 1,
        .inverse_mass = inverse_mass,
        .start = &sim->before,
    };
    sim->solver_data = xpbd;
    if (!cs_xpbd_pack(sim, xpbd)) {
        return false;
    }
    sim->shared = xpbd->block_count > 1;
    return !xpbd->by_terms || make_lambdas(sim, xpbd);
}

const cs_solver_kind cs_solver_pbd = {
    .name = "pbd",
    .keeps_velocity = true,
    .prepare = prepare,
    .substep = substep,
};

const cs_solver_kind cs_solver_xpbd = {
    .name = "xpbd",
    .keeps_velocity = true,
    .prepare = prepare,
    .substep = substep,
};
