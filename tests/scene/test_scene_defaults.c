// SPDX-License-Identifier: MIT
//
// Defaults, derived values, overrides, and the hash: the same for every spelling of the same scene.
#include "scene_text.h"

#define MINIMAL "{ \"version\": 1, \"cloths\": [{ \"grid\": {} }] }"

static void assert_vec3(cs_vec3 actual, double x, double y, double z)
{
    assert_true(actual.x == x && actual.y == y && actual.z == z);
}

static void test_a_minimal_scene_has_the_documented_defaults(void **state)
{
    (void)state;
    cs_scene *s = parse(MINIMAL);
    assert_int_equal(s->simulation.solver, CS_SOLVER_VERLET);
    assert_true(s->simulation.dt == 0.008 && s->simulation.damping == 0.99);
    assert_int_equal(s->simulation.substeps, 1);
    assert_vec3(s->simulation.gravity, 0, -9.8, 0);
    assert_int_equal(s->simulation.phase_count, 1);
    assert_int_equal(s->simulation.phases[0].steps, 600);
    assert_string_equal(s->simulation.phases[0].name, "main");
    assert_string_equal(s->cloths[0].name, "cloth1");
    assert_true(s->cloths[0].particle_mass == 0.25 && s->cloths[0].density == 0);
    assert_true(s->cloths[0].springs.structural == 800 && s->cloths[0].springs.shear == 400 &&
                s->cloths[0].springs.bend == 200);
    assert_vec3(s->cloths[0].transform.scale, 1, 1, 1);
    assert_int_equal(s->cloths[0].pin_count, 0);
    assert_int_equal(s->cloths[0].surface.shading, CS_SHADING_SMOOTH);
    assert_int_equal(s->collider_count, 0);
    assert_int_equal(s->light_count, 2);
    assert_true(s->camera.fov == 40);
    assert_int_equal(s->image.width, 800);
    assert_int_equal(s->image.samples, 4);
    assert_int_equal(s->image.pipeline, CS_PIPELINE_STANDARD);
    assert_int_equal(s->image.encoding, CS_ENCODING_SRGB);
    assert_int_equal(s->image.tone_mapping, CS_TONE_ACES);
    assert_int_equal(s->mask.kind, CS_MASK_OBJECT);
    assert_string_equal(s->title, "");
    cs_scene_destroy(s);
}

static void test_the_defaults_of_the_library_are_those_of_the_format(void **state)
{
    (void)state;
    cs_scene *parsed = parse(MINIMAL);
    cs_scene made = cs_default_scene();
    cs_cloth cloth = cs_default_cloth();
    made.cloth_count = 1;
    made.cloths = &cloth;
    char *a = cs_scene_resolved(parsed), *b = cs_scene_resolved(&made);
    assert_string_equal(a, b);
    free(a);
    free(b);
    cs_scene_destroy(parsed);

    parsed = parse("{ \"version\": 1, \"cloths\": [{ \"grid\": {} }], "
                   "\"colliders\": [{ \"type\": \"ground\" }, { \"type\": \"sphere\" }] }");
    const cs_collider colliders[] = {cs_default_collider(CS_COLLIDER_GROUND), cs_default_collider(CS_COLLIDER_SPHERE)};
    made.collider_count = 2;
    made.colliders = colliders;
    a = cs_scene_resolved(parsed);
    b = cs_scene_resolved(&made);
    assert_string_equal(a, b);
    free(a);
    free(b);
    cs_scene_destroy(parsed);
    cs_scene_destroy(&made); // built in memory: nothing to destroy, and nothing happens
    cs_scene_destroy(NULL);
}

static void test_settings_follow_the_solver(void **state)
{
    (void)state;
    static const struct {
        const char *solver;
        double damping;
        int substeps, iterations;
    } expected[] = {{"verlet", 0.99, 1, 1}, {"euler", 1, 1, 1}, {"rk4", 1, 1, 1},
                    {"implicit", 1, 1, 20}, {"pbd", 1, 1, 10},  {"xpbd", 1, 10, 1}};
    for (size_t i = 0; i < CS_COUNT(expected); i++) {
        char set[60];
        const char *sets[] = {set, "simulation.damping=0.5", "simulation.substeps=3", "simulation.iterations=7"};
        snprintf(set, sizeof set, "simulation.solver=%s", expected[i].solver);
        cs_scene *s = parse_with(MINIMAL, 1, sets);
        assert_true(s->simulation.damping == expected[i].damping);
        assert_int_equal(s->simulation.substeps, expected[i].substeps);
        assert_int_equal(s->simulation.iterations, expected[i].iterations);
        assert_true(s->simulation.correction == 1 && s->simulation.tolerance == 1e-6);
        assert_false(s->simulation.allow_unstable);
        cs_scene_destroy(s);
        s = parse_with(MINIMAL, 4, sets); // what is given stays
        assert_true(s->simulation.damping == 0.5);
        assert_int_equal(s->simulation.substeps, 3);
        assert_int_equal(s->simulation.iterations, 7);
        cs_scene_destroy(s);
    }
}

static void test_a_network_alone_is_a_scene(void **state)
{
    (void)state;
    cs_scene *s =
        parse("{ \"version\": 1, \"networks\": [{ \"particles\": [{ \"position\": [0, 0, 0], \"pinned\": true }, "
              "{ \"position\": [0, 0, 2] }], \"links\": [{ \"a\": 0, \"b\": 1 }] }] }");
    assert_int_equal(s->cloth_count, 0);
    assert_string_equal(s->networks[0].name, "network1");
    assert_true(s->networks[0].radius == cs_default_network().radius);
    assert_true(s->networks[0].links[0].rest_length == 2 && s->networks[0].links[0].stiffness == 1000);
    assert_int_equal(cs_scene_particle_count(s), 2);
    char *resolved = cs_scene_resolved(s);
    assert_true(hash_of(resolved) == s->hash);
    free(resolved);
    cs_scene_destroy(s);
}

/// What came later to the format, or has no effect, does not change the hash of a scene that does not use it.
static void test_keys_without_effect_leave_the_hash(void **state)
{
    (void)state;
    assert_true(hash_of("{ \"version\": 1, \"networks\": [], \"cloths\": [{ \"grid\": {}, "
                        "\"long_range\": { \"slack\": 1 } }], \"simulation\": { \"iterations\": 9 } }") ==
                hash_of(MINIMAL));
    cs_scene *s;
    assert_int_equal(cs_scene_load(CS_SOURCE_DIR "/scenes/classic.json", NULL, NULL, &s), CS_OK);
    assert_true(s->hash == UINT64_C(0xcf5f820c4747c588)); // that of the reference beside it
    cs_scene_destroy(s);
}

static void test_back_follows_front(void **state)
{
    (void)state;
    cs_scene *s = parse("{ \"version\": 1, \"cloths\": ["
                        "{ \"grid\": {}, \"surface\": { \"front\": [1, 0.5, 0.25] } },"
                        "{ \"grid\": {}, \"surface\": { \"front\": [1, 0.5, 0.25], \"back\": [0, 1, 0] } },"
                        "{ \"grid\": {}, \"surface\": { \"back\": [0, 1, 0] } }] }");
    assert_vec3(s->cloths[0].surface.back, 0.6 * 1, 0.6 * 0.5, 0.6 * 0.25);
    assert_vec3(s->cloths[1].surface.back, 0, 1, 0);
    assert_vec3(s->cloths[2].surface.back, 0, 1, 0);
    assert_string_equal(s->cloths[2].name, "cloth3");
    cs_scene_destroy(s);
    char front[300];
    cs_cloth cloth = cs_default_cloth();
    snprintf(front, sizeof front,
             "{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"surface\": { \"front\": [%.17g, %.17g, %.17g] } }] }",
             cloth.surface.front.x, cloth.surface.front.y, cloth.surface.front.z);
    assert_true(hash_of(front) == hash_of(MINIMAL));
}

static void test_every_spelling_has_one_hash(void **state)
{
    (void)state;
    static const char *const spellings[] = {
        "{\"version\":1,\"cloths\":[{\"grid\":{}}]}",
        "\xEF\xBB\xBF{ \"cloths\": [ { \"grid\": {} } ],\r\n\t\"version\": 1.0 }",
        "{ \"$schema\": \"x\", \"version\": 1e0, \"cloths\": [{ \"grid\": { \"rows\": 2.5e1 } }] }",
        "{ \"version\": 1, \"title\": \"\", \"cloths\": [{ \"gri\\u0064\": {}, \"name\": \"\\u0063loth1\" }] }",
        "{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"velocity\": [-0, 0.0, -0e5] }] }",
        ("{ \"version\": 1, \"simulation\": { \"dt\": 8e-3, \"phases\": [{ \"wind\": {} }] }, "
         "\"cloths\": [{ \"grid\": {}, \"pins\": [] }], \"statistics\": { \"mask\": \"object\" } }"),
    };
    for (size_t i = 0; i < CS_COUNT(spellings); i++) {
        assert_true(hash_of(spellings[i]) == hash_of(MINIMAL));
    }
    assert_true(hash_of("{ \"version\": 1, \"title\": \"a\", \"cloths\": [{ \"grid\": {} }] }") != hash_of(MINIMAL));
    assert_true(hash_of("{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"pins\": [{ \"row\": -1 }] }] }") ==
                hash_of("{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"pins\": [{ \"row\": 24 }] }] }"));
    assert_true(hash_of("{ \"version\": 1, \"cloths\": [{ \"grid\": {}, \"density\": 0.25 }] }") != hash_of(MINIMAL));
}

static void test_overrides(void **state)
{
    (void)state;
    static const char *const sets[] = {
        "simulation.dt=0.004",                    // in the file
        "simulation.substeps = 3",                // not in it
        "simulation.phases[1].wind.force[0]=0.7", // into an array of an array
        "simulation.phases[2].steps=9",           // one more element
        "cloths[0].name=true flag",               // a bare string
        "cloths[0].surface={\"front\": [1, 0, 0]}",
        "camera.up=[0, 0, 1]",
        "title=\"quoted\"",
        "image.width=320",
        "image.width=640", // the later wins
        "colliders[0].type=ground",
        "colliders[0].height=-3",
        "statistics.mask={\"dominant\": \"green\"}",
    };
    cs_scene *s = parse_with("{ \"version\": 1, \"simulation\": { \"dt\": 1, \"phases\": [{}, { \"steps\": 5, "
                             "\"wind\": { \"force\": [0, 0.5, 0] } }] }, \"cloths\": [{ \"grid\": {} }] }",
                             (int)CS_COUNT(sets), sets);
    assert_true(s->simulation.dt == 0.004);
    assert_int_equal(s->simulation.substeps, 3);
    assert_vec3(s->simulation.phases[1].wind_force, 0.7, 0.5, 0);
    assert_int_equal(s->simulation.phase_count, 3);
    assert_int_equal(s->simulation.phases[2].steps, 9);
    assert_string_equal(s->cloths[0].name, "true flag");
    assert_vec3(s->cloths[0].surface.front, 1, 0, 0);
    assert_vec3(s->camera.up, 0, 0, 1);
    assert_string_equal(s->title, "quoted");
    assert_int_equal(s->image.width, 640);
    assert_int_equal(s->colliders[0].kind, CS_COLLIDER_GROUND);
    assert_true(s->colliders[0].ground.height == -3);
    assert_int_equal(s->mask.dominant, 1);
    cs_location where = cs_scene_locate(s, "simulation.substeps");
    assert_string_equal(where.file, "--set");
    assert_int_equal(where.line, 2);
    assert_int_equal(where.column, 23);
    assert_string_equal(cs_scene_locate(s, "simulation.phases[1].steps").file, "test.json");
    cs_scene_destroy(s);
}

static void test_an_override_is_the_same_scene_as_the_file_that_says_so(void **state)
{
    (void)state;
    static const char *const sets[] = {"simulation.dt=0.004"};
    cs_scene *s = parse_with(MINIMAL, 1, sets);
    assert_true(s->hash == hash_of("{ \"version\": 1, \"simulation\": { \"dt\": 0.004 }, "
                                   "\"cloths\": [{ \"grid\": {} }] }"));
    cs_scene_destroy(s);
}

static void test_the_classic_scenes_load(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        int64_t steps;
    } scenes[] = {{CS_SOURCE_DIR "/scenes/classic.json", 900}, {CS_SOURCE_DIR "/scenes/classic_sequence.json", 600}};
    for (size_t i = 0; i < CS_COUNT(scenes); i++) {
        cs_scene *s;
        cs_log *log = cs_log_create();
        assert_int_equal(cs_scene_load(scenes[i].path, NULL, log, &s), CS_OK);
        assert_int_equal(cs_log_size(log), 0);
        assert_int_equal(cs_scene_total_steps(s), scenes[i].steps);
        assert_int_equal(cs_scene_particle_count(s), 625);
        assert_string_equal(s->file, scenes[i].path);
        assert_true(s->cloths[0].particle_mass == 1);
        cs_scene_destroy(s);
        cs_log_destroy(log);
    }
}

static void test_a_missing_file_is_an_io_error(void **state)
{
    (void)state;
    cs_scene dummy, *s = &dummy;
    cs_log *log = cs_log_create();
    assert_int_equal(cs_scene_load("/nowhere/scene.json", NULL, log, &s), CS_IO);
    assert_null(s);
    assert_int_equal(cs_log_count(log, CS_ERROR), 1);
    cs_log_destroy(log);
    assert_int_equal(cs_scene_load("/nowhere/scene.json", NULL, NULL, &s), CS_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_minimal_scene_has_the_documented_defaults),
        cmocka_unit_test(test_the_defaults_of_the_library_are_those_of_the_format),
        cmocka_unit_test(test_settings_follow_the_solver),
        cmocka_unit_test(test_a_network_alone_is_a_scene),
        cmocka_unit_test(test_keys_without_effect_leave_the_hash),
        cmocka_unit_test(test_back_follows_front),
        cmocka_unit_test(test_every_spelling_has_one_hash),
        cmocka_unit_test(test_overrides),
        cmocka_unit_test(test_an_override_is_the_same_scene_as_the_file_that_says_so),
        cmocka_unit_test(test_the_classic_scenes_load),
        cmocka_unit_test(test_a_missing_file_is_an_io_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
