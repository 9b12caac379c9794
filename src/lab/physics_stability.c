// SPDX-License-Identifier: MIT
//
// The validation of the largest stable time steps.
#include "lab/lab.h"

extern const cs_physics_case cs_physics_stability_cases[];
const cs_physics_case cs_physics_stability_cases[] = {{0}};
