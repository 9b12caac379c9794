// SPDX-License-Identifier: MIT
//
// init: a small scene to start from. JSON has no comments, so the keys are explained elsewhere and init says where.
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#define DEFAULT_FILE "scene.json"

static const char starter[] =
    "{\n"
    "  \"version\": 1,\n"
    "  \"title\": \"A cloth falls over a ball\",\n"
    "  \"simulation\": { \"dt\": 0.004, \"substeps\": 5, \"damping\": 0.985, \"phases\": [ { \"name\": \"fall\", "
    "\"steps\": 500 } ] },\n"
    "  \"cloths\": [{\n"
    "    \"name\": \"cloth\",\n"
    "    \"grid\": { \"rows\": 61, \"columns\": 61, \"size\": [2, 2], \"origin\": [-1, 1.2, -1] },\n"
    "    \"transform\": { \"rotate\": [0, 20, 0] },\n"
    "    \"density\": 0.2,\n"
    "    \"springs\": { \"structural\": 40, \"shear\": 12, \"bend\": 8 },\n"
    "    \"surface\": { \"front\": [0.08, 0.22, 0.5], \"back\": [0.7, 0.5, 0.25] }\n"
    "  }],\n"
    "  \"colliders\": [\n"
    "    { \"type\": \"sphere\", \"center\": [0, 0.6, 0], \"radius\": 0.5, \"margin\": 0.02 },\n"
    "    { \"type\": \"ground\", \"height\": 0 }\n"
    "  ],\n"
    "  \"camera\": { \"eye\": [1.6, 2.2, 3.4], \"target\": [0, 0.6, 0], \"fov\": 28 }\n"
    "}";

static cs_status run(cs_cli *cli)
{
    const char *file = cli->args.operand_count > 0 ? cli->args.operands[0] : DEFAULT_FILE;
    if (strcmp(file, "-") == 0)
        return cs_output_text(cli, file, starter);
    bool exists = cs_file_exists(file);
    if (exists && !cs_args_flag(&cli->args, "force")) {
        cs_location where = {.file = file};
        cs_log_add(cli->log, CS_ERROR, where, NULL, "another name, or --force to overwrite it", "exists already");
        return CS_IO;
    }
    cs_status status = exists ? CS_OK : cs_output_check(cli, file, false);
    if (status == CS_OK)
        status = cs_output_text(cli, file, starter);
    if (status == CS_OK)
        cs_cli_note(cli,
                    "wrote %s; draw it with\n"
                    "  clothsim render %s -o out.png\n"
                    "and see what its keys mean, and which others there are, with\n"
                    "  clothsim schema --markdown",
                    file, file);
    return status;
}

static const cs_option options[] = {
    {.name = "force", .letter = 'f', .doc = "Overwrite a file that exists"},
    {0},
};

static const cs_example examples[] = {
    {"init", "writes " DEFAULT_FILE},
    {"init flag.json", "under another name"},
    {0},
};

const cs_verb cs_verb_init = {
    .name = "init",
    .summary = "Write a small scene to start from",
    .usage = "[FILE] [options]",
    .description = "Writes a scene of a few lines that renders as it is, to " DEFAULT_FILE " or to FILE (- is the "
                   "standard output). A file that exists is kept unless --force is given. What the keys mean, and all "
                   "the others that have a default, tells clothsim schema --markdown.",
    .options = options,
    .max_operands = 1,
    .operand = "FILE",
    .examples = examples,
    .run = run,
};
