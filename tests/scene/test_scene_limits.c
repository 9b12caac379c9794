// SPDX-License-Identifier: MIT
//
// Large and hostile scenes: tens of thousands of cloths, phases and errors (anything quadratic would not end), sizes
// at the edge of the memory limit, texts larger than a scene may be.
#include "scene/lexer.h"
#include "scene_text.h"

#define MANY 20000

/// `before`, `count` times `element` (with "%d" in it) and commas between, `after`.
static char *repeated(const char *before, const char *element, int count, const char *after)
{
    cs_text text = {0};
    cs_text_puts(&text, before);
    const char *number = strstr(element, "%d");
    for (int i = 0; i < count; i++) {
        cs_text_puts(&text, i > 0 ? ",\n" : "");
        if (number) {
            cs_text_append(&text, element, (size_t)(number - element));
            cs_text_printf(&text, "%d", i);
            cs_text_puts(&text, number + 2);
        } else {
            cs_text_puts(&text, element);
        }
    }
    cs_text_puts(&text, after);
    return cs_text_take(&text);
}

static void test_many_cloths(void **state)
{
    (void)state;
    char *text = repeated("{ \"version\": 1, \"cloths\": [",
                          "{ \"name\": \"c%d\", \"grid\": { \"rows\": 3 }, "
                          "\"pins\": [{ \"row\": 0 }] }",
                          MANY, "] }");
    cs_scene *scene = parse(text);
    assert_int_equal(scene->cloth_count, MANY);
    assert_string_equal(scene->cloths[MANY - 1].name, "c19999");
    assert_int_equal(cs_scene_particle_count(scene), MANY * 3 * 25);
    assert_int_equal(cs_scene_locate(scene, "cloths[19999].grid.rows").line, MANY);
    cs_scene_destroy(scene);
    free(text);
}

static void test_many_phases(void **state)
{
    (void)state;
    char *text =
        repeated("{ \"version\": 1, \"cloths\": [{ \"grid\": {} }], \"simulation\": { \"phases\": [",
                 "{ \"name\": \"p%d\", \"steps\": 1000000000, \"wind\": { \"force\": [1, 2, 3] } }", MANY, "] } }");
    cs_scene *scene = parse(text);
    assert_int_equal(scene->simulation.phase_count, MANY);
    assert_true(cs_scene_total_steps(scene) == INT64_C(1000000000) * MANY);
    cs_scene_destroy(scene);
    free(text);
}

static void test_many_errors_are_counted(void **state)
{
    (void)state;
    static const char *const elements[] = {
        "{ \"grid\": { \"rows\": -%d } }",                                    // out of range
        "{ \"grid\": { \"rows\": 2 }, \"naem\": \"c%d\" }",                   // unknown
        "{ \"name\": \"c%d\" }",                                              // missing
        "{ \"name\": \"c%d\", \"grid\": { \"rows\": 2 }, \"grid\": {} }",     // duplicate
        "{ \"name\": \"c%d\", \"grid\": [] }",                                // wrong type
        "{ \"name\": \"one\", \"grid\": { \"rows\": 2 }, \"velocity\": [1] }" // two a cloth: names are the same as well
    };
    for (size_t i = 0; i < CS_COUNT(elements); i++) {
        int errors;
        char *text = repeated("{ \"version\": 1, \"cloths\": [", elements[i], MANY, "] }");
        assert_int_equal(status_of(text, strlen(text), &errors), CS_INVALID_SCENE);
        assert_int_equal(errors, i + 1 == CS_COUNT(elements) ? 2 * MANY - 1 : MANY);
        free(text);
    }
}

static void test_many_keys_in_one_object(void **state)
{
    (void)state;
    int errors;
    char *text = repeated("{", "\"k%d\": 0", MANY, ", \"version\": 1, \"cloths\": [{ \"grid\": {} }] }");
    assert_int_equal(status_of(text, strlen(text), &errors), CS_INVALID_SCENE);
    assert_int_equal(errors, MANY);
    free(text);
    text = repeated("{ \"version\": 1, \"cloths\": [{ \"grid\": {} }],", "\"title\": \"%d\"", MANY, "}");
    assert_int_equal(status_of(text, strlen(text), &errors), CS_INVALID_SCENE);
    assert_int_equal(errors, MANY - 1);
    free(text);
}

static void test_the_log_keeps_the_first_and_counts_all(void **state)
{
    (void)state;
    char *text = repeated("{ \"version\": 1, \"cloths\": [", "{ \"grid\": { \"rows\": -%d } }", MANY, "] }");
    cs_scene *scene;
    cs_log *log = cs_log_create();
    cs_scene_parse("many.json", text, strlen(text), NULL, log, &scene);
    assert_int_equal(cs_log_size(log), CS_LOG_CAPACITY);
    assert_int_equal(cs_log_count(log, CS_ERROR), MANY);
    for (int i = 0; i < CS_LOG_CAPACITY; i++) {
        assert_int_equal(cs_log_get(log, i)->where.line, i + 1);
    }
    cs_log_destroy(log);
    free(text);
}

static cs_status status_with(const char *text, uint64_t max_memory)
{
    cs_scene *scene;
    cs_scene_options options = {.max_memory = max_memory};
    cs_status status = cs_scene_parse("x", text, strlen(text), &options, NULL, &scene);
    cs_scene_destroy(scene);
    return status;
}

/// 400 bytes a particle, rows filled up to a multiple of 8, and 24 a pixel: the very byte decides.
static void test_the_memory_limit_is_exact(void **state)
{
    (void)state;
    static const char text[] = "{ \"version\": 1, \"image\": { \"width\": 30, \"height\": 20 }, \"cloths\": ["
                               "{ \"grid\": { \"rows\": 1000, \"columns\": 700 } }, { \"grid\": {} }] }";
    const uint64_t needed = UINT64_C(400) * (1000 * 704 + 25 * 32) + 24 * 30 * 20;
    assert_int_equal(status_with(text, needed), CS_OK);
    assert_int_equal(status_with(text, needed - 1), CS_INVALID_SCENE);
    assert_int_equal(status_with(text, 1), CS_INVALID_SCENE);
}

static void test_particles_that_no_index_can_name_are_refused(void **state)
{
    (void)state;
    const uint64_t all = UINT64_MAX;
    assert_int_equal(status_with("{ \"version\": 1, \"cloths\": [{ \"grid\": { \"rows\": 16384, \"columns\": 16384 } "
                                 "}] }",
                                 all),
                     CS_OK);
    assert_int_equal(status_with("{ \"version\": 1, \"cloths\": [{ \"grid\": { \"rows\": 16384, \"columns\": 16385 } "
                                 "}] }",
                                 all),
                     CS_INVALID_SCENE);
    assert_int_equal(status_with("{ \"version\": 1, \"cloths\": [{ \"grid\": { \"rows\": 2147483647, \"columns\": "
                                 "2147483647 } }] }",
                                 all),
                     CS_INVALID_SCENE);
}

/// A picture tells 65534 cloths and colliders apart; one more is an error.
static void test_objects_that_no_picture_tells_apart_are_refused(void **state)
{
    (void)state;
    for (int more = 0; more < 2; more++) {
        int errors;
        char *colliders = repeated("{ \"version\": 1, \"cloths\": [{ \"grid\": {} }], \"colliders\": [",
                                   "{ \"type\": \"ground\" }", CS_MAX_OBJECTS - 1 + more, "] }");
        char *cloths = repeated("{ \"version\": 1, \"cloths\": [", "{ \"grid\": { \"rows\": 2, \"columns\": 2 } }",
                                CS_MAX_OBJECTS + more, "], \"colliders\": [] }");
        assert_int_equal(status_of(colliders, strlen(colliders), &errors), more ? CS_INVALID_SCENE : CS_OK);
        assert_int_equal(errors, more);
        assert_int_equal(status_of(cloths, strlen(cloths), &errors), more ? CS_INVALID_SCENE : CS_OK);
        assert_int_equal(errors, more);
        free(colliders);
        free(cloths);
    }
}

static void test_texts_that_are_too_large(void **state)
{
    (void)state;
    size_t size = CS_SCENE_MAX_BYTES + 1;
    char *text = malloc(size);
    int errors;
    memset(text, ' ', size);
    assert_int_equal(status_of(text, size, &errors), CS_INVALID_SCENE);
    assert_int_equal(status_of(text, size - 1, &errors), CS_INVALID_SCENE);
    for (size_t i = 0; i + 1 < size; i++) {
        text[i] = i % 2 ? '1' : ','; // more values than a scene may have
    }
    text[0] = '[';
    assert_int_equal(status_of(text, size - 1, &errors), CS_INVALID_SCENE);
    free(text);
}

/// A file that is too large is a wrong scene, not a file that cannot be read; how much too large does not matter.
static void test_files_that_are_too_large(void **state)
{
    (void)state;
    static const size_t more[] = {0, 1, 1000};
    size_t size = CS_SCENE_MAX_BYTES + 1000;
    char *text = malloc(size);
    memset(text, ' ', size);
    static const char scene_text[] = "{ \"version\": 1, \"cloths\": [{ \"grid\": {} }] }";
    memcpy(text, scene_text, sizeof scene_text - 1);
    for (size_t i = 0; i < CS_COUNT(more); i++) {
        cs_scene *scene;
        cs_log *log = cs_log_create();
        assert_int_equal(cs_file_write("too_large.json", text, CS_SCENE_MAX_BYTES + more[i], log), CS_OK);
        cs_status status = cs_scene_load("too_large.json", NULL, log, &scene);
        assert_int_equal(status, more[i] > 0 ? CS_INVALID_SCENE : CS_OK);
        assert_int_equal(cs_log_size(log), more[i] > 0);
        assert_true(more[i] == 0 || cs_log_get(log, 0)->help);
        cs_scene_destroy(scene);
        cs_log_destroy(log);
    }
    remove("too_large.json");
    free(text);
}

static void test_a_text_need_not_be_terminated(void **state)
{
    (void)state;
    static const char text[] = "{ \"version\": 1, \"cloths\": [{ \"grid\": {} }] }";
    size_t size = sizeof text - 1;
    char *exact = malloc(size); // an address sanitizer sees a byte read too many
    memcpy(exact, text, size);
    assert_int_equal(status_of(exact, size, NULL), CS_OK);
    for (size_t cut = 0; cut < size; cut++) {
        char *shorter = malloc(cut + 1);
        memcpy(shorter, text, cut);
        assert_int_equal(status_of(shorter, cut, NULL), CS_INVALID_SCENE);
        free(shorter);
    }
    free(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_cloths),
        cmocka_unit_test(test_many_phases),
        cmocka_unit_test(test_many_errors_are_counted),
        cmocka_unit_test(test_many_keys_in_one_object),
        cmocka_unit_test(test_the_log_keeps_the_first_and_counts_all),
        cmocka_unit_test(test_the_memory_limit_is_exact),
        cmocka_unit_test(test_particles_that_no_index_can_name_are_refused),
        cmocka_unit_test(test_objects_that_no_picture_tells_apart_are_refused),
        cmocka_unit_test(test_texts_that_are_too_large),
        cmocka_unit_test(test_files_that_are_too_large),
        cmocka_unit_test(test_a_text_need_not_be_terminated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
