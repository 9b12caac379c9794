// SPDX-License-Identifier: MIT
//
// The list of verbs: one row each, in the order of the help.
#include "cli/cli.h"

#include <string.h>

/// Most verbs that a suggestion looks at.
#define MAX_VERBS 64

extern const cs_verb cs_verb_render, cs_verb_frames, cs_verb_montage, cs_verb_check, cs_verb_compare, cs_verb_validate,
    cs_verb_inspect, cs_verb_fabrics, cs_verb_physics, cs_verb_drape_test, cs_verb_schema, cs_verb_init,
    cs_verb_version, cs_verb_help, cs_verb_generate;

// clang-format off
const cs_verb *const cs_verbs[] = {
    &cs_verb_render,
    &cs_verb_frames,
    &cs_verb_montage,
    &cs_verb_check,
    &cs_verb_compare,
    &cs_verb_validate,
    &cs_verb_inspect,
    &cs_verb_fabrics,
    &cs_verb_physics,
    &cs_verb_drape_test,
    &cs_verb_schema,
    &cs_verb_init,
    &cs_verb_version,
    &cs_verb_help,
    &cs_verb_generate,
    NULL,
};
// clang-format on

const cs_verb *cs_verb_find(const char *name)
{
    for (const cs_verb *const *verb = cs_verbs; *verb; verb++)
        if (strcmp((*verb)->name, name) == 0)
            return *verb;
    return NULL;
}

const char *cs_verb_suggest(const char *typed)
{
    const char *names[MAX_VERBS + 1];
    int count = 0;
    for (const cs_verb *const *verb = cs_verbs; *verb && count < MAX_VERBS; verb++)
        if (!(*verb)->hidden)
            names[count++] = (*verb)->name;
    names[count] = NULL;
    return cs_nearest_word(typed, names);
}
