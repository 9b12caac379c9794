// SPDX-License-Identifier: MIT
//
// A network of explicit particles and springs becomes a body of one row.
#include "sim/spring_list.h"
#include "sim/state.h"

cs_status cs_network_build(cs_sim *sim, cs_body *body, const cs_network *network)
{
    double *masses = cs_arena_alloc(sim->arena, (size_t)body->stride, sizeof(*masses));
    body->pinned = cs_arena_alloc(sim->arena, (size_t)body->stride, 1);
    cs_element *springs = cs_spring_list_create(sim->arena, network, body->first_lane);
    if (!masses || !body->pinned || !cs_body_add_element(sim, body, springs)) {
        return CS_INTERNAL;
    }
    for (int i = 0; i < body->stride; i++) {
        masses[i] = i < body->columns ? network->particles[i].mass : 1;
    }
    body->masses = masses;
    for (int i = 0; i < body->columns; i++) {
        int lane = body->first_lane + i;
        cs_vec3 x = cs_soa_get(&sim->now, lane);
        body->pinned[i] = network->particles[i].pinned;
        cs_body_start_velocity(sim, lane, x, network->particles[i].velocity);
    }
    return CS_OK;
}
