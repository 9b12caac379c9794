// SPDX-License-Identifier: MIT
//
// A network of explicit particles and springs becomes a body of one row.
#include "sim/spring_list.h"
#include "sim/state.h"

#include <string.h>

cs_status cs_network_build(cs_sim *sim, cs_body *body, const cs_network *network)
{
    double *masses = cs_arena_alloc(sim->arena, (size_t)body->stride, sizeof(*masses));
    body->pinned = cs_arena_alloc(sim->arena, (size_t)body->stride, 1);
    body->element = cs_spring_list_create(sim->arena, network, body->first_lane);
    if (!masses || !body->pinned || !body->element) {
        return CS_INTERNAL;
    }
    for (int i = 0; i < body->stride; i++) {
        masses[i] = i < body->columns ? network->masses[i] : 1;
    }
    body->masses = masses;
    if (network->pinned) {
        memcpy(body->pinned, network->pinned, (size_t)body->columns);
    }
    for (int i = 0; i < body->columns; i++) {
        int lane = body->first_lane + i;
        cs_vec3 x = cs_soa_get(&sim->now, lane);
        cs_vec3 velocity = network->velocities ? network->velocities[i] : (cs_vec3){0, 0, 0};
        cs_soa_set(&sim->before, lane, cs_sub(x, cs_scale(velocity, sim->h)));
    }
    return CS_OK;
}
