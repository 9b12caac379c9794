// SPDX-License-Identifier: MIT
//
// Position based dynamics, extended (compliance in real units) and plain (stiffness by iterations and correction);
// xpbd.h has the equations and the papers. A substep: v += h F/m, x = x0 + h v, then `iterations` sweeps over all terms
// in a fixed order, then contact, then v = (x - x0)/h times the air damping. Pins have no inverse mass.
#include "sim/collider.h"
#include "sim/force.h"
#include "sim/solver.h"
#include "sim/xpbd.h"

#include "math/math.h"

#include <string.h>

typedef struct xpbd {
    cs_xpbd_terms terms;
    double **lambda; // for each element of all bodies, in their order
    size_t *lambda_bytes;
} xpbd;

static cs_soa at(const cs_soa *soa, int lane)
{
    return (cs_soa){soa->x + lane, soa->y + lane, soa->z + lane};
}

static void predict(cs_sim *sim, const cs_body *body, const double *inverse_mass)
{
    for (int r = 0; r < body->rows; r++) {
        cs_soa row = at(&sim->force, body->first_lane + r * body->stride);
        cs_forces_set(sim, body, r * body->stride, body->columns, &row);
        for (int c = 0; c < body->columns; c++) {
            int lane = body->first_lane + r * body->stride + c;
            if (inverse_mass[lane] > 0) {
                cs_vec3 kick = cs_scale(cs_soa_get(&sim->force, lane), sim->h * inverse_mass[lane]);
                cs_vec3 v = cs_add(cs_soa_get(&sim->velocity, lane), kick);
                cs_soa_set(&sim->now, lane, cs_add(cs_soa_get(&sim->before, lane), cs_scale(v, sim->h)));
            }
        }
    }
}

static void sweep(cs_sim *sim)
{
    xpbd *data = sim->solver_data;
    int e = 0;
    for (int i = 0; i < sim->body_count; i++) {
        for (int j = 0; j < sim->bodies[i].element_count; j++, e++) {
            cs_xpbd_project_element(&data->terms, sim->bodies[i].elements[j], &sim->now, data->lambda[e]);
        }
    }
}

static bool is_sound(const cs_sim *sim, int lane)
{
    cs_vec3 x = cs_soa_get(&sim->now, lane), d = cs_sub(x, cs_soa_get(&sim->before, lane));
    return fabs(x.x) + fabs(x.y) + fabs(x.z) <= CS_RUNAWAY_DISTANCE &&
           fabs(d.x) + fabs(d.y) + fabs(d.z) <= CS_RUNAWAY_EXTENTS * sim->extent;
}

/// Contact and velocities of a body; returns its first lane that ran away.
static int finish(cs_sim *sim, const cs_body *body, const double *inverse_mass)
{
    int count = body->rows * body->stride, end = body->first_lane + count, runaway = CS_NO_LANE;
    for (int lane = body->first_lane; lane < end; lane++) {
        if (inverse_mass[lane] > 0 && runaway == CS_NO_LANE && !is_sound(sim, lane)) {
            runaway = lane;
        }
    }
    cs_soa x = at(&sim->now, body->first_lane);
    cs_colliders_push_out(sim, count, x.x, x.y, x.z);
    for (int lane = body->first_lane; lane < end; lane++) {
        cs_vec3 x0 = cs_soa_get(&sim->before, lane), moved = cs_sub(cs_soa_get(&sim->now, lane), x0);
        if (inverse_mass[lane] > 0) {
            cs_vec3 v = {moved.x / sim->h, moved.y / sim->h, moved.z / sim->h};
            cs_soa_set(&sim->velocity, lane, cs_scale(v, sim->damping));
        } else {
            cs_soa_set(&sim->now, lane, x0);
        }
    }
    return runaway;
}

static int substep(cs_sim *sim)
{
    xpbd *data = sim->solver_data;
    size_t bytes = (size_t)sim->lanes * sizeof(double);
    memcpy(sim->before.x, sim->now.x, bytes);
    memcpy(sim->before.y, sim->now.y, bytes);
    memcpy(sim->before.z, sim->now.z, bytes);
    int e = 0;
    for (int i = 0; i < sim->body_count; i++) {
        predict(sim, &sim->bodies[i], data->terms.inverse_mass);
        for (int j = 0; j < sim->bodies[i].element_count; j++, e++) {
            memset(data->lambda[e], 0, data->lambda_bytes[e]);
        }
    }
    for (int i = 0; i < sim->scene->simulation.iterations; i++) {
        sweep(sim);
    }
    int runaway = CS_NO_LANE;
    for (int i = 0; i < sim->body_count; i++) {
        int lane = finish(sim, &sim->bodies[i], data->terms.inverse_mass);
        runaway = lane < runaway ? lane : runaway;
    }
    return runaway;
}

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

static bool make_lambdas(cs_sim *sim, xpbd *data)
{
    size_t count = (size_t)sim->body_count * CS_BODY_ELEMENTS;
    data->lambda = cs_arena_alloc(sim->arena, count, sizeof(*data->lambda));
    data->lambda_bytes = cs_arena_alloc(sim->arena, count, sizeof(*data->lambda_bytes));
    bool made = data->lambda && data->lambda_bytes;
    for (int i = 0, e = 0; made && i < sim->body_count; i++) {
        for (int j = 0; made && j < sim->bodies[i].element_count; j++, e++) {
            size_t terms = (size_t)sim->bodies[i].elements[j]->term_count;
            data->lambda_bytes[e] = terms * CS_TERM_MEASURES * sizeof(double);
            data->lambda[e] = cs_arena_alloc(sim->arena, terms, CS_TERM_MEASURES * sizeof(double));
            made = data->lambda[e] != NULL;
        }
    }
    return made;
}

static bool prepare(cs_sim *sim)
{
    xpbd *data = cs_arena_alloc(sim->arena, 1, sizeof(*data));
    double *inverse_mass = inverse_masses(sim);
    if (!data || !inverse_mass || !cs_soa_make(sim->arena, sim->lanes, &sim->force) || !make_lambdas(sim, data)) {
        return false;
    }
    bool plain = sim->scene->simulation.solver == CS_SOLVER_PBD;
    data->terms = (cs_xpbd_terms){
        .plain = plain,
        .h = sim->h,
        .correction = plain ? sim->scene->simulation.correction : 1,
        .inverse_mass = inverse_mass,
        .start = &sim->before,
    };
    sim->solver_data = data;
    return true;
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
