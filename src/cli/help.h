// SPDX-License-Identifier: MIT
//
// Texts made from the tables of verbs and options: help pages, completions, the man page.
#ifndef CS_CLI_HELP_H
#define CS_CLI_HELP_H

#include "cli/cli.h"

void cs_help_short(cs_text *out);                     ///< a few lines, for a call without arguments
void cs_help_overview(cs_text *out);                  ///< all verbs, exit codes
void cs_help_verb(cs_text *out, const cs_verb *verb); ///< one verb with its options and examples
/// An option as the user writes it: "-o, --output FILE".
void cs_help_option_name(cs_text *out, const cs_option *option);
void cs_completion_bash(cs_text *out);
void cs_completion_zsh(cs_text *out);
void cs_manual(cs_text *out); ///< troff source of clothsim(1)

/// The exit codes in words, ended by a NULL meaning.
typedef struct cs_exit_code {
    cs_status status;
    const char *meaning;
} cs_exit_code;
extern const cs_exit_code cs_exit_codes[];

#endif
