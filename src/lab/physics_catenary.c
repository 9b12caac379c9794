// SPDX-License-Identifier: MIT
//
// The validation of the catenary.
#include "lab/lab.h"

extern const cs_physics_case cs_physics_catenary_cases[];
const cs_physics_case cs_physics_catenary_cases[] = {{0}};
