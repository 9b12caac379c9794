// SPDX-License-Identifier: MIT
//
// Cloths and networks built in memory: what is refused and why, and what is odd but gives finite results.
#include "sim/sim_run.h"

#include "base/base.h"
#include "math/math.h"
#include "sim/state.h"

#include <string.h>

#define NOT_A_NUMBER ((double)NAN)

/// Creates the simulation and expects a status; returns the log for cs_log_destroy.
static cs_log *expect(const cs_scene *scene, cs_status status)
{
    cs_log *log = cs_log_create();
    cs_sim *sim = NULL;
    assert_int_equal(cs_sim_create(scene, NULL, log, &sim), status);
    assert_int_equal(cs_log_count(log, CS_ERROR), status != CS_OK);
    cs_sim_destroy(sim);
    return log;
}

static void expect_refusal(const cs_scene *scene, const char *message, const char *help)
{
    cs_log *log = expect(scene, CS_INVALID_SCENE);
    const cs_diagnostic *diagnostic = cs_log_get(log, 0);
    if (!strstr(diagnostic->message, message)) {
        print_error("expected \"%s\", found \"%s\"\n", message, diagnostic->message);
    }
    assert_non_null(strstr(diagnostic->message, message));
    assert_true(!help || (diagnostic->help && strstr(diagnostic->help, help)));
    cs_log_destroy(log);
}

// ---- values -------------------------------------------------------------------------------

static void make_fabric(one_cloth *s)
{
    int count;
    make_sheet(s, 5, 5, 1e-5);
    s->cloth.material = CS_MATERIAL_FABRIC;
    s->cloth.particle_mass = 0;
    s->cloth.fabric = cs_fabric_presets(&count)[0].fabric;
}

static void wrong_fabrics_are_refused(void **state)
{
    (void)state;
    static const double wrong[] = {0, -1, NOT_A_NUMBER, INFINITY};
    one_cloth s;
    make_fabric(&s);
    cs_log_destroy(expect(&s.scene, CS_OK));
    for (size_t i = 0; i < CS_COUNT(wrong); i++) {
        cs_fabric *f = &s.cloth.fabric;
        double *const positive[] = {&f->density, &f->stretch[0], &f->stretch[1],   &f->shear,
                                    &f->bend[0], &f->bend[1],    &f->strain_limit, &f->bend_bias};
        double *const not_negative[] = {&f->stiffening, &f->friction, &f->damping};
        for (size_t k = 0; k < CS_COUNT(positive); k++) {
            make_fabric(&s);
            *positive[k] = wrong[i];
            expect_refusal(&s.scene, "is not a number above 0", NULL);
        }
        for (size_t k = 0; k < CS_COUNT(not_negative) && wrong[i] != 0; k++) {
            make_fabric(&s);
            *not_negative[k] = wrong[i];
            expect_refusal(&s.scene, "is not a number of at least 0", NULL);
        }
    }
    make_fabric(&s);
    s.cloth.fabric.coupling = -1.01 * sqrt(s.cloth.fabric.stretch[0] * s.cloth.fabric.stretch[1]);
    expect_refusal(&s.scene, "coupling", NULL);
}

static void wrong_simulations_are_refused(void **state)
{
    (void)state;
    for (int fault = 0; fault < 8; fault++) {
        static const char *const messages[] = {"dt",         "dt",         "damping",   "damping",
                                               "iterations", "correction", "tolerance", "no such solver"};
        one_cloth s;
        make_sheet(&s, 4, 4, 0.001);
        cs_simulation *of = &s.scene.simulation;
        of->solver = fault == 4 ? CS_SOLVER_XPBD : fault == 5 ? CS_SOLVER_PBD : CS_SOLVER_IMPLICIT;
        of->dt = fault == 0 ? NOT_A_NUMBER : of->dt;
        of->substeps = fault == 1 ? 0 : 1;
        of->damping = fault == 2 ? 1.5 : fault == 3 ? NOT_A_NUMBER : 1;
        of->iterations = fault == 4 ? 0 : 10;
        of->correction = fault == 5 ? 2 : 1;
        of->tolerance = fault == 6 ? NOT_A_NUMBER : 1e-6;
        of->solver = fault == 7 ? (cs_solver)99 : of->solver;
        expect_refusal(&s.scene, messages[fault], NULL);
    }
}

static void compliance_is_for_solvers_that_project(void **state)
{
    (void)state;
    static const cs_solver solvers[] = {CS_SOLVER_VERLET, CS_SOLVER_EULER, CS_SOLVER_RK4, CS_SOLVER_IMPLICIT};
    one_cloth s;
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        make_sheet(&s, 4, 4, 0.001);
        s.scene.simulation.solver = solvers[i];
        s.cloth.material = CS_MATERIAL_COMPLIANCE;
        expect_refusal(&s.scene, "cannot work with compliance", "pbd and xpbd can");
    }
    for (int fault = 0; fault < 3; fault++) {
        make_sheet(&s, 4, 4, 0.001);
        s.scene.simulation.solver = CS_SOLVER_XPBD;
        s.cloth.material = CS_MATERIAL_COMPLIANCE;
        s.cloth.compliance.structural = fault == 0 ? -1 : 0;
        s.cloth.compliance.shear = fault == 1 ? NOT_A_NUMBER : 0;
        s.cloth.compliance.bend = fault == 2 ? INFINITY : 0;
        expect_refusal(&s.scene, "a compliance is not a number of at least 0", NULL);
    }
}

static void wrong_long_ranges_are_refused(void **state)
{
    (void)state;
    static const double wrong[] = {-0.1, NOT_A_NUMBER, INFINITY};
    for (size_t i = 0; i < CS_COUNT(wrong); i++) {
        one_cloth s;
        make_sheet(&s, 4, 4, 0.001);
        s.cloth.long_range = (cs_long_range){.tethers = true, .slack = wrong[i]};
        expect_refusal(&s.scene, "slack", NULL);
    }
}

static void wrong_links_are_refused(void **state)
{
    (void)state;
    static const char *const messages[] = {"cannot work with compliance",
                                           "a rigid link has no rate to damp",
                                           "needs a stiffness above 0",
                                           "damping is not a number",
                                           "radius",
                                           "at least one particle"};
    for (int fault = 0; fault < 6; fault++) {
        cs_scene scene = bare_scene();
        cs_particle particles[2] = {{.mass = 1}, {.mass = 1, .position = {1, 0, 0}}};
        cs_link link = {.a = 0, .b = 1, .stiffness = 1, .rest_length = 1};
        cs_network network = {.particle_count = 2, .particles = particles, .link_count = 1, .links = &link};
        link.by_compliance = fault < 2;
        link.damping = fault == 1 || fault == 2 ? 1 : fault == 3 ? NOT_A_NUMBER : 0;
        link.stiffness = fault == 2 ? 0 : 1;
        scene.simulation.solver = fault == 1 ? CS_SOLVER_XPBD : CS_SOLVER_VERLET;
        network.radius = fault == 4 ? -1 : 0;
        network.particle_count = fault == 5 ? 0 : 2;
        scene.network_count = 1;
        scene.networks = &network;
        expect_refusal(&scene, messages[fault], fault == 0 ? "pbd and xpbd can" : NULL);
    }
}

// ---- meshes -------------------------------------------------------------------------------

#define VERTICES  8
#define TRIANGLES 5

typedef struct one_mesh {
    one_cloth s;
    cs_vec3 positions[VERTICES];
    double uv[VERTICES][2];
    cs_triangle triangles[TRIANGLES];
} one_mesh;

/// Two squares that share a side; vertex 6 stands where vertex 1 does, so that one triangle has no area and one edge no
/// length; vertex 7 belongs to nothing.
static void make_odd_mesh(one_mesh *m)
{
    static const cs_vec3 positions[VERTICES] = {{0, 0, 0},   {0.1, 0, 0},   {0, 0, 0.1}, {0.1, 0, 0.1},
                                                {0.2, 0, 0}, {0.2, 0, 0.1}, {0.1, 0, 0}, {0.5, 0.5, 0.5}};
    static const cs_triangle triangles[TRIANGLES] = {{0, 2, 1}, {3, 1, 2}, {1, 3, 6}, {6, 3, 4}, {5, 4, 3}};
    make_sheet(&m->s, 2, 2, 1e-4);
    m->s.scene.simulation.gravity = (cs_vec3){0, -9.81, 0};
    memcpy(m->positions, positions, sizeof(positions));
    memcpy(m->triangles, triangles, sizeof(triangles));
    memset(m->uv, 0, sizeof(m->uv));
    m->s.cloth.source = CS_CLOTH_MESH;
    m->s.cloth.mesh = (cs_cloth_mesh){.vertex_count = VERTICES,
                                      .positions = m->positions,
                                      .uv = (const double(*)[2])m->uv,
                                      .triangle_count = TRIANGLES,
                                      .triangles = m->triangles};
    m->s.cloth.pin_count = 1;
    m->s.pins[0] = (cs_pin){.kind = CS_PIN_VERTEX, .vertex = 0};
}

static void wrong_meshes_are_refused(void **state)
{
    (void)state;
    static const char *const messages[] = {"vertices and triangles", "vertices and triangles", "three vertices",
                                           "three vertices",         "three vertices",         "texture coordinate",
                                           "rows and columns",       "from the origin"};
    for (int fault = 0; fault < 8; fault++) {
        one_mesh m;
        make_odd_mesh(&m);
        cs_cloth_mesh *mesh = &m.s.cloth.mesh;
        mesh->triangle_count = fault == 0 ? 0 : TRIANGLES;
        mesh->positions = fault == 1 ? NULL : m.positions;
        m.triangles[3].b = fault == 2 ? -1 : fault == 3 ? VERTICES : fault == 4 ? m.triangles[3].a : 3;
        m.uv[7][1] = fault == 5 ? NOT_A_NUMBER : 0;
        m.s.cloth.long_range.links = fault == 6;
        m.positions[5].z = fault == 7 ? NOT_A_NUMBER : 0.1;
        expect_refusal(&m.s.scene, messages[fault], NULL);
    }
}

/// Duplicate vertices, edges without length, triangles without area, vertices that belong to nothing: with every solver
/// and material all stays finite, and what belongs to nothing stays where it is.
static void odd_meshes_stay_finite(void **state)
{
    (void)state;
    for (int solver = CS_SOLVER_VERLET; solver <= CS_SOLVER_XPBD; solver++) {
        for (int material = CS_MATERIAL_SPRINGS; material <= CS_MATERIAL_FABRIC; material++) {
            bool projects = solver == CS_SOLVER_PBD || solver == CS_SOLVER_XPBD;
            if (material == CS_MATERIAL_COMPLIANCE && !projects) {
                continue;
            }
            one_mesh m;
            make_odd_mesh(&m);
            int count;
            m.s.scene.simulation.solver = (cs_solver)solver;
            m.s.scene.simulation.iterations = 20;
            m.s.scene.simulation.tolerance = 1e-6;
            m.s.cloth.material = (cs_material)material;
            m.s.cloth.fabric = cs_fabric_presets(&count)[0].fabric;
            bool explicit = !projects && solver != CS_SOLVER_IMPLICIT; // has a limit, and a low one with fabrics
            m.s.scene.simulation.dt = !explicit ? 1e-2 : material == CS_MATERIAL_FABRIC ? 1e-6 : 1e-4;
            m.s.cloth.long_range = (cs_long_range){.tethers = true, .slack = 0.01};
            cs_sim *sim = start(&m.s.scene, CS_SIMD_AUTO);
            run(sim, 300);
            cs_vec3 x[VERTICES];
            cs_sim_positions(sim, x);
            for (int i = 0; i < VERTICES; i++) {
                assert_true(cs_length(x[i]) < 1);
            }
            assert_memory_equal(&x[7], &m.positions[7], sizeof(cs_vec3));
            cs_state_statistics statistics;
            cs_sim_statistics(sim, 0, &statistics);
            assert_true(isfinite(statistics.max_stretch) && isfinite(statistics.kinetic_energy));
            assert_true(statistics.y_max < 0.4); // what is held does not count
            cs_frame frame = cs_default_frame();
            assert_int_equal(cs_sim_snapshot(sim, &frame), CS_OK);
            for (int i = 0; i < VERTICES; i++) {
                assert_true(isfinite(cs_length(frame.meshes[0].normals[i])));
            }
            cs_frame_clear(&frame);
            cs_sim_destroy(sim);
        }
    }
}

/// A vertex whose triangles have no area gets no mass from an areal density; a mass of its own will do.
static void vertices_without_mass_are_refused(void **state)
{
    (void)state;
    one_mesh m;
    make_odd_mesh(&m);
    m.triangles[3] = (cs_triangle){1, 3, 4}; // vertex 6 is left with the triangle that has no area
    m.s.cloth.particle_mass = 0;
    m.s.cloth.density = 0.2;
    expect_refusal(&m.s.scene, "vertex 6 has no area around it", "particle_mass");
    m.s.cloth.particle_mass = 0.01;
    cs_log_destroy(expect(&m.s.scene, CS_OK));

    one_cloth s;
    make_sheet(&s, 4, 4, 0.001);
    s.cloth.particle_mass = 0;
    s.cloth.density = 1;
    s.cloth.grid.v = s.cloth.grid.u;
    expect_refusal(&s.scene, "the grid has no area", "particle_mass");
}

/// Areal density gives the whole cloth its area times the density, whatever the mesh.
static void the_mass_of_a_mesh_is_its_area_times_the_density(void **state)
{
    (void)state;
    one_mesh m;
    make_odd_mesh(&m);
    m.s.cloth.particle_mass = 0;
    m.s.cloth.density = 0.3;
    m.s.cloth.pin_count = 0;
    m.s.cloth.velocity = (cs_vec3){2, 0, 0};
    cs_sim *sim = start(&m.s.scene, CS_SIMD_AUTO);
    cs_state_statistics statistics;
    cs_sim_statistics(sim, 0, &statistics);
    assert_near(statistics.kinetic_energy, 0.5 * 0.3 * 0.02 * 4, 1e-12);
    cs_sim_destroy(sim);
}

/// Three triangles at one edge are told, with the vertices that it joins.
static void irregular_edges_are_told(void **state)
{
    (void)state;
    one_mesh m;
    make_odd_mesh(&m);
    m.triangles[2] = (cs_triangle){1, 2, 5};
    cs_log *log = expect(&m.s.scene, CS_OK);
    assert_int_equal(cs_log_count(log, CS_WARNING), 1);
    assert_non_null(strstr(cs_log_get(log, 0)->message, "the first joins vertices 1 and 2"));
    cs_log_destroy(log);
    make_odd_mesh(&m);
    log = expect(&m.s.scene, CS_OK);
    assert_int_equal(cs_log_count(log, CS_WARNING), 0);
    cs_log_destroy(log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_fabrics_are_refused),
        cmocka_unit_test(wrong_simulations_are_refused),
        cmocka_unit_test(compliance_is_for_solvers_that_project),
        cmocka_unit_test(wrong_long_ranges_are_refused),
        cmocka_unit_test(wrong_links_are_refused),
        cmocka_unit_test(wrong_meshes_are_refused),
        cmocka_unit_test(odd_meshes_stay_finite),
        cmocka_unit_test(vertices_without_mass_are_refused),
        cmocka_unit_test(the_mass_of_a_mesh_is_its_area_times_the_density),
        cmocka_unit_test(irregular_edges_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
