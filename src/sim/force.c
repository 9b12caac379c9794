// SPDX-License-Identifier: MIT
//
// The kinds of force in the order in which they are added.
#include "sim/force.h"

static const cs_force_kind *const kinds[] = {
    &cs_force_gravity,
    &cs_force_wind,
};

void cs_forces_set(const cs_sim *sim, const cs_body *body, int lane_of_body, int count, cs_soa *forces)
{
    for (int i = 0; i < count; i++) {
        cs_soa_set(forces, i, (cs_vec3){0, 0, 0});
    }
    cs_force_batch batch = {
        .simulation = &sim->scene->simulation,
        .phase = cs_sim_phase(sim, sim->step),
        .count = count,
        .mass = body->mass,
        .masses = body->masses ? body->masses + lane_of_body : NULL,
        .fx = forces->x,
        .fy = forces->y,
        .fz = forces->z,
    };
    for (size_t i = 0; i < CS_COUNT(kinds); i++) {
        kinds[i]->add(&batch);
    }
}

bool cs_forces_uniform(const cs_body *body)
{
    bool uniform = body->masses == NULL;
    for (size_t i = 0; i < CS_COUNT(kinds); i++) {
        uniform = uniform && kinds[i]->by_mass;
    }
    return uniform;
}
