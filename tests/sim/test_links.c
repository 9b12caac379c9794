// SPDX-License-Identifier: MIT
//
// Links as elements: their order, their forces, links of meshes, long-range links and tethers, damping.
#include "sim/sim_run.h"

#include "math/math.h"
#include "sim/links.h"
#include "sim/state.h"

#include <stdlib.h>
#include <string.h>

#define SEED  20240707
#define MOST  400
#define TINY  1e-12
#define PITCH 0.1 // m between the particles of make_sheet

static const cs_links *links_at(const cs_sim *sim, int element)
{
    assert_true(element < sim->bodies[0].element_count);
    const cs_links *links = cs_links_of(sim->bodies[0].elements[element]);
    assert_non_null(links);
    return links;
}

// ---- order --------------------------------------------------------------------------------

/// A grid by compliance is held by the springs of a grid: the same ends and lengths in the same order.
static void a_grid_by_compliance_has_the_links_of_its_springs(void **state)
{
    (void)state;
    static const int sizes[][2] = {{2, 2}, {2, 5}, {5, 2}, {3, 3}, {6, 9}};
    for (size_t k = 0; k < CS_COUNT(sizes); k++) {
        one_cloth springs, compliance;
        make_sheet(&springs, sizes[k][0], sizes[k][1], 0.001);
        make_sheet(&compliance, sizes[k][0], sizes[k][1], 0.001);
        compliance.scene.simulation.solver = CS_SOLVER_XPBD;
        compliance.cloth.material = CS_MATERIAL_COMPLIANCE;
        compliance.cloth.compliance = (cs_compliance){1 / 800.0, 1 / 400.0, 1 / 200.0};
        cs_sim *a = start(&springs.scene, CS_SIMD_AUTO), *b = start(&compliance.scene, CS_SIMD_AUTO);
        assert_int_equal(cs_sim_spring_count(a), cs_sim_spring_count(b));
        static cs_spring_view of_a[CS_SPRING_CHUNK], of_b[CS_SPRING_CHUNK];
        int64_t total = 0;
        for (;;) {
            int count = cs_element_springs(a->bodies[0].elements[0], total, of_a);
            int other = cs_element_springs(b->bodies[0].elements[0], total, of_b);
            count = other < count ? other : count;
            if (count == 0) {
                break;
            }
            for (int i = 0; i < count; i++) {
                assert_int_equal(of_a[i].a, of_b[i].a);
                assert_int_equal(of_a[i].b, of_b[i].b);
                assert_true(of_a[i].rest == of_b[i].rest && of_a[i].structural == of_b[i].structural);
                assert_near(of_a[i].stiffness, of_b[i].stiffness, 1e-9);
            }
            total += count;
        }
        assert_int_equal(total, cs_sim_spring_count(a));
        cs_sim_destroy(a);
        cs_sim_destroy(b);
    }
}

// ---- forces -------------------------------------------------------------------------------

typedef struct tangle {
    cs_scene scene;
    cs_network network;
    cs_particle particles[40];
    cs_link links[120];
} tangle;

static void make_tangle(tangle *t)
{
    *t = (tangle){.scene = bare_scene()};
    t->scene.simulation.dt = 1e-4;
    t->scene.network_count = 1;
    t->scene.networks = &t->network;
    t->network = (cs_network){.particle_count = (int)CS_COUNT(t->particles),
                              .particles = t->particles,
                              .link_count = (int)CS_COUNT(t->links),
                              .links = t->links};
    for (size_t i = 0; i < CS_COUNT(t->particles); i++) {
        t->particles[i].mass = 1;
        t->particles[i].position =
            (cs_vec3){cs_random(SEED, 3 * i), cs_random(SEED, 3 * i + 1), cs_random(SEED, 3 * i + 2)};
    }
    for (uint64_t i = 0; i < CS_COUNT(t->links); i++) {
        int a = (int)(40 * cs_random(SEED + 1, i)), b = (a + 1 + (int)(38 * cs_random(SEED + 2, i))) % 40;
        t->links[i] = (cs_link){.a = a,
                                .b = b,
                                .stiffness = 1000 * cs_random(SEED + 3, i),
                                .rest_length = cs_random(SEED + 4, i),
                                .tension_only = i % 3 == 0};
    }
}

static void forces_of_element(const cs_sim *sim, const cs_element *element, const cs_soa *velocities, cs_vec3 *forces)
{
    static double x[MOST], y[MOST], z[MOST];
    cs_soa soa = {x, y, z};
    assert_true(sim->lanes <= MOST);
    memset(x, 0, sizeof(x));
    memset(y, 0, sizeof(y));
    memset(z, 0, sizeof(z));
    cs_element_add_forces(element, &sim->now, velocities, &soa);
    for (int i = 0; i < sim->lanes; i++) {
        forces[i] = cs_soa_get(&soa, i);
    }
}

/// The forces by arrays are those of the terms, bit for bit.
static void forces_are_those_of_the_terms(void **state)
{
    (void)state;
    static cs_vec3 fast[MOST], slow[MOST];
    tangle t;
    make_tangle(&t);
    print_message("seed %d\n", SEED);
    cs_sim *sim = start(&t.scene, CS_SIMD_AUTO);
    const cs_links *links = links_at(sim, 0);
    cs_links by_terms = *links;
    by_terms.element.mixed = true;
    forces_of_element(sim, &links->element, NULL, fast);
    forces_of_element(sim, &by_terms.element, NULL, slow);
    double size = 0;
    for (int i = 0; i < sim->lanes; i++) {
        assert_true(fast[i].x == slow[i].x && fast[i].y == slow[i].y && fast[i].z == slow[i].z);
        size += cs_length(fast[i]);
    }
    assert_true(size > 1);
    cs_sim_destroy(sim);
}

/// A link that only pulls does so when it is too long; one that is too short exerts nothing.
static void tension_only_links_only_pull(void **state)
{
    (void)state;
    tangle t;
    make_tangle(&t);
    for (size_t i = 0; i < CS_COUNT(t.links); i++) {
        t.links[i].tension_only = true;
    }
    static cs_vec3 forces[MOST];
    cs_vec3 sum[40] = {{0, 0, 0}};
    cs_sim *sim = start(&t.scene, CS_SIMD_AUTO);
    forces_of_element(sim, sim->bodies[0].elements[0], NULL, forces);
    int slack = 0;
    for (size_t i = 0; i < CS_COUNT(t.links); i++) {
        cs_link l = t.links[i];
        cs_vec3 d = cs_sub(t.particles[l.b].position, t.particles[l.a].position);
        double excess = cs_length(d) - l.rest_length;
        slack += excess <= 0;
        cs_vec3 f = cs_scale(cs_normalize(d), excess > 0 ? l.stiffness * excess : 0);
        sum[l.a] = cs_add(sum[l.a], f);
        sum[l.b] = cs_sub(sum[l.b], f);
    }
    assert_true(slack > 10 && slack < 110);
    for (int i = 0; i < 40; i++) {
        assert_true(cs_length(cs_sub(sum[i], forces[i])) < 1e-9);
    }
    cs_sim_destroy(sim);
}

/// Damping acts along the link: it brings a bouncing pair to rest and leaves its free fall alone.
static void damping_is_along_the_link(void **state)
{
    (void)state;
    const double g = 9.81, h = 0.001;
    tangle t;
    make_tangle(&t);
    t.scene.simulation.dt = h;
    t.scene.simulation.gravity = (cs_vec3){0, -g, 0};
    t.network.particle_count = 2;
    t.network.link_count = 1;
    t.particles[0].position = (cs_vec3){0, 0, 0};
    t.particles[1].position = (cs_vec3){0.3, 0.4, 0};
    t.links[0] = (cs_link){.a = 0, .b = 1, .stiffness = 100, .rest_length = 0.4, .damping = 4};
    cs_sim *sim = start(&t.scene, CS_SIMD_AUTO);
    const int steps = 4000;
    run(sim, steps);
    cs_vec3 x[2];
    cs_sim_positions(sim, x);
    double time = steps * h, fallen = -g * time * (time + h) / 2;
    assert_near((x[0].y + x[1].y) / 2, 0.2 + fallen, 1e-9);
    assert_near((x[0].x + x[1].x) / 2, 0.15, 1e-10);
    assert_near(cs_length(cs_sub(x[1], x[0])), 0.4, 1e-4);
    cs_sim_destroy(sim);
}

// ---- meshes -------------------------------------------------------------------------------

#define SIDE      5
#define VERTICES  (SIDE * SIDE)
#define TRIANGLES (2 * (SIDE - 1) * (SIDE - 1))

/// A bumpy square of triangles as a cloth.
typedef struct one_mesh {
    one_cloth s;
    cs_vec3 positions[VERTICES];
    cs_triangle triangles[TRIANGLES];
} one_mesh;

static void make_mesh(one_mesh *m)
{
    make_sheet(&m->s, 2, 2, 0.001);
    for (int i = 0; i < VERTICES; i++) {
        m->positions[i] = (cs_vec3){PITCH * (i % SIDE), 0.02 * cs_random(SEED, (uint64_t)i), PITCH * (i / SIDE)};
    }
    cs_grid_triangles(SIDE, SIDE, true, m->triangles);
    m->s.cloth.source = CS_CLOTH_MESH;
    m->s.cloth.mesh = (cs_cloth_mesh){
        .vertex_count = VERTICES, .positions = m->positions, .triangle_count = TRIANGLES, .triangles = m->triangles};
}

static int corner(cs_triangle t, int i)
{
    const int corners[3] = {t.a, t.b, t.c};
    return corners[i % 3];
}

/// How many links of one kind join two vertices.
static int joined(const cs_sim *sim, int a, int b, bool structural)
{
    int count = 0;
    const cs_links *links = links_at(sim, 0);
    for (int64_t i = 0; i < links->element.term_count; i++) {
        bool same = (links->a[i] == a && links->b[i] == b) || (links->a[i] == b && links->b[i] == a);
        if (same && (bool)links->structural[i] == structural) {
            assert_near(links->stiffness[i], structural ? 800 : 200, 0);
            assert_near(links->rest[i], cs_length(cs_sub(cs_soa_get(&sim->now, a), cs_soa_get(&sim->now, b))), TINY);
            count++;
        }
    }
    return count;
}

/// Springs of a mesh: each edge once, and across each inner edge the far corners once; no others.
static void a_mesh_has_springs_along_and_across_its_edges(void **state)
{
    (void)state;
    one_mesh m;
    make_mesh(&m);
    cs_sim *sim = start(&m.s.scene, CS_SIMD_AUTO);
    int edges = 0, inner = 0;
    for (int t = 0; t < TRIANGLES; t++) {
        for (int i = 0; i < 3; i++) {
            int a = corner(m.triangles[t], i), b = corner(m.triangles[t], i + 1), c = corner(m.triangles[t], i + 2);
            bool border = true;
            for (int u = 0; u < TRIANGLES; u++) {
                for (int j = 0; j < 3; j++) {
                    if (corner(m.triangles[u], j) == b && corner(m.triangles[u], j + 1) == a) {
                        border = false;
                        inner++;
                        assert_true(joined(sim, c, corner(m.triangles[u], j + 2), false) >=
                                    1); // two, if two edges have them
                    }
                }
            }
            edges += border ? 2 : 1; // counted from both sides
            assert_int_equal(joined(sim, a, b, true), 1);
        }
    }
    assert_int_equal(cs_sim_spring_count(sim), edges / 2 + inner / 2);
    cs_sim_destroy(sim);
}

/// Scaled by 1.01, every edge holds 1/2 k (0.01 rest)^2.
static void the_energy_of_a_stretched_mesh(void **state)
{
    (void)state;
    one_mesh m;
    make_mesh(&m);
    m.s.cloth.springs.bend = 0;
    cs_sim *sim = start(&m.s.scene, CS_SIMD_AUTO);
    cs_vec3 x[VERTICES];
    double energy = 0;
    for (int i = 0; i < VERTICES; i++) {
        x[i] = cs_scale(m.positions[i], 1.01);
    }
    cs_sim_set_positions(sim, x);
    const cs_links *links = links_at(sim, 0);
    for (int64_t i = 0; i < links->element.term_count; i++) {
        double excess = 0.01 * links->rest[i];
        energy += 0.5 * 800 * excess * excess;
    }
    assert_near(cs_sim_elastic_energy(sim), energy, 1e-10 * energy);
    cs_sim_destroy(sim);
}

// ---- long range -----------------------------------------------------------------------------

/// A sheet of 9 x 9 that hangs from its first row.
static void make_hanging(one_cloth *s, cs_solver solver)
{
    make_sheet(s, 9, 9, 0.002);
    s->scene.simulation.solver = solver;
    s->scene.simulation.gravity = (cs_vec3){0, -9.81, 0};
    s->scene.simulation.damping = 0.999;
    s->cloth.particle_mass = 0.05;
    s->cloth.grid.v = (cs_vec3){0, -1, 0};
    s->cloth.pin_count = 1;
    s->pins[0] = (cs_pin){.kind = CS_PIN_ROW, .row = 0};
    if (solver == CS_SOLVER_XPBD || solver == CS_SOLVER_PBD) {
        s->cloth.material = CS_MATERIAL_COMPLIANCE;
        s->cloth.compliance = (cs_compliance){1e-3, 1e-3, 1e-2};
    }
}

/// A sheet that is bent without stretching any edge, along its rows or its columns, rolled up or waved: links and
/// tethers hold no energy and exert no force, even without slack.
static void long_range_links_never_resist_bending(void **state)
{
    (void)state;
    for (int way = 0; way < 4; way++) {
        one_cloth s;
        make_hanging(&s, CS_SOLVER_VERLET);
        s.cloth.long_range = (cs_long_range){.links = true, .tethers = true, .slack = 0};
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        assert_int_equal(sim->bodies[0].element_count, 2);
        const cs_element *element = sim->bodies[0].elements[1];
        assert_int_equal(element->spring_count, 0);
        double along[9] = {0}, aside[9] = {0};
        for (int i = 1; i < 9; i++) {
            double angle = way / 2 == 0 ? 0.5 * i : 0.9 * (i % 4 < 2 ? 1 : -1);
            along[i] = along[i - 1] + PITCH * cs_cos(angle);
            aside[i] = aside[i - 1] + PITCH * cs_sin(angle);
        }
        for (int r = 0; r < 9; r++) {
            for (int c = 0; c < 9; c++) {
                int bent = way % 2 == 0 ? r : c, straight = way % 2 == 0 ? c : r;
                cs_vec3 x = way % 2 == 0 ? (cs_vec3){PITCH * straight, -along[bent], aside[bent]}
                                         : (cs_vec3){along[bent], -PITCH * straight, aside[bent]};
                cs_soa_set(&sim->now, cs_body_lane(&sim->bodies[0], 9 * r + c), x);
            }
        }
        static cs_vec3 forces[MOST];
        forces_of_element(sim, element, NULL, forces);
        assert_true(cs_element_energy(element, &sim->now) < 1e-20);
        for (int i = 0; i < sim->lanes; i++) {
            assert_true(cs_length(forces[i]) < 1e-9);
        }
        cs_sim_destroy(sim);
    }
}

/// As long as the cloth stretches less than the slack, long-range links change no bit.
static void below_the_slack_they_change_nothing(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_VERLET, CS_SOLVER_RK4, CS_SOLVER_XPBD};
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        uint64_t hashes[2];
        double stretch = 0;
        for (int with = 0; with < 2; with++) {
            one_cloth s;
            make_hanging(&s, solvers[i]);
            s.cloth.long_range = (cs_long_range){.links = with, .tethers = with, .slack = 0.2};
            cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
            run(sim, 300);
            cs_state_statistics statistics;
            cs_sim_statistics(sim, 0, &statistics);
            hashes[with] = statistics.state_hash;
            stretch = statistics.max_stretch;
            cs_sim_destroy(sim);
        }
        assert_true(stretch > 1.001 && stretch < 1.2);
        assert_true(hashes[0] == hashes[1]);
    }
}

/// One iteration a step is too few for a long sheet; with tethers none of its particles is ever further from the pins
/// than the slack allows.
static void tethers_carry_a_long_sheet_in_one_iteration(void **state)
{
    (void)state;
    enum { ROWS = 60 };
    double sag[2];
    for (int with = 0; with < 2; with++) {
        one_cloth s;
        make_hanging(&s, CS_SOLVER_XPBD);
        s.cloth.grid.rows = ROWS;
        s.cloth.grid.columns = 2;
        s.cloth.grid.size[0] = PITCH;
        s.cloth.grid.size[1] = PITCH * (ROWS - 1);
        s.cloth.compliance = (cs_compliance){0, 0, 1e-2};
        s.cloth.long_range = (cs_long_range){.tethers = with, .slack = 0.02};
        s.scene.simulation.dt = 0.02;
        s.scene.simulation.iterations = 1;
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        sag[with] = 0;
        for (int step = 0; step < 100; step++) {
            run(sim, 1);
            static cs_vec3 x[2 * ROWS];
            cs_sim_positions(sim, x);
            for (int i = 2; i < 2 * ROWS; i++) {
                double stretch = -x[i].y / (PITCH * (i / 2));
                sag[with] = stretch > sag[with] ? stretch : sag[with];
            }
        }
        cs_sim_destroy(sim);
    }
    assert_true(sag[0] > 1.05);
    assert_true(sag[1] > 1.01 && sag[1] < 1.02 + TINY);
}

/// Tethers lead from every free particle to the pin that is nearest along the cloth, and are (1 + slack) times as long
/// as the way there.
static void tethers_lead_to_the_nearest_pin(void **state)
{
    (void)state;
    one_cloth s;
    make_hanging(&s, CS_SOLVER_XPBD);
    s.cloth.pin_count = 2;
    s.pins[0] = (cs_pin){.kind = CS_PIN_PARTICLE, .row = 0, .column = 0};
    s.pins[1] = (cs_pin){.kind = CS_PIN_PARTICLE, .row = 0, .column = 8};
    s.cloth.long_range = (cs_long_range){.tethers = true, .slack = 0.1};
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    const cs_links *links = links_at(sim, 1);
    assert_int_equal(links->element.term_count, 81 - 2);
    assert_true(links->element.rigid);
    for (int64_t i = 0; i < links->element.term_count; i++) {
        int row = links->a[i] / sim->bodies[0].stride, column = links->a[i] % sim->bodies[0].stride;
        int pin = links->b[i] % sim->bodies[0].stride;
        assert_int_equal(links->b[i] / sim->bodies[0].stride, 0);
        assert_true(column == 4 || pin == (column < 4 ? 0 : 8));
        double straight = PITCH * sqrt(row * row + (column - pin) * (column - pin));
        assert_true(links->rest[i] >= 1.1 * straight - TINY && links->rest[i] <= 1.1 * 1.0824 * straight);
        assert_true(links->tension_only[i] && links->rigid[i] && !links->structural[i]);
    }
    cs_sim_destroy(sim);
}

/// Solvers that work with forces get the stiffness that the cloth itself has over that length.
static void stiffness_of_links_for_solvers_with_forces(void **state)
{
    (void)state;
    for (int fabric = 0; fabric < 2; fabric++) {
        one_cloth s;
        make_hanging(&s, CS_SOLVER_VERLET);
        s.scene.simulation.dt = 1e-5;
        int element = 1;
        if (fabric) {
            s.cloth.material = CS_MATERIAL_FABRIC;
            s.cloth.particle_mass = 0;
            s.cloth.fabric = cs_fabric_presets(&element)[0].fabric;
            s.cloth.fabric.stretch[0] = 500;
            s.cloth.fabric.stretch[1] = 900;
            s.cloth.fabric.coupling = 0;
            element = 2;
        }
        s.cloth.long_range = (cs_long_range){.links = true, .slack = 0.05};
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        const cs_links *links = links_at(sim, element);
        assert_int_equal(links->element.term_count, 2 * 9 * (7 + 5));
        assert_false(links->element.rigid);
        for (int64_t i = 0; i < links->element.term_count; i++) {
            int stride = sim->bodies[0].stride, rows = links->b[i] / stride - links->a[i] / stride;
            int columns = links->b[i] % stride - links->a[i] % stride, span = rows + columns;
            assert_true((rows == 0 || columns == 0) && (span == 2 || span == 4));
            assert_near(links->rest[i], 1.05 * PITCH * span, TINY);
            int beside = rows == 0 ? links->a[i] / stride : links->a[i] % stride;
            double width = beside == 0 || beside == 8 ? PITCH / 2 : PITCH;
            double expected = fabric ? (rows == 0 ? 500 : 900) * width / (PITCH * span) : 800.0 / span;
            assert_near(links->stiffness[i], expected, 1e-9 * expected);
        }
        cs_sim_destroy(sim);
    }
}

/// Beyond the slack the links of a hanging sheet take a part of the load.
static void beyond_the_slack_they_hold(void **state)
{
    (void)state;
    double lowest[2];
    for (int with = 0; with < 2; with++) {
        one_cloth s;
        make_hanging(&s, CS_SOLVER_VERLET);
        s.cloth.particle_mass = 0.5;
        s.scene.simulation.damping = 0.99;
        s.cloth.long_range = (cs_long_range){.links = with, .tethers = with, .slack = 0};
        cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
        run(sim, 3000);
        cs_state_statistics statistics;
        cs_sim_statistics(sim, 0, &statistics);
        assert_true(statistics.kinetic_energy < 1e-6);
        lowest[with] = -statistics.y_min - 0.8;
        cs_sim_destroy(sim);
    }
    assert_true(lowest[0] > 0.05 && lowest[1] < 0.8 * lowest[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_by_compliance_has_the_links_of_its_springs),
        cmocka_unit_test(forces_are_those_of_the_terms),
        cmocka_unit_test(tension_only_links_only_pull),
        cmocka_unit_test(damping_is_along_the_link),
        cmocka_unit_test(a_mesh_has_springs_along_and_across_its_edges),
        cmocka_unit_test(the_energy_of_a_stretched_mesh),
        cmocka_unit_test(long_range_links_never_resist_bending),
        cmocka_unit_test(below_the_slack_they_change_nothing),
        cmocka_unit_test(tethers_carry_a_long_sheet_in_one_iteration),
        cmocka_unit_test(tethers_lead_to_the_nearest_pin),
        cmocka_unit_test(stiffness_of_links_for_solvers_with_forces),
        cmocka_unit_test(beyond_the_slack_they_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
