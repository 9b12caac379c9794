// SPDX-License-Identifier: MIT
//
// Reads a command line by the tables: `--opt value`, `--opt=value`, `-o value`, `-oVALUE`, and `--` to
// end the options. Every mistake is named, with the nearest thing that exists.
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Most options that one verb can have; a longer help page would be read by nobody.
#define MAX_OPTIONS 64
#define MAX_CHOICES 16

// ---- looking up ----------------------------------------------------------------

static const struct cs_setting *last_setting(const cs_args *args, const char *name)
{
    for (int i = args->setting_count - 1; i >= 0; i--)
        if (strcmp(args->settings[i].option->name, name) == 0)
            return &args->settings[i];
    return NULL;
}

bool cs_args_flag(const cs_args *args, const char *name)
{
    return last_setting(args, name) != NULL;
}

const char *cs_args_text(const cs_args *args, const char *name)
{
    const struct cs_setting *setting = last_setting(args, name);
    return setting ? setting->text : NULL;
}

int64_t cs_args_number(const cs_args *args, const char *name, int64_t fallback)
{
    const struct cs_setting *setting = last_setting(args, name);
    return setting ? setting->number : fallback;
}

int cs_args_all(const cs_args *args, const char *name, const char **values)
{
    int count = 0;
    for (int i = 0; i < args->setting_count; i++)
        if (strcmp(args->settings[i].option->name, name) == 0)
            values[count++] = args->settings[i].text;
    return count;
}

// ---- values ---------------------------------------------------------------------

/// The index of a text among "a|b|c"; -1 when it is none of them.
static int choice_index(const char *choices, const char *text)
{
    size_t length = strlen(text);
    int index = 0;
    for (const char *at = choices;; index++) {
        const char *end = strchr(at, '|');
        size_t size = end ? (size_t)(end - at) : strlen(at);
        if (size == length && memcmp(at, text, length) == 0)
            return index;
        if (!end)
            return -1;
        at = end + 1;
    }
}

static cs_status bad_choice(cs_cli *cli, const cs_option *option, const char *text)
{
    char words[256];
    const char *candidates[MAX_CHOICES + 1];
    int count = 0;
    snprintf(words, sizeof words, "%s", option->choices);
    cs_text spoken = {0};
    for (char *at = words; at && count < MAX_CHOICES;) {
        char *end = strchr(at, '|');
        if (end)
            *end++ = '\0';
        candidates[count] = at;
        cs_text_printf(&spoken, "%s%s", count == 0 ? "" : end ? ", " : " or ", at);
        count++;
        at = end;
    }
    candidates[count] = NULL;
    const char *near = cs_nearest_word(text, candidates);
    char help[128];
    snprintf(help, sizeof help, "did you mean \"%s\"?", near ? near : "");
    cs_status status = cs_cli_usage(cli, near ? help : NULL, "--%s takes %s, not \"%s\"", option->name,
                                    spoken.failed ? option->choices : spoken.bytes, text);
    cs_text_free(&spoken);
    return status;
}

static cs_status parse_value(cs_cli *cli, const cs_option *option, const char *text, int64_t *number)
{
    switch (option->kind) {
    case CS_OPTION_FLAG:
    case CS_OPTION_TEXT:
        return CS_OK;
    case CS_OPTION_FILE:
        return *text ? CS_OK : cs_cli_usage(cli, NULL, "--%s takes a file name, not an empty text", option->name);
    case CS_OPTION_CHOICE: {
        int index = choice_index(option->choices, text);
        *number = index;
        return index >= 0 ? CS_OK : bad_choice(cli, option, text);
    }
    case CS_OPTION_INTEGER:
        if (cs_parse_integer(text, number) && *number >= option->min && *number <= option->max)
            return CS_OK;
        if (option->max == INT64_MAX)
            return cs_cli_usage(cli, NULL, "--%s takes a whole number from %lld up, not \"%s\"", option->name,
                                (long long)option->min, text);
        return cs_cli_usage(cli, NULL, "--%s takes a whole number from %lld to %lld, not \"%s\"", option->name,
                            (long long)option->min, (long long)option->max, text);
    case CS_OPTION_SIZE:
        if (!cs_parse_size(text, number))
            return cs_cli_usage(cli, NULL, "--%s takes a size such as 512M or 4G, not \"%s\"", option->name, text);
        if (*number < option->min)
            return cs_cli_usage(cli, "K, M, G and T stand for larger units, as in 512M",
                                "--%s must be at least %lld bytes, not %s", option->name, (long long)option->min, text);
        return CS_OK;
    }
    return CS_INTERNAL;
}

static cs_status add_setting(cs_cli *cli, const cs_option *option, const char *text)
{
    int64_t number = 0;
    cs_status status = parse_value(cli, option, text, &number);
    if (status == CS_OK)
        cli->args.settings[cli->args.setting_count++] = (struct cs_setting){option, text, number};
    return status;
}

// ---- options ----------------------------------------------------------------------

static cs_status unknown_long(cs_cli *cli, const char *typed, size_t length)
{
    const char *candidates[MAX_OPTIONS + 1];
    int count = 0, index = 0;
    const cs_option *option;
    while (count < MAX_OPTIONS && (option = cs_verb_option(cli->verb, &index)))
        candidates[count++] = option->name;
    candidates[count] = NULL;
    char word[64], help[128];
    snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), typed);
    const char *near = cs_nearest_word(word, candidates);
    snprintf(help, sizeof help, "did you mean --%s?", near ? near : "");
    return cs_cli_usage(cli, near ? help : NULL, "unknown option --%.*s", (int)length, typed);
}

/// The next argument as a value: an option in its place means that the value was forgotten.
static cs_status take_value(cs_cli *cli, const cs_option *option, int argc, char *const *argv, int *i)
{
    const char *value = *i + 1 < argc ? argv[*i + 1] : NULL;
    bool another_option = value && value[0] == '-' && value[1] != '\0' && (value[1] < '0' || value[1] > '9');
    if (!value || another_option) {
        char help[256];
        const char *kind = option->choices ? option->choices : option->value;
        if (another_option)
            snprintf(help, sizeof help, "\"%s\" looks like an option; if it is the value, write --%s=%s", value,
                     option->name, value);
        else
            snprintf(help, sizeof help, "write --%s %s", option->name, kind);
        return cs_cli_usage(cli, help, "--%s needs a value", option->name);
    }
    ++*i;
    return add_setting(cli, option, value);
}

static cs_status parse_long(cs_cli *cli, int argc, char *const *argv, int *i)
{
    const char *name = argv[*i] + 2;
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    int index = 0;
    const cs_option *option;
    while ((option = cs_verb_option(cli->verb, &index)))
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            break;
    if (!option)
        return unknown_long(cli, name, length);
    if (option->kind == CS_OPTION_FLAG)
        return equals ? cs_cli_usage(cli, NULL, "--%s takes no value", option->name) : add_setting(cli, option, "");
    return equals ? add_setting(cli, option, equals + 1) : take_value(cli, option, argc, argv, i);
}

/// -q, -o OUT, -oOUT, and several flags in one: -qh.
static cs_status parse_short(cs_cli *cli, int argc, char *const *argv, int *i)
{
    for (const char *letter = argv[*i] + 1; *letter; letter++) {
        int index = 0;
        const cs_option *option;
        while ((option = cs_verb_option(cli->verb, &index)))
            if (option->letter == *letter)
                break;
        if (!option)
            return cs_cli_usage(cli, NULL, "unknown option -%c", *letter);
        if (option->kind != CS_OPTION_FLAG)
            return letter[1] ? add_setting(cli, option, letter + 1) : take_value(cli, option, argc, argv, i);
        cs_status status = add_setting(cli, option, "");
        if (status != CS_OK)
            return status;
    }
    return CS_OK;
}

static cs_status check_operands(cs_cli *cli)
{
    const cs_verb *verb = cli->verb;
    int count = cli->args.operand_count;
    char help[256];
    snprintf(help, sizeof help, "usage: clothsim %s%s%s", verb->name, *verb->usage ? " " : "", verb->usage);
    if (count < verb->min_operands && verb->min_operands > 1)
        return cs_cli_usage(cli, help, "needs %d arguments, not %d", verb->min_operands, count);
    if (count < verb->min_operands)
        return cs_cli_usage(cli, help, "needs a %s", verb->operand);
    if (verb->max_operands >= 0 && count > verb->max_operands) {
        if (verb->max_operands == 0)
            return cs_cli_usage(cli, help, "takes no argument, but \"%s\" was given", cli->args.operands[0]);
        if (verb->max_operands == 1)
            return cs_cli_usage(cli, help, "takes one %s, but \"%s\" was given too", verb->operand,
                                cli->args.operands[1]);
        return cs_cli_usage(cli, help, "takes %d arguments, but \"%s\" was given too", verb->max_operands,
                            cli->args.operands[verb->max_operands]);
    }
    return CS_OK;
}

cs_status cs_args_parse(cs_cli *cli, int argc, char *const *argv)
{
    cs_args *args = &cli->args;
    *args = (cs_args){0};
    // Combined flags such as -qh make one setting a letter, so the letters are counted.
    size_t room = 1;
    for (int i = 0; i < argc; i++)
        room += strlen(argv[i]) + 1;
    args->operands = calloc((size_t)argc + 1, sizeof *args->operands);
    args->settings = calloc(room, sizeof *args->settings);
    if (!args->operands || !args->settings)
        return CS_INTERNAL;
    bool options = true;
    cs_status status = CS_OK;
    for (int i = 0; i < argc && status == CS_OK; i++) {
        const char *word = argv[i];
        if (options && strcmp(word, "--") == 0)
            options = false;
        else if (options && word[0] == '-' && word[1] == '-')
            status = parse_long(cli, argc, argv, &i);
        else if (options && word[0] == '-' && word[1])
            status = parse_short(cli, argc, argv, &i);
        else
            args->operands[args->operand_count++] = word;
    }
    return status == CS_OK && !cs_args_flag(args, "help") ? check_operands(cli) : status;
}

void cs_args_free(cs_args *args)
{
    free(args->operands);
    free(args->settings);
    *args = (cs_args){0};
}
