// SPDX-License-Identifier: MIT
//
// Contact inside the implicit solve: a particle whose trial position lies in a collider is pulled to where push-out
// would put it, along that direction, by a spring that is stiffer than what its neighbours pull with. So neighbours
// learn of an obstacle within the solve, and the push-out after it has little left to do; pushed out afterwards alone,
// a fast cloth would be torn apart by as much as it moves in a step.
#include "sim/collider.h"
#include "sim/implicit_system.h"

#include "math/math.h"

// How much stiffer a contact is than everything else at its particle. More makes solves harder, less lets particles
// sink in until the push-out.
#define CONTACT_STIFFNESS 10.0

void cs_implicit_choose_contact(cs_implicit_system *s)
{
    double h = s->sim->h;
    for (int i = 0; i < s->lanes; i++) {
        const double *d =
            s->matrix.value + (size_t)s->matrix.begin[i / CS_SLICE] * (CS_SLICE * CS_BLOCK_SIZE) + i % CS_SLICE;
        double stiffest = fmax(d[0], fmax(d[4 * CS_SLICE], d[8 * CS_SLICE]));
        s->contact[i] = CONTACT_STIFFNESS * stiffest / (h * h);
    }
}

/// kappa h^2 n n^T on the diagonal of a lane.
static void add_normal(cs_implicit_system *s, int lane, cs_vec3 n, double kappa)
{
    double *d =
        s->matrix.value + (size_t)s->matrix.begin[lane / CS_SLICE] * (CS_SLICE * CS_BLOCK_SIZE) + lane % CS_SLICE;
    const double a[3] = {n.x, n.y, n.z};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            d[(3 * i + j) * CS_SLICE] += kappa * s->sim->h * s->sim->h * a[i] * a[j];
        }
    }
}

void cs_implicit_add_contact(cs_implicit_system *s, bool matrix)
{
    if (!s->touchable) {
        return;
    }
    int first = s->body->first_lane;
    for (int i = 0; i < s->lanes; i++) {
        cs_soa_set(&s->push, i, cs_soa_get(&s->trial, first + i));
    }
    cs_colliders_push_out(s->sim, s->lanes, s->push.x, s->push.y, s->push.z);
    for (int i = 0; i < s->lanes; i++) {
        cs_vec3 out = cs_sub(cs_soa_get(&s->push, i), cs_soa_get(&s->trial, first + i));
        double depth = cs_length(out);
        bool pushed = depth > 0 && s->mass[i] > 0;
        cs_vec3 force = pushed ? cs_scale(out, s->contact[i]) : (cs_vec3){0, 0, 0};
        cs_soa_set(&s->push, i, force);
        if (pushed) {
            cs_soa_set(&s->force, first + i, cs_add(cs_soa_get(&s->force, first + i), force));
        }
        if (pushed && matrix) {
            add_normal(s, i, cs_scale(out, 1 / depth), s->contact[i]);
        }
    }
}
