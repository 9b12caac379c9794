// SPDX-License-Identifier: MIT
//
// What holds for every element: forces are the gradient of the energy, no energy in moving or turning as a whole, no
// momentum out of nothing, and damping that takes energy but never slows a rigid motion.
#include "sim/fabric_patch.h"

#include "math/math.h"

#include <string.h>

static patch p;
static cs_vec3 x[PATCH_VERTICES], y[PATCH_VERTICES], v[PATCH_VERTICES], f[PATCH_VERTICES], g[PATCH_VERTICES];

static cs_vec3 random_vector(uint64_t seed, uint64_t counter)
{
    return (cs_vec3){cs_random(seed, 3 * counter) - 0.5, cs_random(seed, 3 * counter + 1) - 0.5,
                     cs_random(seed, 3 * counter + 2) - 0.5};
}

/// A patch curved at rest, crumpled by up to `noise` metres.
static cs_sim *start_crumpled(patch_kind kind, double damping, double noise)
{
    make_patch(&p, kind, 9, 0.1);
    for (int i = 0; i < 81; i++) {
        p.rest[i].y = 0.01 * cs_sin(40 * p.rest[i].x);
    }
    p.cloth.fabric.damping = damping;
    p.cloth.fabric.stiffening = 2;
    cs_sim *sim = start_patch(&p);
    for (int i = 0; i < 81; i++) {
        x[i] = cs_add(p.rest[i], cs_scale(random_vector(21, (uint64_t)i), noise));
    }
    place(sim, x);
    return sim;
}

/// -dU in a random direction is the force times that direction.
static void forces_are_the_gradient_of_the_energy(void **state)
{
    (void)state;
    for (int kind = 0; kind < PATCH_KINDS; kind++) {
        cs_sim *sim = start_crumpled((patch_kind)kind, 0, 0.005);
        assert_int_equal(sim->bodies[0].element_count, 2);
        for (int e = 0; e < 2; e++) {
            const cs_element *element = sim->bodies[0].elements[e];
            forces_of(sim, element, NULL, f);
            double step = 1e-8, power = 0, energy[2];
            for (int i = 0; i < 81; i++) {
                power += cs_dot(f[i], random_vector(22, (uint64_t)i));
            }
            for (int side = 0; side < 2; side++) {
                for (int i = 0; i < 81; i++) {
                    y[i] = cs_add(x[i], cs_scale(random_vector(22, (uint64_t)i), side ? step : -step));
                }
                place(sim, y);
                energy[side] = cs_element_energy(element, &sim->now);
            }
            place(sim, x);
            assert_near((energy[0] - energy[1]) / (2 * step), power, 1e-5 * fabs(power));
        }
        cs_sim_destroy(sim);
    }
}

static void check_momentum(const cs_vec3 *forces, double most)
{
    cs_vec3 sum = {0, 0, 0}, moment = {0, 0, 0};
    double size = 0;
    for (int i = 0; i < 81; i++) {
        sum = cs_add(sum, forces[i]);
        moment = cs_add(moment, cs_cross(x[i], forces[i]));
        size += cs_length(forces[i]);
    }
    assert_true(size > 1e-6);
    assert_true(cs_length(sum) < most * size && cs_length(moment) < most * size * 0.1);
}

/// Forces add up to nothing, and turn nothing: with damping, too.
static void no_momentum_out_of_nothing(void **state)
{
    (void)state;
    for (int damped = 0; damped < 2; damped++) {
        cs_sim *sim = start_crumpled(PATCH_RANDOM, damped ? 0.01 : 0, 0.005);
        for (int i = 0; i < 81; i++) {
            v[i] = random_vector(23, (uint64_t)i);
        }
        for (int e = 0; e < 2; e++) {
            forces_of(sim, sim->bodies[0].elements[e], v, f);
            check_momentum(f, 1e-13);
        }
        cs_sim_destroy(sim);
    }
}

/// The same energy and turned forces after moving and turning as a whole.
static void moving_and_turning_changes_nothing(void **state)
{
    (void)state;
    cs_sim *sim = start_crumpled(PATCH_RANDOM, 0, 0.005);
    for (uint64_t n = 0; n < 6; n++) {
        cs_vec3 axis = cs_normalize(random_vector(24, n)), away = random_vector(25, n);
        for (int e = 0; e < 2; e++) {
            const cs_element *element = sim->bodies[0].elements[e];
            place(sim, x);
            double energy = cs_element_energy(element, &sim->now), size = 0, error = 0;
            forces_of(sim, element, NULL, f);
            for (int i = 0; i < 81; i++) {
                y[i] = cs_add(turned(x[i], axis, (double)n), away);
            }
            place(sim, y);
            assert_near(cs_element_energy(element, &sim->now), energy, 1e-11 * energy);
            forces_of(sim, element, NULL, g);
            for (int i = 0; i < 81; i++) {
                size += cs_length(f[i]);
                error += cs_length(cs_sub(turned(f[i], axis, (double)n), g[i]));
            }
            assert_true(error < 1e-11 * size);
        }
    }
    cs_sim_destroy(sim);
}

/// Damping takes power out of any motion but a rigid one.
static void damping_takes_energy_but_not_from_a_rigid_motion(void **state)
{
    (void)state;
    cs_vec3 spin = {3, -2, 5};
    for (int e = 0; e < 2; e++) {
        cs_sim *sim = start_crumpled(PATCH_ALTERNATING, 0.02, 0.005);
        const cs_element *element = sim->bodies[0].elements[e];
        assert_true(element->damped);
        memset(v, 0, sizeof(v));
        forces_of(sim, element, v, f);
        double size = 0, rigid = 0, power = 0;
        for (int i = 0; i < 81; i++) {
            v[i] = cs_add((cs_vec3){1, 2, 3}, cs_cross(spin, x[i]));
        }
        forces_of(sim, element, v, g);
        for (int i = 0; i < 81; i++) {
            size += cs_length(f[i]);
            rigid += cs_length(cs_sub(g[i], f[i]));
            v[i] = random_vector(26, (uint64_t)i);
        }
        assert_true(rigid < 1e-11 * size);
        forces_of(sim, element, v, g);
        for (int i = 0; i < 81; i++) {
            power += cs_dot(cs_sub(g[i], f[i]), v[i]);
        }
        assert_true(power < 0);
        cs_sim_destroy(sim);
    }
}

/// K and its inverse, wherever both are given.
static void stiffness_and_compliance_are_inverse(void **state)
{
    (void)state;
    for (int kind = 0; kind < PATCH_KINDS; kind++) {
        cs_sim *sim = start_crumpled((patch_kind)kind, 0, 0.005);
        for (int e = 0; e < 2; e++) {
            const cs_element *element = sim->bodies[0].elements[e];
            for (int64_t t = 0; t < element->term_count; t++) {
                cs_term term;
                element->kind->terms(element, t, 1, &sim->now, &term);
                for (int i = 0; i < term.measures; i++) {
                    for (int j = 0; j < term.measures; j++) {
                        double sum = 0;
                        for (int k = 0; k < term.measures; k++) {
                            sum += term.stiffness[i][k] * term.compliance[k][j];
                        }
                        double scale = sqrt(term.compliance[j][j] / term.compliance[i][i]);
                        assert_near(sum, i == j, 1e-9 * scale);
                    }
                }
            }
        }
        cs_sim_destroy(sim);
    }
}

/// Everything pinned: nothing to hold. A triangle without area: left out, the rest stands.
static void nothing_to_hold_makes_no_terms(void **state)
{
    (void)state;
    make_patch(&p, PATCH_SAME, 5, 0.1);
    const cs_pin pin = {.kind = CS_PIN_BOX, .min = {-1, -1, -1}, .max = {1, 1, 1}};
    p.cloth.pins = &pin;
    p.cloth.pin_count = 1;
    cs_sim *sim = start_patch(&p);
    for (int e = 0; e < 2; e++) {
        assert_int_equal(sim->bodies[0].elements[e]->term_count, 0);
    }
    cs_sim_destroy(sim);
    make_patch(&p, PATCH_SAME, 5, 0.1);
    p.rest[12] = p.rest[11]; // two triangles collapse
    sim = start_patch(&p);
    assert_int_equal(sim->bodies[0].elements[0]->term_count, 30);
    for (int e = 0; e < 2; e++) {
        forces_of(sim, sim->bodies[0].elements[e], NULL, f);
        for (int i = 0; i < 25; i++) {
            assert_true(isfinite(cs_length(f[i])));
        }
    }
    cs_sim_destroy(sim);
}

/// The stretch of a fabric is read from every edge of its mesh, once each.
static void the_stretch_of_a_fabric_is_that_of_its_edges(void **state)
{
    (void)state;
    make_patch(&p, PATCH_RANDOM, 9, 0.1);
    cs_sim *sim = start_patch(&p);
    assert_int_equal(sim->bodies[0].edge_count, 8 * 9 * 2 + 64);
    for (int i = 0; i < 81; i++) {
        x[i] = (cs_vec3){1.07 * p.rest[i].x, 0, p.rest[i].z};
    }
    place(sim, x);
    cs_state_statistics statistics;
    cs_sim_statistics(sim, -1, &statistics);
    assert_near(statistics.max_stretch, 1.07, 1e-12); // edges of the border lie along x
    cs_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_are_the_gradient_of_the_energy),
        cmocka_unit_test(no_momentum_out_of_nothing),
        cmocka_unit_test(moving_and_turning_changes_nothing),
        cmocka_unit_test(damping_takes_energy_but_not_from_a_rigid_motion),
        cmocka_unit_test(stiffness_and_compliance_are_inverse),
        cmocka_unit_test(nothing_to_hold_makes_no_terms),
        cmocka_unit_test(the_stretch_of_a_fabric_is_that_of_its_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
