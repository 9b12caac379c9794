// SPDX-License-Identifier: MIT
//
// The kinds of collider and push-out contact against all of them: spheres first, the ground last, so that nothing ends
// below the ground.
#include "sim/collider.h"

static const struct {
    cs_collider_kind kind;
    const cs_collider_functions *functions;
} kinds[] = {
    {CS_COLLIDER_SPHERE, &cs_collider_sphere},
    {CS_COLLIDER_GROUND, &cs_collider_ground},
};

const cs_collider_functions *cs_collider_functions_of(cs_collider_kind kind)
{
    for (size_t i = 0; i < CS_COUNT(kinds); i++) {
        if (kinds[i].kind == kind) {
            return kinds[i].functions;
        }
    }
    return NULL;
}

void cs_colliders_push_out(const cs_sim *sim, int count, double *x, double *y, double *z)
{
    const cs_scene *scene = sim->scene;
    for (size_t k = 0; k < CS_COUNT(kinds); k++) {
        cs_push_out *push_out = kinds[k].functions->push_out[sim->compute.simd];
        for (int i = 0; i < scene->collider_count; i++) {
            if (scene->colliders[i].kind == kinds[k].kind) {
                push_out(&scene->colliders[i], count, x, y, z);
            }
        }
    }
}

double cs_colliders_top(const cs_scene *scene)
{
    double top = 0;
    for (int i = 0; i < scene->collider_count; i++) {
        double here = cs_collider_functions_of(scene->colliders[i].kind)->top(&scene->colliders[i]);
        top = here > top ? here : top;
    }
    return top;
}
