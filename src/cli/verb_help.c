// SPDX-License-Identifier: MIT
//
// help: the overview, or all about one verb.
#include "cli/help.h"

#include <stdio.h>

static cs_status run(cs_cli *cli)
{
    cs_text page = {0};
    if (cli->args.operand_count == 0) {
        cs_help_overview(&page);
    } else {
        const char *name = cli->args.operands[0];
        const cs_verb *verb = cs_verb_find(name);
        if (!verb) {
            const char *near = cs_verb_suggest(name);
            char help[128];
            snprintf(help, sizeof help, "did you mean \"%s\"?", near ? near : "");
            return cs_cli_usage(cli, near ? help : "clothsim help lists the verbs", "there is no verb \"%s\"", name);
        }
        cs_help_verb(&page, verb);
    }
    cs_status status = page.failed ? CS_INTERNAL : CS_OK;
    if (!page.failed)
        cs_cli_print(cli, page.bytes);
    cs_text_free(&page);
    return status;
}

static const cs_example examples[] = {
    {"help render", "all about render"},
    {0},
};

const cs_verb cs_verb_help = {
    .name = "help",
    .summary = "Tell what the verbs do, or all about one of them",
    .usage = "[VERB]",
    .description = "Without a verb: the list of verbs and the exit codes. With one: its options and examples, the same "
                   "as clothsim VERB --help.",
    .max_operands = 1,
    .operand = "VERB",
    .examples = examples,
    .run = run,
};
