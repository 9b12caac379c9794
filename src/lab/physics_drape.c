// SPDX-License-Identifier: MIT
//
// The validation of the Cusick drape test.
#include "lab/lab.h"

extern const cs_physics_case cs_physics_drape_cases[];
const cs_physics_case cs_physics_drape_cases[] = {{0}};
