// SPDX-License-Identifier: MIT
//
// Running simulations inside a test.
#include "sim/sim_run.h"

cs_sim *start(const cs_scene *scene, cs_simd simd)
{
    cs_compute compute = {.pool = NULL, .simd = simd};
    cs_sim *sim = NULL;
    assert_int_equal(cs_sim_create(scene, &compute, NULL, &sim), CS_OK);
    return sim;
}

void run(cs_sim *sim, int steps)
{
    for (int i = 0; i < steps; i++) {
        assert_int_equal(cs_sim_step(sim, NULL), CS_OK);
    }
}

uint64_t hash_of(const cs_sim *sim)
{
    cs_state_statistics statistics;
    cs_sim_statistics(sim, -1, &statistics);
    return statistics.state_hash;
}
