// SPDX-License-Identifier: MIT
//
// The validation of stretch of a hanging strip.
#include "lab/lab.h"

extern const cs_physics_case cs_physics_stretch_cases[];
const cs_physics_case cs_physics_stretch_cases[] = {{0}};
