// SPDX-License-Identifier: MIT
//
// The membrane of a fabric: its moduli as a strip in a testing machine shows them, on any triangulation.
#include "sim/fabric_patch.h"

#include "sim/membrane.h"

#include "math/math.h"

#include <stdio.h>

static patch p;
static cs_vec3 x[PATCH_VERTICES], f[PATCH_VERTICES];

static const cs_membrane *membrane(const cs_sim *sim)
{
    for (int i = 0; i < sim->bodies[0].element_count; i++) {
        const cs_membrane *found = cs_membrane_of(sim->bodies[0].elements[i]);
        if (found) {
            return found;
        }
    }
    fail_msg("a fabric without a membrane");
    return NULL;
}

/// Puts the particles at (u, v) to where a linear map takes them: a along warp, b along weft (world axes: x, -z).
static void deform(cs_sim *sim, cs_vec3 a, cs_vec3 b)
{
    for (int i = 0; i < p.side * p.side; i++) {
        x[i] = cs_add(cs_scale(a, p.rest[i].x), cs_scale(b, -p.rest[i].z));
    }
    place(sim, x);
}

/// Total force (N) on the particles of the edge x = size/2 (`right`) or z = -size/2 by the membrane; checks that no
/// inner particle feels any.
static cs_vec3 edge_force(cs_sim *sim, bool right)
{
    forces_of(sim, &membrane(sim)->element, NULL, f);
    cs_vec3 sum = {0, 0, 0};
    int n = p.side;
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < n; c++) {
            bool inner = r > 0 && c > 0 && r < n - 1 && c < n - 1;
            assert_true(!inner || cs_length(f[r * n + c]) < 1e-11);
            if (right ? c == n - 1 : r == 0) {
                sum = cs_add(sum, f[r * n + c]);
            }
        }
    }
    return sum;
}

static void the_rest_state_is_at_rest(void **state)
{
    (void)state;
    for (int kind = 0; kind < PATCH_KINDS; kind++) {
        make_patch(&p, (patch_kind)kind, 9, 0.1);
        cs_sim *sim = start_patch(&p);
        forces_of(sim, &membrane(sim)->element, NULL, f);
        for (int i = 0; i < 81; i++) {
            assert_true(cs_length(f[i]) < 1e-12); // 1 % of strain gives 1 N
        }
        cs_sim_destroy(sim);
    }
}

/// A strip pulled along one direction with its sides held pulls warp, weft and coupling times the strain; with its
/// sides free it narrows by coupling / weft and pulls warp - coupling^2 / weft; sheared it resists with the shear.
static void a_strip_shows_the_moduli(void **state)
{
    (void)state;
    const double e = 0.01, size = 0.1, root = sqrt(0.5);
    for (int kind = 0; kind < PATCH_KINDS; kind++) {
        make_patch(&p, (patch_kind)kind, 9, size);
        cs_fabric fabric = p.cloth.fabric;
        double warp = fabric.stretch[0], weft = fabric.stretch[1], both = fabric.coupling;
        cs_sim *sim = start_patch(&p);
        // Turned out of the axes, so that nothing hangs on them.
        cs_vec3 u = {root, root, 0}, v = {0, 0, -1};
        deform(sim, cs_scale(u, 1 + e), v);
        assert_near(cs_dot(edge_force(sim, true), u), -warp * e * size, 1e-11);
        assert_near(cs_dot(edge_force(sim, false), v), -both * e * size, 1e-11);
        deform(sim, u, cs_scale(v, 1 + e));
        assert_near(cs_dot(edge_force(sim, false), v), -weft * e * size, 1e-11);
        assert_near(cs_dot(edge_force(sim, true), u), -both * e * size, 1e-11);
        deform(sim, cs_scale(u, 1 + e), cs_scale(v, 1 - both / weft * e));
        assert_near(cs_length(edge_force(sim, false)), 0, 1e-11);
        assert_near(cs_dot(edge_force(sim, true), u), -(warp - both * both / weft) * e * size, 1e-11);
        // A simple shear by gamma: threads of the weft lean and get longer by a part of second order.
        const double gamma = 1e-5;
        deform(sim, u, cs_add(v, cs_scale(u, gamma)));
        assert_near(cs_dot(edge_force(sim, false), u), -fabric.shear * gamma * size,
                    1e-4 * fabric.shear * gamma * size);
        cs_sim_destroy(sim);
    }
}

/// f(e) = e + s e^2/2 up to the limit, then its tangent ten times as steep: the tension is K f f'.
static void a_fabric_stiffens(void **state)
{
    (void)state;
    const double size = 0.1, s = 12, limit = 0.05;
    make_patch(&p, PATCH_RANDOM, 9, size);
    p.cloth.fabric.stiffening = s;
    p.cloth.fabric.strain_limit = limit;
    p.cloth.fabric.coupling = 0;
    cs_sim *sim = start_patch(&p);
    static const double strains[] = {-0.2, -0.01, 0.001, 0.02, 0.0499999, 0.06, 0.3};
    for (size_t i = 0; i < CS_COUNT(strains); i++) {
        double e = strains[i], bent = e + s * e * e / 2, slope = 1 + s * e;
        if (e < 0) {
            bent = e, slope = 1;
        } else if (e > limit) {
            slope = 10 * (1 + s * limit);
            bent = limit + s * limit * limit / 2 + slope * (e - limit);
        }
        deform(sim, (cs_vec3){1 + e, 0, 0}, (cs_vec3){0, 0, -1});
        double expected = -1000 * bent * slope * size;
        assert_near(edge_force(sim, true).x, expected, 1e-10 + 1e-10 * fabs(expected));
    }
    cs_sim_destroy(sim);
}

/// Gradients and span of every measure at random states, some beyond the limit, some inverted.
static void gradients_are_differences(void **state)
{
    (void)state;
    make_patch(&p, PATCH_RANDOM, 5, 0.1);
    p.cloth.fabric.stiffening = 3;
    cs_sim *sim = start_patch(&p);
    const cs_element *element = &membrane(sim)->element;
    for (uint64_t round = 0; round < 5; round++) {
        for (uint64_t i = 0; i < 25; i++) {
            uint64_t n = 3 * (i + 25 * round);
            cs_vec3 noise = {cs_random(2, n) - 0.5, cs_random(2, n + 1) - 0.5, cs_random(2, n + 2) - 0.5};
            x[i] = cs_add(p.rest[i], cs_scale(noise, 0.05));
        }
        place(sim, x);
        for (int64_t t = 0; t < element->term_count; t++) {
            cs_term term, above, below;
            element->kind->terms(element, t, 1, &sim->now, &term);
            for (int n = 0; n < term.nodes; n++) {
                double *arrays[] = {sim->now.x, sim->now.y, sim->now.z};
                for (int c = 0; c < 3; c++) {
                    double *coordinate = &arrays[c][term.lane[n]], middle = *coordinate, step = 1e-7;
                    *coordinate = middle + step;
                    element->kind->terms(element, t, 1, &sim->now, &above);
                    *coordinate = middle - step;
                    element->kind->terms(element, t, 1, &sim->now, &below);
                    *coordinate = middle;
                    for (int k = 0; k < term.measures; k++) {
                        double gradient[] = {term.gradient[k][n].x, term.gradient[k][n].y, term.gradient[k][n].z};
                        double difference = (above.value[k] - below.value[k]) / (2 * step);
                        // At the limit the slope itself jumps.
                        bool kink = fabs(above.span[k] - below.span[k]) > 1;
                        assert_true(kink || fabs(difference - gradient[c]) < 1e-4 * (1 + fabs(gradient[c])));
                    }
                }
            }
        }
    }
    cs_sim_destroy(sim);
}

/// Tension on the edges of a patch that is stretched along x, with the uv turned by `angle` or without any.
static double pull_along_x(double angle, bool with_uv)
{
    make_patch(&p, PATCH_RANDOM, 9, 0.1);
    double c = cs_cos(angle), s = cs_sin(angle);
    for (int i = 0; i < 81; i++) {
        double u = p.rest[i].x, v = -p.rest[i].z;
        p.uv[i][0] = 5 * (c * u + s * v) - 7;
        p.uv[i][1] = 5 * (c * v - s * u) + 1;
    }
    p.cloth.mesh.uv = with_uv ? p.cloth.mesh.uv : NULL;
    cs_sim *sim = start_patch(&p);
    deform(sim, (cs_vec3){1.001, 0, 0}, (cs_vec3){0, 0, -1});
    double pull = -edge_force(sim, true).x / (0.001 * 0.1);
    cs_sim_destroy(sim);
    return pull;
}

/// The warp runs along u, turned as the uv are; without uv, along x.
static void the_warp_follows_the_uv(void **state)
{
    (void)state;
    assert_near(pull_along_x(0, true), 1000, 1e-6);
    assert_near(pull_along_x(CS_PI, true), 1000, 1e-6);
    assert_near(pull_along_x(CS_PI / 2, true), 2000, 1e-6);
    assert_near(pull_along_x(0, false), 1000, 1e-6);
    // At 45 degrees: (warp + weft + 2 coupling)/4 + shear; the strain is not quite small.
    assert_near(pull_along_x(CS_PI / 4, true), 3600 / 4.0 + 120, 3);
}

/// Mirrored and degenerate uv, vertical cloths: the warp always has a direction in the triangle.
static void odd_uv_are_no_harm(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        make_patch(&p, PATCH_RANDOM, 9, 0.1);
        for (int i = 0; i < 81; i++) {
            p.uv[i][0] = way == 0 ? p.uv[i][0] : 0.5;
            p.uv[i][1] = way == 0 ? -p.uv[i][1] : way == 1 ? p.uv[i][1] : 0.5;
            if (way == 3) { // in the plane x = 0
                p.rest[i] = (cs_vec3){0, p.rest[i].x, p.rest[i].z};
            }
        }
        cs_sim *sim = start_patch(&p);
        const cs_membrane *m = membrane(sim);
        assert_int_equal(m->element.term_count, 128);
        double area = 0;
        for (int64_t i = 0; i < 128; i++) {
            assert_true(m->area[i] > 0 && isfinite(m->u1[i] + m->u2[i] + m->v1[i] + m->v2[i]));
            area += m->area[i];
        }
        assert_near(area, 0.01, 1e-12);
        if (way == 0) {
            deform(sim, (cs_vec3){1.001, 0, 0}, (cs_vec3){0, 0, -1});
            assert_near(-edge_force(sim, true).x / (0.001 * 0.1), 1000, 1e-6);
        }
        cs_sim_destroy(sim);
    }
}

/// Collapsed, inverted, torn far apart: finite forces and energies.
static void any_positions_give_finite_forces(void **state)
{
    (void)state;
    make_patch(&p, PATCH_RANDOM, 9, 0.1);
    cs_sim *sim = start_patch(&p);
    for (int way = 0; way < 5; way++) {
        for (int i = 0; i < 81; i++) {
            cs_vec3 r = p.rest[i];
            const cs_vec3 ways[] = {{0, 0, 0}, {r.x, 0, 0}, {-r.x, 0, r.z}, {r.x * 1e-200, 0, 0}, {1e7 * r.x, 0, r.z}};
            x[i] = ways[way];
        }
        place(sim, x);
        forces_of(sim, &membrane(sim)->element, NULL, f);
        for (int i = 0; i < 81; i++) {
            assert_true(isfinite(cs_length(f[i])));
        }
        assert_true(isfinite(cs_element_energy(&membrane(sim)->element, &sim->now)));
    }
    cs_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rest_state_is_at_rest),
        cmocka_unit_test(a_strip_shows_the_moduli),
        cmocka_unit_test(a_fabric_stiffens),
        cmocka_unit_test(gradients_are_differences),
        cmocka_unit_test(the_warp_follows_the_uv),
        cmocka_unit_test(odd_uv_are_no_harm),
        cmocka_unit_test(any_positions_give_finite_forces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
