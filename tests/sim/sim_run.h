// SPDX-License-Identifier: MIT
//
// Running simulations inside a test; includes what every test of the simulation needs.
#ifndef CS_TESTS_SIM_RUN_H
#define CS_TESTS_SIM_RUN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/sim_scenes.h"

/// Creates the simulation of a scene, one thread; fails the test when it cannot.
cs_sim *start(const cs_scene *scene, cs_simd simd);
/// Steps and fails the test when that fails.
void run(cs_sim *sim, int steps);

#endif
