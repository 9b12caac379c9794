// SPDX-License-Identifier: MIT
//
// The options that verbs share, by group, and the walk over all options of a verb.
#include "cli/cli.h"

#include <stddef.h>

/// More threads than this are surely a slip of the finger.
#define MAX_THREADS 256
/// The least --max-memory that can hold any scene at all.
#define LEAST_MEMORY 65536

static const cs_option common[] = {
    {.name = "quiet", .letter = 'q', .doc = "Show errors only: no progress, notes or warnings"},
    {.name = "color",
     .kind = CS_OPTION_CHOICE,
     .choices = "auto|always|never",
     .doc = "Colour the messages; auto, the default, does so on a terminal unless NO_COLOR is set"},
    {.name = "help", .letter = 'h', .doc = "Show the help of this verb"},
    {0},
};

static const cs_option scene[] = {
    {.name = "set",
     .kind = CS_OPTION_TEXT,
     .value = "PATH=VALUE",
     .repeatable = true,
     .doc = "Override a key of the scene, as in --set image.width=320. The value is JSON or else a plain text. May be "
            "given many times"},
    {.name = "max-memory",
     .kind = CS_OPTION_SIZE,
     .value = "SIZE",
     .min = LEAST_MEMORY,
     .max = INT64_MAX,
     .doc = "Refuse scenes that need more, as in 512M or 4G (the default is 4G)"},
    {0},
};

static const cs_option compute[] = {
    {.name = "threads",
     .kind = CS_OPTION_INTEGER,
     .value = "N",
     .min = 1,
     .max = MAX_THREADS,
     .doc = "Use N threads (by default one for each core). The result does not depend on it"},
    {.name = "simd",
     .kind = CS_OPTION_CHOICE,
     .choices = "auto|scalar|128|256|512",
     .doc = "Use vector instructions up to this width in bits. The result does not depend on it"},
    {0},
};

static const cs_option steps[] = {
    {.name = "steps",
     .kind = CS_OPTION_INTEGER,
     .value = "N",
     .min = 0,
     .max = INT64_MAX,
     .doc = "Stop after N steps if the scene does not end before"},
    {0},
};

static const cs_option stats[] = {
    {.name = "stats",
     .kind = CS_OPTION_FILE,
     .value = "FILE",
     .doc = "Write statistics as JSON; - is the standard output"},
    {.name = "timing", .doc = "Add the time spent to the statistics, and show it on standard error"},
    {0},
};

const cs_option *const cs_option_groups[CS_GROUP_COUNT] = {common, scene, compute, steps, stats};

const cs_option *cs_verb_option(const cs_verb *verb, int *index)
{
    int skip = (*index)++;
    for (const cs_option *option = verb->options; option && option->name; option++)
        if (skip-- == 0)
            return option;
    // The common group stands first in the bits but last in the help.
    for (int i = 1; i <= CS_GROUP_COUNT; i++) {
        int group = i % CS_GROUP_COUNT;
        if (!((verb->groups | CS_GROUP_COMMON) & (1u << group)))
            continue;
        for (const cs_option *option = cs_option_groups[group]; option->name; option++)
            if (skip-- == 0)
                return option;
    }
    return NULL;
}
