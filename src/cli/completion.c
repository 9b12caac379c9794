// SPDX-License-Identifier: MIT
//
// Completions for bash and zsh, made from the tables of verbs and options.
#include "cli/help.h"

#include <string.h>

static const cs_verb *next_verb(const cs_verb *const **at)
{
    while (**at && (**at)->hidden)
        ++*at;
    return **at ? *(*at)++ : NULL;
}

static void put_verb_names(cs_text *out)
{
    const char *space = "";
    const cs_verb *verb;
    for (const cs_verb *const *at = cs_verbs; (verb = next_verb(&at)); space = " ")
        cs_text_printf(out, "%s%s", space, verb->name);
}

static bool takes_scenes(const cs_verb *verb)
{
    return verb->operand && strcmp(verb->operand, "SCENE") == 0;
}

static bool takes_verb(const cs_verb *verb)
{
    return verb->operand && strcmp(verb->operand, "VERB") == 0;
}

/// "a|b|c" with another separator.
static void put_choices(cs_text *out, const char *choices, char separator)
{
    for (; *choices; choices++)
        cs_text_append(out, *choices == '|' ? &separator : choices, 1);
}

// ---- bash -----------------------------------------------------------------------------

/// The spellings of all options of a kind as one pattern; false when there are none.
static bool put_bash_pattern(cs_text *out, const cs_verb *verb, bool files)
{
    const char *separator = "        ";
    const cs_option *option;
    for (int index = 0; (option = cs_verb_option(verb, &index));) {
        if (option->kind == CS_OPTION_FLAG || option->choices || (option->kind == CS_OPTION_FILE) != files)
            continue;
        cs_text_puts(out, separator);
        if (option->letter)
            cs_text_printf(out, "-%c|", option->letter);
        cs_text_printf(out, "--%s", option->name);
        separator = "|";
    }
    return *separator == '|';
}

/// What can follow an option that takes a value.
static void put_bash_values(cs_text *out, const cs_verb *verb)
{
    cs_text_puts(out, "        case $previous in\n");
    if (put_bash_pattern(out, verb, true))
        cs_text_puts(out, ") _clothsim_files; return ;;\n");
    if (put_bash_pattern(out, verb, false))
        cs_text_puts(out, ") return ;;\n");
    const cs_option *option;
    for (int index = 0; (option = cs_verb_option(verb, &index));) {
        if (!option->choices)
            continue;
        cs_text_printf(out, "        --%s) words='", option->name);
        put_choices(out, option->choices, ' ');
        cs_text_puts(out, "'; _clothsim_words; return ;;\n");
    }
    cs_text_puts(out, "        esac\n");
}

static void put_bash_verb(cs_text *out, const cs_verb *verb)
{
    cs_text_printf(out, "    %s)\n        words='", verb->name);
    const cs_option *option;
    const char *space = "";
    for (int index = 0; (option = cs_verb_option(verb, &index)); space = " ")
        cs_text_printf(out, "%s--%s", space, option->name);
    cs_text_puts(out, "'\n");
    put_bash_values(out, verb);
    if (takes_verb(verb)) {
        cs_text_puts(out, "        [[ $word == -* ]] || words='");
        put_verb_names(out);
        cs_text_puts(out, "'\n        _clothsim_words ;;\n");
    } else if (verb->operand) {
        cs_text_puts(out, "        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;\n");
    } else {
        cs_text_puts(out, "        _clothsim_words ;;\n");
    }
}

void cs_completion_bash(cs_text *out)
{
    cs_text_puts(
        out, "# bash completion of clothsim; made by: clothsim _generate bash\n"
             "_clothsim_words()\n"
             "{\n"
             "    local line\n"
             "    while IFS='' read -r line; do COMPREPLY+=(\"$line\"); done < <(compgen -W \"$words\" -- \"$word\")\n"
             "}\n\n"
             "_clothsim_files()\n"
             "{\n"
             "    local line\n"
             "    compopt -o filenames 2> /dev/null\n"
             "    while IFS='' read -r line; do COMPREPLY+=(\"$line\"); done < <(compgen -f -- \"$word\")\n"
             "}\n\n"
             "_clothsim()\n"
             "{\n"
             "    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words\n"
             "    COMPREPLY=()\n"
             "    if ((COMP_CWORD == 1)); then\n"
             "        words='");
    put_verb_names(out);
    cs_text_puts(out, "'\n"
                      "        _clothsim_words\n"
                      "        return\n"
                      "    fi\n"
                      "    # --option=value comes as three words.\n"
                      "    if [[ $word == '=' ]]; then\n"
                      "        word=''\n"
                      "    elif [[ $previous == '=' ]]; then\n"
                      "        previous=${COMP_WORDS[COMP_CWORD - 2]}\n"
                      "    fi\n"
                      "    case ${COMP_WORDS[1]} in\n");
    const cs_verb *verb;
    for (const cs_verb *const *at = cs_verbs; (verb = next_verb(&at));)
        put_bash_verb(out, verb);
    cs_text_puts(out, "    esac\n}\n\ncomplete -F _clothsim clothsim\n");
}

// ---- zsh --------------------------------------------------------------------------------

/// The first clause of a text, fit to stand between single quotes and brackets; with a colon escaped.
static void put_zsh_text(cs_text *out, const char *text)
{
    for (; *text && *text != ';' && strncmp(text, ". ", 2) != 0; text++) {
        if (*text == '\'')
            cs_text_puts(out, "'\\''");
        else if (strchr("[]:\\", *text))
            cs_text_printf(out, "\\%c", *text);
        else
            cs_text_append(out, text, 1);
    }
}

static void put_zsh_option(cs_text *out, const cs_option *option)
{
    cs_text_puts(out, " \\\n            ");
    if (option->letter)
        cs_text_printf(out, "'(-%c --%s)'{-%c,--%s}'[", option->letter, option->name, option->letter, option->name);
    else
        cs_text_printf(out, "'%s--%s[", option->repeatable ? "*" : "", option->name);
    put_zsh_text(out, option->doc);
    cs_text_puts(out, "]");
    if (option->choices) {
        cs_text_printf(out, ":%s:(", option->name);
        put_choices(out, option->choices, ' ');
        cs_text_puts(out, ")");
    } else if (option->kind != CS_OPTION_FLAG) {
        cs_text_puts(out, ":");
        put_zsh_text(out, option->value);
        cs_text_puts(out, option->kind == CS_OPTION_FILE ? ":_files" : ": ");
    }
    cs_text_puts(out, "'");
}

static void put_zsh_verb(cs_text *out, const cs_verb *verb)
{
    cs_text_printf(out, "        %s)\n            _arguments -s", verb->name);
    const cs_option *option;
    for (int index = 0; (option = cs_verb_option(verb, &index));)
        put_zsh_option(out, option);
    if (takes_verb(verb)) {
        cs_text_puts(out, " \\\n            '1:verb:(");
        put_verb_names(out);
        cs_text_puts(out, ")'");
    } else if (takes_scenes(verb)) {
        cs_text_puts(out, " \\\n            '*:scene:_files -g \"*.json\"'");
    } else if (verb->operand) {
        cs_text_puts(out, " \\\n            '*:file:_files'");
    }
    cs_text_puts(out, "\n            ;;\n");
}

void cs_completion_zsh(cs_text *out)
{
    cs_text_puts(out, "#compdef clothsim\n"
                      "# zsh completion of clothsim; made by: clothsim _generate zsh\n"
                      "_clothsim()\n"
                      "{\n"
                      "    local context state state_descr line\n"
                      "    typeset -A opt_args\n"
                      "    local -a verbs\n"
                      "    verbs=(\n");
    const cs_verb *verb;
    for (const cs_verb *const *at = cs_verbs; (verb = next_verb(&at));) {
        cs_text_printf(out, "        '%s:", verb->name);
        put_zsh_text(out, verb->summary);
        cs_text_puts(out, "'\n");
    }
    cs_text_puts(out, "    )\n"
                      "    _arguments -C '1:verb:->verb' '*::argument:->argument'\n"
                      "    case $state in\n"
                      "    verb) _describe verb verbs ;;\n"
                      "    argument)\n"
                      "        case $words[1] in\n");
    for (const cs_verb *const *at = cs_verbs; (verb = next_verb(&at));)
        put_zsh_verb(out, verb);
    cs_text_puts(out, "        esac\n        ;;\n    esac\n}\n\n_clothsim \"$@\"\n");
}
