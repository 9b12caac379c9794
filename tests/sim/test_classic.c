// SPDX-License-Identifier: MIT
//
// The classic scene reaches its known state, and the step agrees with the plain oracle bit for bit on every path.
#include "sim/classic_step.h"
#include "sim/sim_run.h"

static void reaches_the_known_numbers(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
        cs_sim *sim = start(&s.scene, (cs_simd)simd);
        assert_int_equal(cs_sim_particle_count(sim), 625);
        assert_int_equal(cs_sim_spring_count(sim), 3502);
        run(sim, 900);
        cs_state_statistics statistics;
        cs_sim_statistics(sim, -1, &statistics);
        assert_true(statistics.y_min == -2.5);
        assert_near(statistics.y_max, -0.2034343431368, 1e-13);
        assert_near(statistics.y_mean, -1.74386661559, 1e-11);
        // Every compiler, optimisation level and processor must come to these bits.
        assert_true(statistics.state_hash == UINT64_C(0xe1376ef932baff5e));
        assert_int_equal(cs_sim_step_index(sim), 900);
        assert_near(cs_sim_time(sim), 7.2, 1e-12);
        cs_sim_destroy(sim);
    }
}

static void equals_the_oracle(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    for (int simd = CS_SIMD_SCALAR; simd <= CS_SIMD_512; simd++) {
        classic *oracle = classic_create(&s.scene, s.scene.simulation.damping);
        cs_sim *sim = start(&s.scene, (cs_simd)simd);
        cs_vec3 positions[625];
        for (int step = 0; step < 900; step++) {
            classic_substep(oracle, s.phases[step < 600 ? 0 : step < 800 ? 1 : 2].wind_force);
            run(sim, 1);
        }
        cs_sim_positions(sim, positions);
        for (int i = 0; i < 625; i++) {
            assert_memory_equal(&positions[i], &oracle->particles[i].position, sizeof(cs_vec3));
        }
        cs_sim_destroy(sim);
        classic_destroy(oracle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reaches_the_known_numbers),
        cmocka_unit_test(equals_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
