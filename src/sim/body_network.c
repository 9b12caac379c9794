// SPDX-License-Identifier: MIT
//
// A network of explicit particles and links becomes a body of one row.
#include "sim/links.h"

#include <stdlib.h>

/// The link as an element takes it: damping in N s/m becomes the time that viscous force is stiffness times.
static cs_link_rest rest_of(const cs_body *body, const cs_link *link)
{
    cs_link_rest rest = {
        .a = body->first_lane + link->a,
        .b = body->first_lane + link->b,
        .rest = link->rest_length,
        .tension_only = link->tension_only,
        .structural = true,
    };
    if (link->by_compliance) {
        cs_link_comply(&rest, link->compliance);
    } else {
        cs_link_stiffen(&rest, link->stiffness);
    }
    rest.damping = rest.stiffness > 0 ? link->damping / rest.stiffness : 0;
    return rest;
}

static cs_element *make_links(cs_sim *sim, const cs_body *body, const cs_network *network)
{
    cs_link_rest *rests = cs_alloc_aligned((size_t)network->link_count, sizeof(*rests));
    cs_element *element = NULL;
    if (rests) {
        for (int i = 0; i < network->link_count; i++) {
            rests[i] = rest_of(body, &network->links[i]);
        }
        element = cs_links_create(sim->arena, network->link_count, rests, true);
    }
    free(rests);
    return element;
}

cs_status cs_network_build(cs_sim *sim, cs_body *body, const cs_network *network)
{
    double *masses = cs_arena_alloc(sim->arena, (size_t)body->stride, sizeof(*masses));
    body->pinned = cs_arena_alloc(sim->arena, (size_t)body->stride, 1);
    if (!masses || !body->pinned || !cs_body_add_element(sim, body, make_links(sim, body, network)) ||
        !cs_tubes_make(sim, body, network)) {
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
