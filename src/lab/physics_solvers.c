// SPDX-License-Identifier: MIT
//
// The validation of what each solver keeps.
#include "lab/lab.h"

extern const cs_physics_case cs_physics_solver_cases[];
const cs_physics_case cs_physics_solver_cases[] = {{0}};
