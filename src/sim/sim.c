// SPDX-License-Identifier: MIT
//
// The simulation as its users see it: make, step, read. A step is: the phase's forces and the solver's substeps, then
// the verdict whether everything is still in its place.
#include "sim/solver.h"

#include "math/math.h"

#include <stdlib.h>

/// The part of the velocity that one of n substeps keeps.
static double substep_damping(const cs_simulation *simulation)
{
    if (simulation->substeps == 1 || simulation->damping == 0 || simulation->damping == 1) {
        return simulation->damping;
    }
    return cs_pow(simulation->damping, 1.0 / simulation->substeps);
}

static cs_status fill(cs_sim *sim, cs_log *log)
{
    const cs_simulation *simulation = &sim->scene->simulation;
    sim->solver = cs_solver_kind_of(simulation->solver);
    if (!sim->solver) {
        cs_scene_report(sim->scene, log, CS_ERROR, "simulation.solver", "there is no such solver", NULL);
        return CS_INVALID_SCENE;
    }
    sim->h = simulation->dt / simulation->substeps;
    sim->damping = substep_damping(simulation);
    cs_status status = cs_sim_build(sim, log);
    if (status == CS_OK) {
        status = cs_sim_check_dt(sim, log);
    }
    return status == CS_OK && !sim->solver->prepare(sim) ? CS_INTERNAL : status;
}

static cs_status out_of_memory(const cs_scene *scene, cs_log *log)
{
    cs_log_error(log, scene->file, "there is not enough memory to simulate this scene");
    return CS_INTERNAL;
}

cs_status cs_sim_create(const cs_scene *scene, const cs_compute *compute, cs_log *log, cs_sim **sim)
{
    *sim = NULL;
    cs_sim *made = calloc(1, sizeof(*made));
    if (!made) {
        return out_of_memory(scene, log);
    }
    made->scene = scene;
    made->compute = compute ? *compute : (cs_compute){.pool = NULL, .simd = CS_SIMD_AUTO};
    made->compute.simd = cs_simd_resolve(made->compute.simd);
    made->arena = cs_arena_create();
    cs_status status = made->arena ? fill(made, log) : CS_INTERNAL;
    if (status != CS_OK) {
        cs_sim_destroy(made);
        return status == CS_INTERNAL ? out_of_memory(scene, log) : status;
    }
    *sim = made;
    return CS_OK;
}

void cs_sim_destroy(cs_sim *sim)
{
    if (sim) {
        cs_arena_destroy(sim->arena);
        free(sim);
    }
}

const cs_phase *cs_sim_phase(const cs_sim *sim, int64_t step)
{
    const cs_simulation *simulation = &sim->scene->simulation;
    for (int i = 0; i < simulation->phase_count; i++) {
        if (step < simulation->phases[i].steps || i + 1 == simulation->phase_count) {
            return &simulation->phases[i];
        }
        step -= simulation->phases[i].steps;
    }
    return NULL;
}

cs_status cs_sim_step(cs_sim *sim, cs_log *log)
{
    if (sim->diverged) {
        return CS_DIVERGED;
    }
    sim->solve.iterations = sim->solve.unconverged = 0;
    sim->solve.residual = 0;
    sim->solve.stalled = false;
    for (int i = 0; i < sim->scene->simulation.substeps; i++) {
        int runaway = sim->solver->substep(sim);
        if (runaway != CS_NO_LANE) {
            sim->diverged = true;
            cs_sim_report_divergence(sim, runaway, log);
            return CS_DIVERGED;
        }
    }
    if (!cs_sim_judge_solves(sim, log)) {
        sim->diverged = true;
        return CS_DIVERGED;
    }
    sim->step++;
    return CS_OK;
}

int64_t cs_sim_step_index(const cs_sim *sim)
{
    return sim->step;
}

double cs_sim_elastic_energy(const cs_sim *sim)
{
    double sum = 0;
    for (int i = 0; i < sim->body_count; i++) {
        for (int j = 0; j < sim->bodies[i].element_count; j++) {
            sum += cs_element_energy(sim->bodies[i].elements[j], &sim->now);
        }
    }
    return sum;
}

double cs_sim_time(const cs_sim *sim)
{
    return (double)sim->step * sim->scene->simulation.dt;
}

cs_simd cs_sim_simd(const cs_sim *sim)
{
    return sim->compute.simd;
}

int64_t cs_sim_particle_count(const cs_sim *sim)
{
    return sim->particle_count;
}

int64_t cs_sim_spring_count(const cs_sim *sim)
{
    return sim->spring_count;
}

size_t cs_sim_memory(const cs_sim *sim)
{
    return sizeof(*sim) + cs_arena_bytes(sim->arena);
}

void cs_sim_positions(const cs_sim *sim, cs_vec3 *positions)
{
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                *positions++ = cs_soa_get(&sim->now, body->first_lane + r * body->stride + c);
            }
        }
    }
}

void cs_sim_velocities(const cs_sim *sim, cs_vec3 *velocities)
{
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                *velocities++ = cs_sim_velocity(sim, body->first_lane + r * body->stride + c);
            }
        }
    }
}

void cs_sim_set_positions(cs_sim *sim, const cs_vec3 *positions)
{
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++, positions++) {
                int of_body = r * body->stride + c, lane = body->first_lane + of_body;
                if (body->pinned && body->pinned[of_body]) {
                    continue;
                }
                cs_vec3 moved = cs_sub(cs_soa_get(&sim->now, lane), cs_soa_get(&sim->before, lane));
                cs_soa_set(&sim->now, lane, *positions);
                cs_soa_set(&sim->before, lane, cs_sub(*positions, moved));
            }
        }
    }
}

void cs_sim_set_velocities(cs_sim *sim, const cs_vec3 *velocities)
{
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++, velocities++) {
                int of_body = r * body->stride + c, lane = body->first_lane + of_body;
                if (!cs_body_pinned(body, of_body)) {
                    cs_body_start_velocity(sim, lane, cs_soa_get(&sim->now, lane), *velocities);
                }
            }
        }
    }
}
