// SPDX-License-Identifier: MIT
//
// The validation of the heavy elastica.
#include "lab/lab.h"

extern const cs_physics_case cs_physics_bending_cases[];
const cs_physics_case cs_physics_bending_cases[] = {{0}};
