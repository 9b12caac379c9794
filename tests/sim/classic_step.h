// SPDX-License-Identifier: MIT
//
// The classic Verlet step written the plain way: a struct for each particle, a struct for each spring, one loop over
// the springs that adds to both ends. It is the oracle of the fast step: the bits must be the same. It knows nothing of
// src/sim.
#ifndef CS_TESTS_CLASSIC_STEP_H
#define CS_TESTS_CLASSIC_STEP_H

#include <clothsim/scene.h>

#include <stdbool.h>

typedef struct classic_particle {
    cs_vec3 position, previous, force;
    double mass;
    bool pinned;
} classic_particle;

typedef struct classic_spring {
    int a, b;
    double stiffness, rest_length;
} classic_spring;

typedef struct classic {
    const cs_scene *scene;
    double h, damping; // of a substep
    int particle_count, spring_count;
    classic_particle *particles;
    classic_spring *springs;
} classic;

/// From a scene of grids without transform and without box pins; `damping` is that of one substep.
classic *classic_create(const cs_scene *scene, double damping);
void classic_destroy(classic *c);
/// One substep with this wind on every particle.
void classic_substep(classic *c, cs_vec3 wind);

#endif
