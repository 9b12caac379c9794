// SPDX-License-Identifier: MIT
//
// Meshes that a scene names: found beside the scene, part of its hash, refused when they are too large or when the
// scene may name none.
#include "scene_text.h"

#include <sys/stat.h>
#include <unistd.h>

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n"
#define SCENE    "{ \"version\": 1, \"cloths\": [{ \"mesh\": { \"file\": \"cloth.obj\" } }] }"
#define FOLDER   "scene_meshes"

static void put(const char *path, const char *text)
{
    assert_int_equal(cs_file_write(path, text, strlen(text), NULL), CS_OK);
}

static int make_folder(void **state)
{
    (void)state;
    mkdir(FOLDER, 0777);
    put(FOLDER "/cloth.obj", TRIANGLE);
    put(FOLDER "/scene.json", SCENE);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    remove(FOLDER "/cloth.obj");
    remove(FOLDER "/scene.json");
    return rmdir(FOLDER);
}

static cs_status load(const cs_scene_options *options, cs_log *log, cs_scene **scene)
{
    return cs_scene_load(FOLDER "/scene.json", options, log, scene);
}

static void test_a_mesh_is_found_beside_its_scene(void **state)
{
    (void)state;
    cs_scene *scene;
    assert_int_equal(load(NULL, NULL, &scene), CS_OK);
    assert_string_equal(scene->cloths[0].mesh.file, "cloth.obj");
    assert_int_equal(cs_scene_particle_count(scene), 3);
    assert_null(scene->cloths[0].mesh.uv);
    cs_scene_destroy(scene);
    // a text without a folder: the current one
    assert_int_equal(cs_scene_parse("scene.json", SCENE, strlen(SCENE), NULL, NULL, &scene), CS_IO);
    assert_int_equal(cs_scene_parse(FOLDER "/x", SCENE, strlen(SCENE), NULL, NULL, &scene), CS_OK);
    cs_scene_destroy(scene);
}

static void test_an_absolute_path_is_taken_as_it_is(void **state)
{
    (void)state;
    char folder[500], text[1000];
    cs_scene *scene;
    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(text, sizeof text, "{ \"version\": 1, \"cloths\": [{ \"mesh\": { \"file\": \"%s/%s\" } }] }", folder,
             FOLDER "/cloth.obj");
    assert_int_equal(cs_scene_parse("/nowhere/scene.json", text, strlen(text), NULL, NULL, &scene), CS_OK);
    cs_scene_destroy(scene);
}

static void test_the_bytes_of_a_mesh_are_part_of_the_hash(void **state)
{
    (void)state;
    cs_scene *scene;
    assert_int_equal(load(NULL, NULL, &scene), CS_OK);
    uint64_t hash = scene->hash;
    cs_scene_destroy(scene);
    put(FOLDER "/cloth.obj", TRIANGLE "# another byte\n");
    assert_int_equal(load(NULL, NULL, &scene), CS_OK);
    assert_true(scene->hash != hash);
    cs_scene_destroy(scene);
    put(FOLDER "/cloth.obj", TRIANGLE);
    assert_int_equal(load(NULL, NULL, &scene), CS_OK);
    assert_true(scene->hash == hash);
    cs_scene_destroy(scene);
}

static void test_a_missing_mesh_says_where_it_was_looked_for(void **state)
{
    (void)state;
    cs_scene *scene;
    cs_log *log = cs_log_create();
    static const char *const sets[] = {"cloths[0].mesh.file=other.obj"};
    cs_scene_options options = {.set_count = 1, .sets = sets};
    assert_int_equal(load(&options, log, &scene), CS_IO);
    assert_null(scene);
    assert_int_equal(cs_log_count(log, CS_ERROR), 1);
    assert_string_equal(cs_log_get(log, 0)->message, "mesh \"other.obj\": cannot read: No such file or directory");
    assert_string_equal(cs_log_get(log, 0)->help, "it was looked for at " FOLDER "/other.obj");
    cs_log_destroy(log);
    static const char *const more[] = {"cloths[0].mesh.file=other.obj", "simulation.dt=0"};
    options = (cs_scene_options){.set_count = 2, .sets = more};
    assert_int_equal(load(&options, NULL, &scene), CS_INVALID_SCENE); // not only the file is wrong
}

/// "-" is a name like any other, not the standard input.
static void test_a_dash_is_a_file(void **state)
{
    (void)state;
    static const char text[] = "{ \"version\": 1, \"cloths\": [{ \"mesh\": { \"file\": \"-\" } }] }";
    cs_scene *scene;
    assert_int_equal(cs_scene_parse("-", text, strlen(text), NULL, NULL, &scene), CS_IO);
}

static void test_a_mesh_that_is_too_large_is_refused(void **state)
{
    (void)state;
    cs_scene *scene;
    // 13 times the text while it is read is more than this
    cs_scene_options options = {.max_memory = 12 * strlen(TRIANGLE)};
    cs_log *log = cs_log_create();
    assert_int_equal(load(&options, log, &scene), CS_INVALID_SCENE);
    assert_non_null(strstr(cs_log_get(log, 1)->message, "larger than")); // behind that of the picture
    cs_log_destroy(log);
    // so much fits, but not the particles
    options.max_memory = 800 * 600 * 24 + 8 * 1200;
    assert_int_equal(load(&options, NULL, &scene), CS_OK);
    cs_scene_destroy(scene);
    options.max_memory--;
    assert_int_equal(load(&options, NULL, &scene), CS_INVALID_SCENE);
}

static void test_scenes_of_strangers_read_no_files(void **state)
{
    (void)state;
    cs_scene *scene;
    cs_scene_options options = {.no_files = true};
    assert_int_equal(load(&options, NULL, &scene), CS_INVALID_SCENE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_mesh_is_found_beside_its_scene),
        cmocka_unit_test(test_an_absolute_path_is_taken_as_it_is),
        cmocka_unit_test(test_the_bytes_of_a_mesh_are_part_of_the_hash),
        cmocka_unit_test(test_a_missing_mesh_says_where_it_was_looked_for),
        cmocka_unit_test(test_a_dash_is_a_file),
        cmocka_unit_test(test_a_mesh_that_is_too_large_is_refused),
        cmocka_unit_test(test_scenes_of_strangers_read_no_files),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
