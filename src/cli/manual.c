// SPDX-License-Identifier: MIT
//
// The man page, made from the tables of verbs and options.
#include "cli/help.h"

#include <string.h>

/// Text for troff: a hyphen that is to be typed as it stands, no escape, no request at the start of a line.
static void put_text(cs_text *out, const char *text, size_t length)
{
    if (length > 0 && (*text == '.' || *text == '\''))
        cs_text_puts(out, "\\&");
    for (size_t i = 0; i < length; i++) {
        switch (text[i]) {
        case '\\':
            cs_text_puts(out, "\\e");
            break;
        case '-':
            cs_text_puts(out, "\\-");
            break;
        case '\'':
            cs_text_puts(out, "\\(aq");
            break;
        default:
            cs_text_append(out, text + i, 1);
        }
    }
}

static void put_line(cs_text *out, const char *text)
{
    put_text(out, text, strlen(text));
    cs_text_puts(out, "\n");
}

static void put_paragraphs(cs_text *out, const char *text)
{
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        cs_text_puts(out, ".PP\n");
        put_text(out, text, length);
        cs_text_puts(out, "\n");
        text += length + (end ? 2 : 0);
    }
}

static void put_options(cs_text *out, const cs_option *options)
{
    for (; options && options->name; options++) {
        cs_text name = {0};
        cs_help_option_name(&name, options);
        cs_text_puts(out, ".TP\n.B ");
        put_line(out, name.failed ? options->name : name.bytes);
        cs_text_free(&name);
        put_text(out, options->doc, strlen(options->doc));
        cs_text_puts(out, ".\n");
    }
}

static void put_shared_names(cs_text *out, const cs_verb *verb)
{
    cs_text names = {0};
    const char *separator = "";
    for (int group = 0; group < CS_GROUP_COUNT; group++) {
        if (group == 0 || !(verb->groups & (1u << group)))
            continue;
        for (const cs_option *option = cs_option_groups[group]; option->name; option++, separator = ", ")
            cs_text_printf(&names, "%s--%s", separator, option->name);
    }
    if (names.length > 0) {
        cs_text_puts(out, ".PP\nAlso, as described under OPTIONS: ");
        put_text(out, names.bytes, names.length);
        cs_text_puts(out, ".\n");
    }
    cs_text_free(&names);
}

static void put_verb(cs_text *out, const cs_verb *verb)
{
    cs_text_printf(out, ".SS %s\n.B clothsim %s\n", verb->name, verb->name);
    if (*verb->usage)
        put_line(out, verb->usage);
    put_paragraphs(out, verb->description);
    put_options(out, verb->options);
    put_shared_names(out, verb);
    for (const cs_example *example = verb->examples; example && example->command; example++) {
        cs_text_puts(out, ".PP\nExample: ");
        put_line(out, example->doc);
        cs_text_puts(out, ".RS\n.nf\nclothsim ");
        put_line(out, example->command);
        cs_text_puts(out, ".fi\n.RE\n");
    }
}

static void put_closing_sections(cs_text *out)
{
    cs_text_puts(out, ".SH EXIT STATUS\n");
    for (const cs_exit_code *code = cs_exit_codes; code->meaning; code++) {
        cs_text_printf(out, ".TP\n.B %d\n", (int)code->status);
        put_line(out, code->meaning);
    }
    cs_text_puts(out,
                 ".SH ENVIRONMENT\n"
                 ".TP\n.B NO_COLOR\nWhen it is set to something, messages are not coloured under \\-\\-color auto.\n"
                 ".TP\n.B TERM\nOn a dumb terminal there is neither colour nor a progress bar.\n"
                 ".TP\n.B COLUMNS\nThe width of the progress bar where the terminal does not tell its own.\n"
                 ".SH NOTES\n"
                 "Results go to standard output; messages and progress go to standard error.\n"
                 "A file is written beside its target and then renamed over it, so that a failure leaves the old "
                 "one as it was.\n"
                 "The same scene gives the same bits whatever the number of threads, the vector instructions and "
                 "the compiler.\n");
}

void cs_manual(cs_text *out)
{
    cs_text_puts(out, ".\\\" SPDX-License-Identifier: MIT\n"
                      ".\\\" Made by: clothsim _generate man\n");
    cs_text_printf(out, ".TH CLOTHSIM 1 \"\" \"clothsim %s\" \"User Commands\"\n", cs_version());
    cs_text_puts(out, ".SH NAME\nclothsim \\- from a JSON scene to simulated cloth and pictures\n"
                      ".SH SYNOPSIS\n.B clothsim\n.I VERB\n[argument ...]\n"
                      ".SH DESCRIPTION\n"
                      "A scene is a JSON text that describes cloths, what they meet, and how they are seen.\n"
                      ".B clothsim\nsimulates it and writes pictures, statistics and verdicts.\n"
                      "A scene to start from is written by\n.BR \"clothsim init\" ;\n"
                      "the keys of a scene are listed by\n.BR \"clothsim schema \\-\\-markdown\" .\n"
                      ".SH VERBS\n");
    for (const cs_verb *const *verb = cs_verbs; *verb; verb++)
        if (!(*verb)->hidden)
            put_verb(out, *verb);
    cs_text_puts(out, ".SH OPTIONS\nThese are shared by several verbs. A value may also follow with =, as in "
                      "\\-\\-steps=100, and \\-\\- ends the options.\n");
    for (int group = 1; group <= CS_GROUP_COUNT; group++)
        put_options(out, cs_option_groups[group % CS_GROUP_COUNT]);
    put_closing_sections(out);
}
