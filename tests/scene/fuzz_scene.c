// SPDX-License-Identifier: MIT
//
// libFuzzer target of the scene reader. A text before the first zero byte is the scene, lines behind it are overrides.
// Beyond not crashing and not leaking: what is refused has an error, what is read has a resolved text that is the
// same scene again.
#include "base/base.h"

#include <clothsim/scene.h>

#include <stdlib.h>
#include <string.h>

#define MAX_SETS 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool fact)
{
    if (!fact) {
        abort();
    }
}

static void read_again(const cs_scene *scene)
{
    cs_scene *again = NULL;
    cs_log *log = cs_log_create();
    char *resolved = cs_scene_resolved(scene);
    require(resolved && cs_scene_parse("resolved", resolved, strlen(resolved), NULL, log, &again) == CS_OK);
    require(again->hash == scene->hash);
    require(cs_scene_total_steps(again) == cs_scene_total_steps(scene));
    free(resolved);
    cs_scene_destroy(again);
    cs_log_destroy(log);
}

/// Splits terminated lines into overrides.
static int split(char *text, const char *sets[MAX_SETS])
{
    int count = 0;
    while (text && *text && count < MAX_SETS) {
        sets[count++] = text;
        text = strchr(text, '\n');
        if (text) {
            *text++ = '\0';
        }
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
    size_t scene_size = zero ? (size_t)(zero - data) : size;
    char *text = malloc(scene_size + 1); // exactly as long as the scene, so that a byte read too many is seen
    char *lines = calloc(1, size - scene_size + 1);
    const char *sets[MAX_SETS];
    require(text && lines);
    memcpy(text, data, scene_size);
    text = realloc(text, scene_size > 0 ? scene_size : 1);
    if (zero) {
        memcpy(lines, zero + 1, size - scene_size - 1);
    }
    cs_scene_options options = {.sets = sets, .set_count = split(lines, sets), .no_files = true};
    cs_log *log = cs_log_create();
    cs_scene *scene;
    cs_status status = cs_scene_parse("fuzz", text, scene_size, &options, log, &scene);
    require(status == CS_OK || status == CS_INVALID_SCENE);
    require((status == CS_OK) == (scene != NULL));
    require((status == CS_OK) == (cs_log_count(log, CS_ERROR) == 0));
    for (int i = 0; i < cs_log_size(log); i++) {
        char *formatted = cs_diagnostic_format(cs_log_get(log, i), i % 2);
        require(formatted != NULL);
        free(formatted);
    }
    if (scene) {
        read_again(scene);
        cs_scene_report(scene, log, CS_NOTE, "cloths[0].pins[1].row", "note", NULL);
    }
    cs_scene_destroy(scene);
    cs_log_destroy(log);
    free(text);
    free(lines);
    return 0;
}
