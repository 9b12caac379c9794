// SPDX-License-Identifier: MIT
//
// The corpus of wrong scenes: every corpus/NAME.json must give exactly the diagnostics of NAME.expected, as the
// command line would show them. NAME.set holds overrides, one a line. With CS_UPDATE_CORPUS set the program writes
// the expected files instead of comparing; read them before they are committed.
#include "base/base.h"

#include <clothsim/scene.h>

#include <dirent.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// cmocka needs the above
#include <cmocka.h>

#define CORPUS     CS_SOURCE_DIR "/tests/scene/corpus/"
#define MAX_SETS   16
#define LIMIT      (1u << 20)
#define FEWEST     200 // scenes there are at least; fewer means that the folder was not found
#define WARNS_ONLY "warning-"
#define UNREADABLE "file-" // names another file that cannot be read

/// A file of the corpus as a terminated text for free(), NULL when it is not there.
static char *read_part(const char *name, const char *ending, size_t *size)
{
    char path[1000];
    char *bytes = NULL;
    snprintf(path, sizeof path, CORPUS "%s%s", name, ending);
    if (cs_file_exists(path)) {
        assert_int_equal(cs_file_read(path, LIMIT, NULL, &bytes, size), CS_OK);
    }
    return bytes;
}

/// Splits the lines of a .set file in place.
static int split_lines(char *text, const char *lines[MAX_SETS])
{
    int count = 0;
    for (char *line = text; line && *line && count < MAX_SETS;) {
        lines[count++] = line;
        line = strchr(line, '\n');
        if (line) {
            *line++ = '\0';
        }
    }
    return count;
}

/// What the user sees of a scene, for free().
static char *diagnostics_of(const char *name, cs_status *status)
{
    char file[300];
    const char *sets[MAX_SETS];
    size_t size = 0, set_size = 0;
    char *text = read_part(name, ".json", &size), *set_text = read_part(name, ".set", &set_size);
    cs_scene_options options = {.sets = sets, .set_count = split_lines(set_text, sets)};
    cs_scene *scene;
    cs_log *log = cs_log_create();
    snprintf(file, sizeof file, "%s.json", name);
    *status = cs_scene_parse(file, text, size, &options, log, &scene);
    assert_true((*status == CS_OK) == (cs_log_count(log, CS_ERROR) == 0));
    assert_true((*status == CS_OK) == (scene != NULL));
    cs_text out = {0};
    for (int i = 0; i < cs_log_size(log); i++) {
        char *formatted = cs_diagnostic_format(cs_log_get(log, i), false);
        cs_text_puts(&out, formatted);
        free(formatted);
    }
    cs_scene_destroy(scene);
    cs_log_destroy(log);
    free(text);
    free(set_text);
    return cs_text_take(&out);
}

/// Whether one scene says what is expected of it.
static bool check(const char *name)
{
    cs_status status;
    char *actual = diagnostics_of(name, &status);
    if (getenv("CS_UPDATE_CORPUS")) {
        char path[1000];
        snprintf(path, sizeof path, CORPUS "%s.expected", name);
        assert_int_equal(cs_file_write(path, actual, strlen(actual), NULL), CS_OK);
    }
    size_t size = 0;
    char *expected = read_part(name, ".expected", &size);
    cs_status wanted = strncmp(name, WARNS_ONLY, strlen(WARNS_ONLY)) == 0   ? CS_OK
                       : strncmp(name, UNREADABLE, strlen(UNREADABLE)) == 0 ? CS_IO
                                                                            : CS_INVALID_SCENE;
    bool same = status == wanted && expected && strcmp(expected, actual) == 0;
    if (!same) {
        print_error("%s: status %d\n---- expected\n%s---- actual\n%s\n", name, (int)status, expected ? expected : "",
                    actual);
    }
    free(expected);
    free(actual);
    return same;
}

static void test_every_scene_of_the_corpus(void **state)
{
    (void)state;
    DIR *folder = opendir(CORPUS);
    assert_non_null(folder);
    assert_int_equal(chdir(CORPUS), 0); // meshes are looked for beside the scene
    int count = 0, failures = 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char *ending = strrchr(entry->d_name, '.');
        if (ending && strcmp(ending, ".json") == 0) {
            *ending = '\0';
            failures += !check(entry->d_name);
            count++;
        }
    }
    closedir(folder);
    assert_int_equal(failures, 0);
    assert_true(count >= FEWEST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_scene_of_the_corpus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
