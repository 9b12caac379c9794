// SPDX-License-Identifier: MIT
//
// Help for tests of the scene reader: parse a text, and show what was said when it fails.
#ifndef CS_TESTS_SCENE_TEXT_H
#define CS_TESTS_SCENE_TEXT_H

#include "base/base.h"

#include <clothsim/scene.h>

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the above
#include <cmocka.h>

/// Parses a text with overrides that must be right; a failure shows its diagnostics.
static inline cs_scene *parse_as(const char *name, const char *text, int set_count, const char *const *sets)
{
    cs_scene_options options = {.set_count = set_count, .sets = sets};
    cs_scene *scene;
    cs_log *log = cs_log_create();
    cs_status status = cs_scene_parse(name, text, strlen(text), &options, log, &scene);
    for (int i = 0; i < cs_log_size(log) && status != CS_OK; i++) {
        char *formatted = cs_diagnostic_format(cs_log_get(log, i), false);
        print_error("%s", formatted);
        free(formatted);
    }
    cs_log_destroy(log);
    assert_int_equal(status, CS_OK);
    return scene;
}

static inline cs_scene *parse_with(const char *text, int set_count, const char *const *sets)
{
    return parse_as("test.json", text, set_count, sets);
}

static inline cs_scene *parse(const char *text)
{
    return parse_with(text, 0, NULL);
}

/// Status of a text; `errors` may be NULL.
static inline cs_status status_of(const char *text, size_t size, int *errors)
{
    cs_scene *scene;
    cs_log *log = cs_log_create();
    cs_status status = cs_scene_parse("test.json", text, size, NULL, log, &scene);
    if (errors) {
        *errors = cs_log_count(log, CS_ERROR);
    }
    assert_true((status == CS_OK) == (cs_log_count(log, CS_ERROR) == 0));
    cs_scene_destroy(scene);
    cs_log_destroy(log);
    return status;
}

static inline uint64_t hash_of(const char *text)
{
    cs_scene *scene = parse(text);
    uint64_t hash = scene->hash;
    cs_scene_destroy(scene);
    return hash;
}

#endif
