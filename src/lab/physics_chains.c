// SPDX-License-Identifier: MIT
//
// The validation of chains of masses.
#include "lab/lab.h"

extern const cs_physics_case cs_physics_chain_cases[];
const cs_physics_case cs_physics_chain_cases[] = {{0}};
