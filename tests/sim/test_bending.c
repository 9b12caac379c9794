// SPDX-License-Identifier: MIT
//
// Bending of a fabric: angles and their gradients, and that bent patches cost what a plate of these rigidities costs,
// whatever the triangles.
#include "sim/fabric_patch.h"

#include "sim/bending.h"

#include "math/math.h"

#include <stdio.h>
#include <string.h>

static patch p;
static cs_vec3 x[PATCH_VERTICES], f[PATCH_VERTICES];

static const cs_bending *bending(const cs_sim *sim)
{
    for (int i = 0; i < sim->bodies[0].element_count; i++) {
        const cs_bending *found = cs_bending_of(sim->bodies[0].elements[i]);
        if (found) {
            return found;
        }
    }
    fail_msg("a fabric without bending");
    return NULL;
}

// ---- the angle ------------------------------------------------------------------------

static cs_vec3 random_vector(uint64_t counter)
{
    return (cs_vec3){cs_random(5, 3 * counter) - 0.5, cs_random(5, 3 * counter + 1) - 0.5,
                     cs_random(5, 3 * counter + 2) - 0.5};
}

/// A hinge along z, opened by theta: both far vertices lifted to the side that the triangles face.
static void make_hinge(double theta, cs_vec3 hinge[4])
{
    double half = theta / 2;
    hinge[0] = (cs_vec3){0, 0, 0.3};
    hinge[1] = (cs_vec3){0, 0, -0.7};
    hinge[2] = (cs_vec3){-0.8 * cs_cos(half), 0.8 * cs_sin(half), 0.2};
    hinge[3] = (cs_vec3){0.5 * cs_cos(half), 0.5 * cs_sin(half), -0.9};
}

static void the_angle_is_the_angle(void **state)
{
    (void)state;
    static const double angles[] = {0, 1e-9, -1e-9, 0.3, -0.3, 1.5, -1.5, 1.6, -1.6, 3.1, -3.1};
    for (size_t i = 0; i < CS_COUNT(angles); i++) {
        cs_vec3 h[4], g[4];
        make_hinge(angles[i], h);
        assert_near(cs_dihedral_angle(h[0], h[1], h[2], h[3], g), angles[i], 1e-15 + 4e-16 * fabs(angles[i]));
        // The same hinge as its other triangle sees it.
        assert_near(cs_dihedral_angle(h[1], h[0], h[3], h[2], g), angles[i], 1e-15 + 4e-16 * fabs(angles[i]));
        cs_vec3 axis = cs_normalize(random_vector(i));
        for (int k = 0; k < 4; k++) {
            h[k] = cs_add(turned(h[k], axis, 3), (cs_vec3){1, 2, 3});
        }
        assert_near(cs_dihedral_angle(h[0], h[1], h[2], h[3], g), angles[i], 1e-14);
    }
}

static void its_gradients_are_its_differences(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 200; n++) {
        cs_vec3 h[4], g[4], unused[4];
        make_hinge(6 * cs_random(6, n) - 3, h);
        for (int k = 0; k < 4; k++) {
            h[k] = cs_add(h[k], cs_scale(random_vector(4 * n + (uint64_t)k), 0.1));
        }
        cs_dihedral_angle(h[0], h[1], h[2], h[3], g);
        cs_vec3 sum = {0, 0, 0}, moment = {0, 0, 0};
        for (int k = 0; k < 4; k++) {
            sum = cs_add(sum, g[k]);
            moment = cs_add(moment, cs_cross(h[k], g[k]));
            double *coordinates[] = {&h[k].x, &h[k].y, &h[k].z};
            double gradient[] = {g[k].x, g[k].y, g[k].z};
            for (int c = 0; c < 3; c++) {
                double middle = *coordinates[c], step = 1e-6;
                *coordinates[c] = middle + step;
                double above = cs_dihedral_angle(h[0], h[1], h[2], h[3], unused);
                *coordinates[c] = middle - step;
                double below = cs_dihedral_angle(h[0], h[1], h[2], h[3], unused);
                *coordinates[c] = middle;
                assert_near((above - below) / (2 * step), gradient[c], 1e-7);
            }
        }
        assert_true(cs_length(sum) < 1e-13 && cs_length(moment) < 1e-13);
    }
}

static void no_area_no_angle(void **state)
{
    (void)state;
    static const cs_vec3 collapsed[][4] = {
        {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, // no edge
        {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}}, // c on its line
        {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}}, // d on its end
        {{1e5, 0, 0}, {1e5, 0, 0}, {1e5, 0, 0}, {1e5, 0, 0}},
    };
    for (size_t i = 0; i < CS_COUNT(collapsed); i++) {
        const cs_vec3 *h = collapsed[i];
        cs_vec3 g[4];
        assert_true(cs_dihedral_angle(h[0], h[1], h[2], h[3], g) == 0);
        for (int k = 0; k < 4; k++) {
            assert_true(g[k].x == 0 && g[k].y == 0 && g[k].z == 0);
        }
    }
}

// ---- bent patches ---------------------------------------------------------------------

/// Curvatures along warp and weft, twist.
static const double surfaces[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, -1, 0}, {0.7, -0.2, 0.5}};

/// Puts the patch onto y = 1/2 s^T S s, scaled.
static void bend_onto(cs_sim *sim, const double s[3], double scale)
{
    for (int i = 0; i < p.side * p.side; i++) {
        double u = p.rest[i].x, v = -p.rest[i].z;
        x[i] = (cs_vec3){u, scale * (s[0] * u * u / 2 + s[1] * v * v / 2 + s[2] * u * v), -v};
    }
    place(sim, x);
}

/// J/m^2 of a plate of the fabric with these curvatures: the bias is measured at 45 degrees, where all three are half.
static double plate(const cs_fabric *fabric, const double s[3])
{
    double twist = 4 * fabric->bend_bias - fabric->bend[0] - fabric->bend[1];
    return (fabric->bend[0] * s[0] * s[0] + fabric->bend[1] * s[1] * s[1] + twist * s[2] * s[2]) / 2;
}

static double term_energy(const cs_term *t)
{
    double sum = 0;
    for (int i = 0; i < t->measures; i++) {
        for (int j = 0; j < t->measures; j++) {
            sum += t->value[i] * t->stiffness[i][j] * t->value[j] / 2;
        }
    }
    return sum;
}

static double rest_area(const cs_bending *b, int64_t i)
{
    const cs_vec3 *r = p.rest;
    int v0 = b->lane[0][i], v1 = b->lane[1][i], v2 = b->lane[2][i]; // a mesh is one row: lanes are vertices
    return cs_length(cs_cross(cs_sub(r[v1], r[v0]), cs_sub(r[v2], r[v0]))) / 2;
}

/// Energy of the triangles with three hinges by what a plate has there; `alike`: checks that each has it by itself.
static double against_plate(const cs_sim *sim, const double s[3], double scale, bool alike)
{
    const cs_bending *b = bending(sim);
    double expected = plate(&p.cloth.fabric, s) * scale * scale, energy = 0, area = 0;
    int whole = 0;
    for (int64_t i = 0; i < b->element.term_count; i++) {
        cs_term term;
        b->element.kind->terms(&b->element, i, 1, &sim->now, &term);
        if (term.measures == 3) {
            whole++;
            energy += term_energy(&term);
            area += rest_area(b, i);
            assert_true(!alike || fabs(term_energy(&term) / rest_area(b, i) - expected) < 1e-3 * expected);
        }
    }
    assert_true(whole >= 90);
    return energy / area / expected;
}

/// Where all triangles are alike, each has exactly the energy of the plate for every quadratic surface: bending, twist,
/// sphere and saddle. Elsewhere a patch that is held on the surface costs no less in all, and somewhat more.
static void quadratic_surfaces_cost_what_a_plate_costs(void **state)
{
    (void)state;
    const double scale = 0.01;
    for (int kind = 0; kind < PATCH_KINDS; kind++) {
        make_patch(&p, (patch_kind)kind, 17, 0.1);
        cs_sim *sim = start_patch(&p);
        for (size_t k = 0; k < CS_COUNT(surfaces); k++) {
            bend_onto(sim, surfaces[k], scale);
            double ratio = against_plate(sim, surfaces[k], scale, kind == PATCH_SAME);
            bool exact = kind == PATCH_SAME || (kind == PATCH_ALTERNATING && surfaces[k][2] == 0);
            assert_true(ratio > 0.999 && ratio < (exact ? 1.001 : 1.25));
        }
        cs_sim_destroy(sim);
    }
}

/// A cylinder in any direction: D = Dw cos^4 + Df sin^4 + (4 bias - Dw - Df) sin^2 cos^2. The whole patch, free edges
/// included, comes to it with the first power of the edge length (where all triangles are alike).
static void a_cylinder_costs_its_rigidity_in_every_direction(void **state)
{
    (void)state;
    for (int direction = 0; direction < 6; direction++) {
        double phi = direction * CS_PI / 6, c = cs_cos(phi), s = cs_sin(phi), error[2];
        const double curved[3] = {c * c, s * s, s * c};
        for (int fine = 0; fine < 2; fine++) {
            int side = fine ? 33 : 17;
            make_patch(&p, PATCH_SAME, side, 0.1);
            cs_sim *sim = start_patch(&p);
            bend_onto(sim, curved, 0.01);
            double expected = plate(&p.cloth.fabric, curved) * 1e-4 * 0.01;
            error[fine] = cs_element_energy(&bending(sim)->element, &sim->now) / expected - 1;
            assert_true(fabs(error[fine]) < 1.5 / (side - 1));
            cs_sim_destroy(sim);
        }
        assert_true(fabs(error[1]) < 0.6 * fabs(error[0]));
    }
}

// ---- strips ---------------------------------------------------------------------------

#define ACROSS      2
#define STRIP_MOST  ((32 + 2) * (ACROSS + 1))
#define STRIP_WIDTH 0.02 // m

/// A strip along the warp or the weft, clamped at its first two columns, `edges` long beyond them.
static void make_strip(patch_kind kind, int edges, uint64_t seed, bool weft)
{
    make_patch(&p, PATCH_SAME, 2, 1);
    int columns = edges + 2, count = 0;
    double edge = STRIP_WIDTH / ACROSS;
    bool moved = kind >= PATCH_RANDOM_SAME;
    for (int r = 0; r <= ACROSS; r++) {
        for (int c = 0; c < columns; c++) {
            int i = r * columns + c;
            double swing[2] = {cs_random(seed, 3 * (uint64_t)i) - 0.5, cs_random(seed, 3 * (uint64_t)i + 1) - 0.5};
            double along = c - 1 + (moved && c > 1 && c < columns - 1 ? 0.5 * swing[0] : 0);
            double aside = r + (moved && c > 1 && r > 0 && r < ACROSS ? 0.5 * swing[1] : 0);
            p.rest[i] = (cs_vec3){along * edge, 0, aside * edge};
            p.uv[i][0] = weft ? -p.rest[i].z : p.rest[i].x;
            p.uv[i][1] = weft ? p.rest[i].x : -p.rest[i].z;
            bool other = kind == PATCH_ALTERNATING ? (r + c) % 2 != 0
                                                   : kind == PATCH_RANDOM && cs_random(seed, 3 * (uint64_t)i + 2) < 0.5;
            if (r < ACROSS && c + 1 < columns) {
                p.triangles[count++] = (cs_triangle){i, i + columns, other ? i + columns + 1 : i + 1};
                p.triangles[count++] = (cs_triangle){i + columns + 1, i + 1, other ? i : i + columns};
            }
        }
    }
    p.cloth.mesh.vertex_count = columns * (ACROSS + 1);
    p.cloth.mesh.triangle_count = count;
    static const cs_pin clamp = {.kind = CS_PIN_BOX, .min = {-1, -1, -1}, .max = {0.001, 1, 1}};
    p.cloth.pins = &clamp;
    p.cloth.pin_count = 1;
}

/// Solves K z = load in place by Cholesky; only the free rows count.
static void solve(int n, double k[][STRIP_MOST], const unsigned char *pinned, double *load)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i && !pinned[i]; j++) {
            double sum = k[i][j];
            for (int m = 0; m < j; m++) {
                sum -= pinned[m] || pinned[j] ? 0 : k[i][m] * k[j][m];
            }
            assert_true(pinned[j] || i != j || sum > 0);
            k[i][j] = pinned[j] ? 0 : i == j ? sqrt(sum) : sum / k[j][j];
        }
    }
    for (int i = 0; i < n; i++) {
        for (int m = 0; m < i; m++) {
            load[i] -= pinned[i] || pinned[m] ? 0 : k[i][m] * load[m];
        }
        load[i] = pinned[i] ? 0 : load[i] / k[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int m = i + 1; m < n; m++) {
            load[i] -= pinned[i] || pinned[m] ? 0 : k[m][i] * load[m];
        }
        load[i] = pinned[i] ? 0 : load[i] / k[i][i];
    }
}

/// How far the end of the strip sags under a small load of 1 N/m^2, by what a beam does: load L^4/(8 D).
static double sag_by_beam(double rigidity, int edges)
{
    static double k[STRIP_MOST][STRIP_MOST], f_y[STRIP_MOST];
    cs_sim *sim = start_patch(&p);
    const cs_body *body = &sim->bodies[0];
    const cs_bending *b = bending(sim);
    int n = body->columns;
    memset(k, 0, sizeof(k));
    for (int64_t i = 0; i < b->element.term_count; i++) {
        cs_term t;
        b->element.kind->terms(&b->element, i, 1, &sim->now, &t);
        for (int row = 0; row < t.nodes * t.nodes; row++) {
            int one = row / t.nodes, two = row % t.nodes;
            for (int m = 0; m < t.measures * t.measures; m++) {
                int q = m / t.measures, r = m % t.measures;
                k[t.lane[one]][t.lane[two]] += t.gradient[q][one].y * t.stiffness[q][r] * t.gradient[r][two].y;
            }
        }
    }
    for (int i = 0; i < n; i++) {
        f_y[i] = cs_body_mass(body, i) / p.cloth.fabric.density; // its area
    }
    solve(n, k, body->pinned, f_y);
    double sag = 0, length = edges * STRIP_WIDTH / ACROSS;
    for (int r = 0; r <= ACROSS; r++) {
        sag += f_y[r * (edges + 2) + edges + 1] / (ACROSS + 1);
    }
    cs_sim_destroy(sim);
    return sag / (length * length * length * length / (8 * rigidity));
}

/// A strip of any triangles sags as a beam of its rigidity, along the warp and along the weft.
static void strips_sag_as_beams_do(void **state)
{
    (void)state;
    for (int kind = 0; kind < PATCH_KINDS; kind++) {
        for (int fine = 0; fine < 2; fine++) {
            for (uint64_t seed = 0; seed < (kind >= PATCH_RANDOM_SAME ? 5 : 1); seed++) {
                int edges = fine ? 32 : 16;
                make_strip((patch_kind)kind, edges, seed, false);
                p.cloth.fabric.bend[1] = p.cloth.fabric.bend_bias = p.cloth.fabric.bend[0];
                double ratio = sag_by_beam(p.cloth.fabric.bend[0], edges);
                bool moved = kind >= PATCH_RANDOM_SAME;
                assert_true(fabs(ratio - 1) < (!moved ? 0.005 : fine ? 0.02 : 0.04));
                make_strip((patch_kind)kind, edges, seed, true);
                ratio = sag_by_beam(p.cloth.fabric.bend[1], edges); // three times as stiff along as across
                assert_true(fabs(ratio - 1) < (!moved ? 0.005 : fine ? 0.05 : 0.07));
            }
        }
    }
}

/// The hinge between a fully pinned and a free triangle weighs twice as much as one inside.
static void a_clamped_hinge_weighs_twice(void **state)
{
    (void)state;
    make_patch(&p, PATCH_ALTERNATING, 9, 0.08);
    p.cloth.fabric.bend[1] = p.cloth.fabric.bend_bias = p.cloth.fabric.bend[0];
    const cs_pin pin = {.kind = CS_PIN_BOX, .min = {-1, -1, -1}, .max = {-0.0299, 1, 1}}; // the first cell
    p.cloth.pins = &pin;
    for (int clamped = 0; clamped < 2; clamped++) {
        p.cloth.pin_count = clamped;
        cs_sim *sim = start_patch(&p);
        const cs_bending *b = bending(sim);
        assert_int_equal(b->element.term_count, clamped ? 7 * 8 * 2 : 8 * 8 * 2);
        const double angle = 1e-3; // everything beyond x = -0.03 turned about that line
        for (int i = 0; i < p.side * p.side; i++) {
            x[i] = p.rest[i];
            x[i].y = x[i].x > -0.03 ? (x[i].x + 0.03) * angle : 0;
        }
        place(sim, x);
        double inside = p.cloth.fabric.bend[0] * 0.08 * angle * angle / (2 * 0.01);
        // Twice in all, free edges and diagonals aside; to what the twist of the coarse triangles takes.
        double energy = cs_element_energy(&b->element, &sim->now);
        assert_near(energy / inside, clamped ? 2 : 1, 0.01);
        cs_sim_destroy(sim);
    }
}

// ---- curved at rest -------------------------------------------------------------------

/// A rest shape with bumps.
static void make_bumps(patch *bumpy, patch_kind kind)
{
    make_patch(bumpy, kind, 9, 0.1);
    for (int i = 0; i < 81; i++) {
        cs_vec3 *r = &bumpy->rest[i];
        r->y = 0.02 * cs_sin(60 * r->x) * cs_cos(50 * r->z) + 0.005 * cs_random(8, (uint64_t)i);
    }
}

static double largest_of(const cs_vec3 *vectors, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        double length = cs_length(vectors[i]);
        assert_true(isfinite(length));
        largest = length > largest ? length : largest;
    }
    return largest;
}

/// The angle at rest belongs to the hinge: however the cloth turns, it does not bend itself.
static void a_turned_rest_shape_is_at_rest(void **state)
{
    (void)state;
    for (int kind = 0; kind < PATCH_KINDS; kind++) {
        make_bumps(&p, (patch_kind)kind);
        cs_sim *sim = start_patch(&p);
        const cs_element *element = &bending(sim)->element;
        forces_of(sim, element, NULL, f);
        assert_true(largest_of(f, 81) == 0);
        for (uint64_t n = 0; n < 4; n++) {
            cs_vec3 axis = cs_normalize(random_vector(n + 50)), away = random_vector(n + 60);
            for (int i = 0; i < 81; i++) {
                x[i] = cs_add(turned(p.rest[i], axis, 3), away);
            }
            place(sim, x);
            forces_of(sim, element, NULL, f);
            assert_true(largest_of(f, 81) < 1e-13); // a bend of a radian gives 1e-2 N
        }
        cs_sim_destroy(sim);
    }
}

/// Collapsed, crumpled, inverted: finite forces.
static void any_positions_give_finite_forces(void **state)
{
    (void)state;
    make_bumps(&p, PATCH_RANDOM);
    cs_sim *sim = start_patch(&p);
    for (int way = 0; way < 5; way++) {
        for (int i = 0; i < 81; i++) {
            cs_vec3 r = p.rest[i];
            const cs_vec3 ways[] = {{0, 0, 0}, {r.x, 0, 0}, {-r.x, r.y, r.z}, {r.x * 1e-200, 0, r.z}, {r.x, r.y, 0}};
            x[i] = ways[way];
        }
        place(sim, x);
        forces_of(sim, &bending(sim)->element, NULL, f);
        largest_of(f, 81);
        assert_true(isfinite(cs_element_energy(&bending(sim)->element, &sim->now)));
    }
    cs_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_angle_is_the_angle),
        cmocka_unit_test(its_gradients_are_its_differences),
        cmocka_unit_test(no_area_no_angle),
        cmocka_unit_test(quadratic_surfaces_cost_what_a_plate_costs),
        cmocka_unit_test(a_cylinder_costs_its_rigidity_in_every_direction),
        cmocka_unit_test(strips_sag_as_beams_do),
        cmocka_unit_test(a_clamped_hinge_weighs_twice),
        cmocka_unit_test(a_turned_rest_shape_is_at_rest),
        cmocka_unit_test(any_positions_give_finite_forces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
