// SPDX-License-Identifier: MIT
//
// The validation of particles and springs.
#include "lab/lab.h"

extern const cs_physics_case cs_physics_particle_cases[];
const cs_physics_case cs_physics_particle_cases[] = {{0}};
