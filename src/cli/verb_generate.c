// SPDX-License-Identifier: MIT
//
// _generate: prints the completions and the man page as the tables make them. The shipped files
// are its output, which a test compares.
#include "cli/help.h"

#include <stdio.h>
#include <string.h>

static cs_status run(cs_cli *cli)
{
    static const struct {
        const char *name;
        void (*make)(cs_text *out);
    } texts[] = {
        {"bash", cs_completion_bash},
        {"zsh", cs_completion_zsh},
        {"man", cs_manual},
    };
    for (size_t i = 0; i < CS_COUNT(texts); i++) {
        if (strcmp(cli->args.operands[0], texts[i].name) != 0)
            continue;
        cs_text text = {0};
        texts[i].make(&text);
        if (!text.failed)
            cs_cli_print(cli, text.bytes);
        cs_status status = text.failed ? CS_INTERNAL : CS_OK;
        cs_text_free(&text);
        return status;
    }
    return cs_cli_usage(cli, NULL, "makes bash, zsh or man, not \"%s\"", cli->args.operands[0]);
}

const cs_verb cs_verb_generate = {
    .name = "_generate",
    .summary = "Print a completion or the man page",
    .usage = "bash|zsh|man",
    .description = "Prints the file that is shipped.",
    .min_operands = 1,
    .max_operands = 1,
    .operand = "KIND",
    .hidden = true,
    .run = run,
};
