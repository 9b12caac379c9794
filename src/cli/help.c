// SPDX-License-Identifier: MIT
//
// The help pages, made from the tables of verbs and options.
#include "cli/help.h"

#include <string.h>

/// Help is wrapped here whatever the terminal: lines of this length read well, and the text is the same everywhere.
#define PAGE_WIDTH    80
#define OPTION_COLUMN 26
#define VERB_COLUMN   14

const cs_exit_code cs_exit_codes[] = {
    {CS_OK, "done"},
    {CS_MISMATCH, "a check or compare found a difference"},
    {CS_USAGE, "the command line is wrong"},
    {CS_INVALID_SCENE, "the scene is wrong, or too large for --max-memory"},
    {CS_IO, "a file could not be read or written"},
    {CS_DIVERGED, "the simulation ran away"},
    {CS_NO_REFERENCE, "there is no reference to check against"},
    {CS_INTERNAL, "a fault of clothsim itself, or no memory left"},
    {CS_RESUMABLE, "interrupted; --resume goes on"},
    {CS_INTERRUPTED, "interrupted"},
    {CS_OK, NULL},
};

/// Appends one paragraph, wrapped. The first line begins at column `at`, the others at `indent`.
static void wrap(cs_text *out, const char *text, size_t length, size_t at, size_t indent)
{
    const char *end = text + length;
    bool first = true;
    while (text < end) {
        size_t word = strcspn(text, " ");
        if (word > (size_t)(end - text))
            word = (size_t)(end - text);
        if (!first && at + 1 + word > PAGE_WIDTH) {
            cs_text_printf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (!first) {
            cs_text_puts(out, " ");
            at++;
        }
        cs_text_append(out, text, word);
        at += word;
        first = false;
        text += word;
        while (text < end && *text == ' ')
            text++;
    }
    cs_text_puts(out, "\n");
}

/// Two columns: `name`, then the text from `column` on; on a line of its own when the name is too long.
static void row(cs_text *out, const char *name, const char *doc, int column)
{
    int used = (int)strlen(name) + 2;
    cs_text_printf(out, "  %s", name);
    if (used + 2 > column)
        cs_text_printf(out, "\n%*s", column, "");
    else
        cs_text_printf(out, "%*s", column - used, "");
    wrap(out, doc, strlen(doc), (size_t)column, (size_t)column);
}

static void paragraphs(cs_text *out, const char *text)
{
    while (*text) {
        const char *end = strstr(text, "\n\n");
        size_t length = end ? (size_t)(end - text) : strlen(text);
        wrap(out, text, length, 0, 0);
        cs_text_puts(out, "\n");
        text += length + (end ? 2 : 0);
    }
}

void cs_help_short(cs_text *out)
{
    cs_text_puts(out, "usage: clothsim VERB ...\n\n"
                      "  clothsim init scene.json                 a scene to start from\n"
                      "  clothsim render scene.json -o out.png    its picture\n"
                      "  clothsim help                            everything else\n");
}

void cs_help_overview(cs_text *out)
{
    cs_text_puts(out, "usage: clothsim VERB ...\n\nFrom a JSON scene to simulated cloth and pictures.\n\nVerbs:\n");
    for (const cs_verb *const *verb = cs_verbs; *verb; verb++)
        if (!(*verb)->hidden)
            row(out, (*verb)->name, (*verb)->summary, VERB_COLUMN);
    cs_text_puts(out, "\nclothsim help VERB tells all about one of them, with examples.\n\nExit codes:\n");
    for (const cs_exit_code *code = cs_exit_codes; code->meaning; code++)
        cs_text_printf(out, "  %-5d%s\n", (int)code->status, code->meaning);
    cs_text_puts(out, "\nThe keys of a scene: clothsim schema --markdown\n");
}

void cs_help_option_name(cs_text *out, const cs_option *option)
{
    if (option->letter)
        cs_text_printf(out, "-%c, ", option->letter);
    cs_text_printf(out, "--%s", option->name);
    const char *value = option->choices ? option->choices : option->value;
    if (value)
        cs_text_printf(out, " %s", value);
}

void cs_help_verb(cs_text *out, const cs_verb *verb)
{
    cs_text_printf(out, "usage: clothsim %s%s%s\n\n", verb->name, *verb->usage ? " " : "", verb->usage);
    paragraphs(out, verb->description);
    cs_text_puts(out, "Options:\n");
    int index = 0;
    const cs_option *option;
    while ((option = cs_verb_option(verb, &index))) {
        cs_text name = {0};
        cs_help_option_name(&name, option);
        if (!name.failed)
            row(out, name.bytes, option->doc, OPTION_COLUMN);
        cs_text_free(&name);
    }
    if (verb->examples)
        cs_text_puts(out, "\nExamples:\n");
    for (const cs_example *example = verb->examples; example && example->command; example++)
        cs_text_printf(out, "  # %s\n  clothsim %s\n", example->doc, example->command);
}
