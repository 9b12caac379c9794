// SPDX-License-Identifier: MIT
//
// From the scene to the start state: the lay-out of all bodies in lanes, their particles, pins and elements.
#include "sim/collider.h"
#include "sim/solver.h"

#include <math.h>
#include <stdio.h>

// Twice as many triangles as lanes must still fit in an int.
#define MAX_LANES (INT32_MAX / 2 - CS_LANE_SLACK)

/// Gives every body its lanes; false when there are more than MAX_LANES.
static bool lay_out(cs_sim *sim)
{
    const cs_scene *scene = sim->scene;
    int64_t lanes = 0;
    for (int i = 0; i < sim->body_count; i++) {
        cs_body *body = &sim->bodies[i];
        if (i < scene->cloth_count) {
            const cs_cloth *cloth = &scene->cloths[i];
            *body = (cs_body){.name = cloth->name, .is_cloth = true, .cloth = cloth};
            bool grid = cloth->source == CS_CLOTH_GRID;
            body->rows = grid ? cloth->grid.rows : 1;
            body->columns = grid ? cloth->grid.columns : cloth->mesh.vertex_count;
        } else {
            const cs_network *network = &scene->networks[i - scene->cloth_count];
            *body = (cs_body){.name = network->name, .rows = 1, .columns = network->particle_count};
        }
        int64_t stride = ((int64_t)body->columns + CS_LANE_PAD - 1) / CS_LANE_PAD * CS_LANE_PAD;
        body->first_lane = (int)lanes;
        body->first_particle = sim->particle_count;
        if (stride > MAX_LANES || body->rows > (MAX_LANES - lanes) / stride) {
            return false;
        }
        body->stride = (int)stride;
        lanes += stride * body->rows;
        sim->particle_count += (int64_t)body->rows * body->columns;
    }
    sim->lanes = (int)lanes + CS_LANE_SLACK;
    return true;
}

bool cs_soa_make(cs_arena *arena, int lanes, cs_soa *soa)
{
    soa->x = cs_arena_alloc(arena, (size_t)lanes, sizeof(double));
    soa->y = cs_arena_alloc(arena, (size_t)lanes, sizeof(double));
    soa->z = cs_arena_alloc(arena, (size_t)lanes, sizeof(double));
    return soa->x && soa->y && soa->z;
}

void cs_sim_start_positions(const cs_sim *sim, cs_soa *positions)
{
    cs_vec3 rest = {0, cs_colliders_top(sim->scene) + 1, 0};
    for (int i = 0; i < sim->lanes; i++) {
        cs_soa_set(positions, i, rest);
    }
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                cs_vec3 x = body->is_cloth ? cs_cloth_start(body->cloth, r, c)
                                           : sim->scene->networks[i - sim->scene->cloth_count].particles[c].position;
                cs_soa_set(positions, body->first_lane + r * body->stride + c, x);
            }
        }
    }
}

static double reach(cs_vec3 a)
{
    return fabs(a.x) + fabs(a.y) + fabs(a.z);
}

/// The key that takes a cloth so far away, as far as one can tell.
static const char *far_key(const cs_cloth *cloth)
{
    if (cloth->source == CS_CLOTH_MESH) {
        return reach(cloth->transform.translate) > CS_RUNAWAY_DISTANCE / 2 ? "transform.translate" : "mesh";
    }
    double origin = reach(cloth->grid.origin), shift = reach(cloth->transform.translate);
    double size = cloth->grid.size[0] * reach(cloth->grid.u) + cloth->grid.size[1] * reach(cloth->grid.v);
    double scale = reach(cloth->transform.scale);
    if (shift > CS_RUNAWAY_DISTANCE / 2) {
        return "transform.translate";
    }
    if (origin <= CS_RUNAWAY_DISTANCE / 2 && size <= CS_RUNAWAY_DISTANCE / 2 && scale > 3) {
        return "transform.scale";
    }
    return size > origin ? "grid.size" : "grid.origin";
}

/// Refuses a body with a particle at x, where the first step would take it for a runaway.
static cs_status refuse_far(const cs_sim *sim, int index, cs_vec3 x, cs_log *log)
{
    int cloths = sim->scene->cloth_count;
    char path[64], name[32];
    if (index < cloths) {
        snprintf(name, sizeof(name), "cloths[%d]", index);
        snprintf(path, sizeof(path), "%s.%s", name, far_key(&sim->scene->cloths[index]));
    } else {
        snprintf(name, sizeof(name), "networks[%d]", index - cloths);
        snprintf(path, sizeof(path), "%s", name);
    }
    cs_text message = {0};
    cs_text_puts(&message, name);
    if (isfinite(reach(x))) {
        cs_text_printf(&message, " starts %.4g m (|x| + |y| + |z|)", reach(x));
    } else {
        cs_text_puts(&message, " starts infinitely far");
    }
    cs_text_printf(&message, " from the origin; clothsim works within %.0f km of it", CS_RUNAWAY_DISTANCE / 1000);
    if (message.bytes && !message.failed) {
        cs_scene_report(sim->scene, log, CS_ERROR, path, message.bytes, NULL);
    }
    cs_text_free(&message);
    return CS_INVALID_SCENE;
}

/// Every particle must start where it does not count as a runaway.
static cs_status check_start(const cs_sim *sim, cs_log *log)
{
    for (int i = 0; i < sim->body_count; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                cs_vec3 x = cs_soa_get(&sim->now, body->first_lane + r * body->stride + c);
                if (!(reach(x) <= CS_RUNAWAY_DISTANCE)) {
                    return refuse_far(sim, i, x, log);
                }
            }
        }
    }
    return CS_OK;
}

void cs_body_start_velocity(cs_sim *sim, int lane, cs_vec3 x, cs_vec3 velocity)
{
    cs_soa_set(&sim->before, lane, cs_sub(x, cs_scale(velocity, sim->h)));
    if (sim->velocity.x) {
        cs_soa_set(&sim->velocity, lane, velocity);
    }
}

bool cs_body_add_element(cs_sim *sim, cs_body *body, cs_element *element)
{
    (void)sim;
    if (!element || body->element_count == CS_BODY_ELEMENTS) {
        return false;
    }
    body->elements[body->element_count++] = element;
    return true;
}

/// Turns the pinned lanes of a body into runs.
static bool make_pin_runs(cs_sim *sim, cs_body *body)
{
    body->row_runs = cs_arena_alloc(sim->arena, (size_t)body->rows + 1, sizeof(*body->row_runs));
    if (!body->row_runs || !body->pinned) {
        return body->row_runs != NULL;
    }
    for (int fill = 0; fill < 2; fill++) {
        int runs = 0;
        for (int r = 0; r < body->rows; r++) {
            body->row_runs[r] = runs;
            for (int c = 0; c < body->columns; c++) {
                int lane = r * body->stride + c;
                if (!body->pinned[lane]) {
                    continue;
                }
                bool begins = c == 0 || !body->pinned[lane - 1];
                runs += begins;
                if (fill && begins) {
                    body->pin_runs[runs - 1] = (cs_pin_run){.lane = lane, .count = 1};
                } else if (fill) {
                    body->pin_runs[runs - 1].count++;
                }
            }
        }
        body->row_runs[body->rows] = runs;
        if (!fill) {
            body->pin_runs = cs_arena_alloc(sim->arena, (size_t)runs, sizeof(*body->pin_runs));
        }
        if (!body->pin_runs) {
            return false;
        }
    }
    return true;
}

/// Pinned particles start at rest, whatever the velocity of their body.
static void hold_pins(cs_sim *sim, const cs_body *body)
{
    for (int i = 0; i < body->row_runs[body->rows]; i++) {
        for (int j = 0; j < body->pin_runs[i].count; j++) {
            int lane = body->first_lane + body->pin_runs[i].lane + j;
            cs_soa_set(&sim->before, lane, cs_soa_get(&sim->now, lane));
            if (sim->velocity.x) {
                cs_soa_set(&sim->velocity, lane, (cs_vec3){0, 0, 0});
            }
        }
    }
}

static double measure_extent(const cs_sim *sim)
{
    double extent = CS_MIN_EXTENT;
    const double *axes[] = {sim->now.x, sim->now.y, sim->now.z};
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < sim->body_count; i++) {
            const cs_body *body = &sim->bodies[i];
            for (int r = 0; r < body->rows; r++) {
                for (int c = 0; c < body->columns; c++) {
                    double x = axes[k][body->first_lane + r * body->stride + c];
                    low = x < low ? x : low;
                    high = x > high ? x : high;
                }
            }
        }
        extent = high - low > extent ? high - low : extent;
    }
    return extent;
}

cs_status cs_sim_build(cs_sim *sim, cs_log *log)
{
    const cs_scene *scene = sim->scene;
    cs_status status = cs_sim_check_scene(sim, log);
    if (status != CS_OK) {
        return status;
    }
    sim->body_count = scene->cloth_count + scene->network_count;
    sim->bodies = cs_arena_alloc(sim->arena, (size_t)sim->body_count, sizeof(*sim->bodies));
    if (!sim->bodies) {
        return CS_INTERNAL;
    }
    if (!lay_out(sim)) {
        cs_scene_report(scene, log, CS_ERROR, "cloths", "there are too many particles", NULL);
        return CS_INVALID_SCENE;
    }
    if (!cs_soa_make(sim->arena, sim->lanes, &sim->now) || !cs_soa_make(sim->arena, sim->lanes, &sim->before) ||
        (sim->solver->keeps_velocity && !cs_soa_make(sim->arena, sim->lanes, &sim->velocity))) {
        return CS_INTERNAL;
    }
    cs_sim_start_positions(sim, &sim->now);
    status = check_start(sim, log);
    if (status != CS_OK) {
        return status;
    }
    for (int i = 0; i < sim->lanes; i++) {
        cs_soa_set(&sim->before, i, cs_soa_get(&sim->now, i));
    }
    for (int i = 0; i < sim->body_count && status == CS_OK; i++) {
        cs_body *body = &sim->bodies[i];
        status = body->is_cloth ? cs_cloth_build(sim, body, body->cloth)
                                : cs_network_build(sim, body, &scene->networks[i - scene->cloth_count]);
        if (status == CS_OK && !make_pin_runs(sim, body)) {
            status = CS_INTERNAL;
        }
        if (status == CS_OK) {
            hold_pins(sim, body);
            for (int j = 0; j < body->element_count; j++) {
                sim->spring_count += body->elements[j]->spring_count;
            }
        }
    }
    sim->extent = measure_extent(sim);
    return status;
}
