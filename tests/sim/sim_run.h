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

#include <math.h>

/// Creates the simulation of a scene, one thread; fails the test when it cannot.
cs_sim *start(const cs_scene *scene, cs_simd simd);
/// Fails the test when two numbers differ by more than `tolerance` (cmocka's own compares as float).
#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))
/// The hash of the whole state.
uint64_t hash_of(const cs_sim *sim);
/// Steps and fails the test when that fails.
void run(cs_sim *sim, int steps);

#endif
