// SPDX-License-Identifier: MIT
//
// What the solvers that step with forces share.
#include "sim/explicit.h"

#include "sim/collider.h"
#include "sim/force.h"

#include "math/math.h"

// Fewer lanes than this in all bodies together are not worth a thread.
#define SHARED_LANES 8192

void cs_explicit_forces(cs_sim *sim, const cs_body *body, const cs_soa *positions, const cs_soa *velocities)
{
    for (int r = 0; r < body->rows; r++) {
        int lane = r * body->stride;
        cs_soa row = cs_soa_at(&sim->force, body->first_lane + lane);
        cs_forces_set(sim, body, lane, body->columns, &row);
    }
    for (int i = 0; i < body->element_count; i++) {
        cs_element_add_forces(body->elements[i], positions, velocities, &sim->force);
    }
}

void cs_explicit_finish_rows(cs_sim *sim, const cs_body *body, int first_row, int end_row)
{
    int lane = body->first_lane + first_row * body->stride;
    int count = (end_row - first_row - 1) * body->stride + body->columns;
    cs_soa next = cs_soa_at(&sim->before, lane);
    cs_colliders_push_out(sim, count, next.x, next.y, next.z);
    for (int i = body->row_runs[first_row]; i < body->row_runs[end_row]; i++) {
        int begin = body->first_lane + body->pin_runs[i].lane;
        for (int j = begin; j < begin + body->pin_runs[i].count; j++) {
            cs_soa_set(&sim->before, j, cs_soa_get(&sim->now, j));
        }
    }
}

void cs_explicit_finish_body(cs_sim *sim, const cs_body *body)
{
    int end = body->first_lane + body->rows * body->stride;
    for (int i = body->first_lane; i < end; i++) {
        cs_soa_set(&sim->force, i, cs_soa_get(&sim->before, i));
    }
    cs_explicit_finish_rows(sim, body, 0, body->rows);
    for (int i = body->first_lane; i < end; i++) {
        cs_vec3 push = cs_sub(cs_soa_get(&sim->before, i), cs_soa_get(&sim->force, i));
        if (push.x != 0 || push.y != 0 || push.z != 0) {
            cs_vec3 v = cs_soa_get(&sim->velocity, i);
            cs_soa_set(&sim->velocity, i,
                       (cs_vec3){v.x + push.x / sim->h, v.y + push.y / sim->h, v.z + push.z / sim->h});
        }
    }
}

int cs_explicit_whole_body(const cs_body *body)
{
    return body->rows;
}

bool cs_explicit_make_blocks(cs_sim *sim, cs_block_rows *block_rows)
{
    size_t count = 0;
    for (int i = 0; i < sim->body_count; i++) {
        int rows = block_rows(&sim->bodies[i]);
        count += (size_t)(sim->bodies[i].rows / rows + 1);
    }
    sim->blocks = cs_arena_alloc(sim->arena, count, sizeof(*sim->blocks));
    if (!sim->blocks) {
        return false;
    }
    for (int i = 0; i < sim->body_count; i++) {
        int rows = block_rows(&sim->bodies[i]);
        for (int r = 0; r < sim->bodies[i].rows; r += rows) {
            int end = r + rows < sim->bodies[i].rows ? r + rows : sim->bodies[i].rows;
            sim->blocks[sim->block_count++] = (cs_block){.body = i, .first_row = r, .end_row = end};
        }
    }
    sim->shared = sim->lanes >= SHARED_LANES;
    return true;
}

int cs_explicit_run_blocks(cs_sim *sim, cs_pool_function *step)
{
    cs_pool_run(sim->shared ? sim->compute.pool : NULL, sim->block_count, step, sim);
    cs_soa next = sim->before;
    sim->before = sim->now;
    sim->now = next;
    int runaway = CS_NO_LANE;
    for (int i = 0; i < sim->block_count; i++) {
        runaway = sim->blocks[i].runaway < runaway ? sim->blocks[i].runaway : runaway;
    }
    return runaway;
}
