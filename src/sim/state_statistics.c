// SPDX-License-Identifier: MIT
//
// Numbers about a state. Every sum runs over the particles in their order, so the bits do not depend on threads or
// instruction sets.
#include "sim/state.h"

#include "sim/spring.h"

// Particles hashed at a time; part of what the hash means.
#define HASH_CHUNK 256

typedef struct tally {
    cs_state_statistics *statistics;
    double y_sum;
    int64_t free;
    int held;                          // particles in `positions` and `velocities`
    double positions[3 * HASH_CHUNK];  // m
    double velocities[3 * HASH_CHUNK]; // m/s
} tally;

static void hash_held(tally *t)
{
    size_t count = 3 * (size_t)t->held;
    t->statistics->state_hash = cs_hash_doubles(t->positions, count, t->statistics->state_hash);
    t->statistics->state_hash = cs_hash_doubles(t->velocities, count, t->statistics->state_hash);
    t->held = 0;
}

static void add_particle(tally *t, cs_vec3 x, cs_vec3 v, double mass, bool pinned)
{
    cs_state_statistics *s = t->statistics;
    s->particles++;
    s->kinetic_energy += 0.5 * mass * cs_dot(v, v);
    if (!pinned) {
        s->y_min = s->has_free && s->y_min <= x.y ? s->y_min : x.y;
        s->y_max = s->has_free && s->y_max >= x.y ? s->y_max : x.y;
        s->has_free = true;
        t->y_sum += x.y;
        t->free++;
    }
    double *position = &t->positions[3 * t->held], *velocity = &t->velocities[3 * t->held];
    position[0] = x.x, position[1] = x.y, position[2] = x.z;
    velocity[0] = v.x, velocity[1] = v.y, velocity[2] = v.z;
    if (++t->held == HASH_CHUNK) {
        hash_held(t);
    }
}

static double largest_stretch(const cs_sim *sim, const cs_element *element)
{
    double largest = 0;
    cs_spring_view views[CS_SPRING_CHUNK];
    int count;
    for (int64_t first = 0; (count = cs_element_springs(element, first, views)) > 0; first += count) {
        for (int i = 0; i < count; i++) {
            if (views[i].structural && views[i].rest > 0) {
                double stretch = cs_spring_length(&sim->now, views[i].a, views[i].b) / views[i].rest;
                largest = stretch > largest ? stretch : largest;
            }
        }
    }
    return largest;
}

static double largest_edge_stretch(const cs_sim *sim, const cs_body *body)
{
    double largest = 0;
    for (int i = 0; i < body->edge_count; i++) {
        const cs_edge_rest *edge = &body->edges[i];
        double stretch = edge->rest > 0 ? cs_spring_length(&sim->now, edge->a, edge->b) / edge->rest : 0;
        largest = stretch > largest ? stretch : largest;
    }
    return largest;
}

void cs_sim_statistics(const cs_sim *sim, int cloth, cs_state_statistics *statistics)
{
    *statistics = (cs_state_statistics){0};
    tally t = {.statistics = statistics};
    int first = cloth < 0 ? 0 : cloth, end = cloth < 0 ? sim->body_count : cloth + 1;
    for (int i = first; i < end; i++) {
        const cs_body *body = &sim->bodies[i];
        for (int r = 0; r < body->rows; r++) {
            for (int c = 0; c < body->columns; c++) {
                int of_body = r * body->stride + c, lane = body->first_lane + of_body;
                add_particle(&t, cs_soa_get(&sim->now, lane), cs_sim_velocity(sim, lane), cs_body_mass(body, of_body),
                             body->pinned && body->pinned[of_body]);
            }
        }
        for (int j = 0; j < body->element_count; j++) {
            statistics->springs += body->elements[j]->spring_count;
            double stretch = largest_stretch(sim, body->elements[j]);
            statistics->max_stretch = stretch > statistics->max_stretch ? stretch : statistics->max_stretch;
        }
        double stretch = largest_edge_stretch(sim, body);
        statistics->max_stretch = stretch > statistics->max_stretch ? stretch : statistics->max_stretch;
    }
    hash_held(&t);
    statistics->iterations = sim->solve.iterations;
    statistics->residual = sim->solve.residual;
    statistics->y_mean = t.free > 0 ? t.y_sum / (double)t.free : 0;
    statistics->max_stretch = statistics->max_stretch > 0 ? statistics->max_stretch : 1;
}
