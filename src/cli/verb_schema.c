// SPDX-License-Identifier: MIT
//
// schema: the scene format, for editors as JSON Schema or for people as a table.
#include "cli/cli.h"

#include <clothsim/scene.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cs_status run(cs_cli *cli)
{
    char *text = cs_args_flag(&cli->args, "markdown") ? cs_scene_key_table() : cs_scene_schema();
    if (!text)
        return CS_INTERNAL;
    size_t length = strlen(text);
    cs_cli_print(cli, text);
    if (length > 0 && text[length - 1] != '\n')
        cs_cli_print(cli, "\n");
    free(text);
    return CS_OK;
}

static const cs_option options[] = {
    {.name = "markdown", .doc = "Print a table of all keys: path, type, range, default, unit, meaning"},
    {0},
};

static const cs_example examples[] = {
    {"schema > clothsim.schema.json", "for an editor that completes and checks JSON"},
    {"schema --markdown", "all keys, to read"},
    {0},
};

const cs_verb cs_verb_schema = {
    .name = "schema",
    .summary = "Print the scene format as JSON Schema or as a table",
    .usage = "[options]",
    .description = "Prints the JSON Schema (draft 2020-12) of the scene format. A scene may name it with \"$schema\", "
                   "so that editors complete and check its keys.",
    .options = options,
    .examples = examples,
    .run = run,
};
