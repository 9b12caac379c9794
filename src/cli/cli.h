// SPDX-License-Identifier: MIT
//
// Face of the command line for its own verbs: what a verb is, what an option is, the
// parsed arguments, and how messages reach the user. One verb is one file with a
// `const cs_verb`, one row in verbs.c and its tests. The tables here generate the help,
// the completions and the man page, so a verb is described once.
#ifndef CS_CLI_CLI_H
#define CS_CLI_CLI_H

#include "base/base.h"

#include <clothsim/base.h>

// ---- the tables ---------------------------------------------------------------

typedef enum cs_option_kind {
    CS_OPTION_FLAG,    ///< takes no value
    CS_OPTION_TEXT,    ///< anything
    CS_OPTION_FILE,    ///< a path; the same as text but for the completions
    CS_OPTION_INTEGER, ///< a whole number in [min, max]
    CS_OPTION_CHOICE,  ///< one of `choices`
    CS_OPTION_SIZE,    ///< bytes, with K, M, G or T for powers of 1024; in [min, max]
} cs_option_kind;

typedef struct cs_option {
    const char *name; ///< "output" for --output; NULL ends a table
    char letter;      ///< 'o' for -o; 0: none
    cs_option_kind kind;
    const char *value;   ///< how the help calls the value: "FILE"; NULL for a flag or a choice
    const char *doc;     ///< what it does, as one or two sentences without a full stop at the end
    int64_t min, max;    ///< integers and sizes
    const char *choices; ///< "auto|always|never"
    bool repeatable;     ///< every value counts; otherwise the last one does
} cs_option;

/// Options that verbs share; a verb names the groups that it takes.
typedef enum cs_option_group {
    CS_GROUP_COMMON = 1,  ///< --quiet --color --help: every verb
    CS_GROUP_SCENE = 2,   ///< --set --max-memory
    CS_GROUP_COMPUTE = 4, ///< --threads --simd
    CS_GROUP_STEPS = 8,   ///< --steps
    CS_GROUP_STATS = 16,  ///< --stats --timing
} cs_option_group;
#define CS_GROUP_COUNT 5
extern const cs_option *const cs_option_groups[CS_GROUP_COUNT]; ///< row i belongs to the group 1 << i

typedef struct cs_example {
    const char *command; ///< NULL ends a table
    const char *doc;     ///< what it does, without a full stop
} cs_example;

typedef struct cs_cli cs_cli;

typedef struct cs_verb {
    const char *name;
    const char *summary;        ///< one line, in the imperative, without a full stop
    const char *usage;          ///< what follows the verb: "SCENE... -o OUT [options]"
    const char *description;    ///< paragraphs of plain text, separated by "\n\n"; each is wrapped by the help
    const cs_option *options;   ///< its own, ended by a NULL name; may be NULL
    unsigned groups;            ///< cs_option_group bits; CS_GROUP_COMMON is implied
    int min_operands;           ///< how many arguments that are no options
    int max_operands;           ///< -1: any number
    const char *operand;        ///< what they are: "SCENE"; NULL when there are none
    const cs_example *examples; ///< ended by a NULL command; may be NULL
    bool hidden;                ///< for the build only: neither help nor completion shows it
    cs_status (*run)(cs_cli *cli);
} cs_verb;

/// All verbs in the order of the help, ended by NULL.
extern const cs_verb *const cs_verbs[];
const cs_verb *cs_verb_find(const char *name);  ///< NULL: there is none
const char *cs_verb_suggest(const char *typed); ///< the name nearest to what was typed; NULL: none is near

/// Walks all options of a verb, its own first, then those of its groups. Start with *index = 0; NULL at the end.
const cs_option *cs_verb_option(const cs_verb *verb, int *index);

// ---- arguments --------------------------------------------------------------------

/// A parsed command line. Everything points into argv.
typedef struct cs_args {
    int operand_count;
    const char **operands;
    int setting_count;
    struct cs_setting {
        const cs_option *option;
        const char *text;
        int64_t number; ///< integers and sizes; the index of a choice
    } * settings;
} cs_args;

// The last value of an option by its long name. An option that was not given, or that the verb does not have, gives
// the fallback.
bool cs_args_flag(const cs_args *args, const char *name);
const char *cs_args_text(const cs_args *args, const char *name);                 ///< NULL: not given
int64_t cs_args_number(const cs_args *args, const char *name, int64_t fallback); ///< integer, size, index of a choice
/// Every value of a repeatable option; `values` has room for args->setting_count. Returns how many.
int cs_args_all(const cs_args *args, const char *name, const char **values);

/// A whole number, the whole text; false when it is none or does not fit.
bool cs_parse_integer(const char *text, int64_t *value);
/// "640,480" as exactly `count` numbers; false otherwise.
bool cs_parse_numbers(const char *text, int count, double *values);
/// "512M": bytes.
bool cs_parse_size(const char *text, int64_t *bytes);

/// The candidate nearest to what was typed, NULL when none is near. `candidates` ends with NULL.
const char *cs_nearest_word(const char *typed, const char *const *candidates);

// ---- the run of a verb ---------------------------------------------------------------

typedef struct cs_progress cs_progress;

/// What a verb gets.
struct cs_cli {
    const cs_verb *verb;
    cs_args args;
    cs_log *log;           ///< pass it to the library, then show it with cs_cli_report
    bool quiet;            ///< errors only
    bool color;            ///< on standard error
    cs_compute compute;    ///< by --threads and --simd, once cs_cli_prepare has run
    bool prepared;         ///< the threads have been started, or could not be
    cs_progress *progress; ///< NULL: none is to be shown
    bool output_lost;      ///< a flush of standard output has failed
    int output_error;      ///< errno of the first write to standard output that failed; 0: none
};

/// Fills cli->args from argv after the verb. CS_USAGE with the reason in the log. Free with cs_args_free.
cs_status cs_args_parse(cs_cli *cli, int argc, char *const *argv);
void cs_args_free(cs_args *args);

/// Makes `compute`, before the first simulation. Threads that cannot be started are done without, with a warning.
cs_status cs_cli_prepare(cs_cli *cli);

/// Shows what the log holds on standard error (with --quiet only errors) and empties it.
void cs_cli_report(cs_cli *cli);
/// Logs "clothsim VERB: error: ..." with a pointer to the help, and returns CS_USAGE. Nothing is shown until the
/// report.
cs_status cs_cli_usage(cs_cli *cli, const char *help, const char *format, ...) CS_PRINTF(3, 4);
/// Prints to standard output, and keeps the reason when that fails, which the flush tells.
void cs_cli_print(cs_cli *cli, const char *text);
/// Sends on what was printed to standard output. CS_IO when it cannot be written: what did not reach its reader is a
/// failure, whatever was computed. A reader that has gone on purpose, such as head, is not told about it.
cs_status cs_cli_flush(cs_cli *cli);
/// A line on standard error at once; nothing with --quiet.
void cs_cli_note(cs_cli *cli, const char *format, ...) CS_PRINTF(2, 3);

/// Wall clock that never goes back, s; only differences mean something.
double cs_cli_seconds(void);

/// The worse of two outcomes, for verbs that take several scenes. From bad to worse: done, check failed, no reference,
/// diverged, scene invalid, file fault, usage, interrupted, internal.
cs_status cs_worse(cs_status a, cs_status b);

// ---- outputs ----------------------------------------------------------------------------

/// Can this file be written? Asked before a long run, so that it does not end in vain. CS_IO with the reason in the
/// log: the folder is missing or not writable, the path is a folder. "-" is fine unless `binary` and standard output is
/// a terminal (CS_USAGE). `binary` means a PNG, so the endings of other picture formats are refused (CS_USAGE). So is
/// a path that is an operand too, which would be overwritten by its own result (CS_USAGE).
cs_status cs_output_check(cs_cli *cli, const char *path, bool binary);

/// Do both names lead to one file that is there?
bool cs_same_file(const char *a, const char *b);

/// Do two outputs lead to one file, be it there or not yet? "-" is the standard output. Devices take everything.
bool cs_same_output(const char *a, const char *b);
/// CS_USAGE when two of the outputs lead to one file, of which the last would win in silence. A NULL among them is
/// skipped.
cs_status cs_check_distinct(cs_cli *cli, const char *const *paths, int count);

/// The scene's file name without folder and ending ("stdin" for "-"). For free(); NULL: no memory.
char *cs_scene_name(const char *path);
/// `pattern` with every {name} replaced. For free(); NULL: no memory.
char *cs_output_expand(const char *pattern, const char *scene_path);
bool cs_output_has_name(const char *pattern); ///< does it hold a {name}?

/// Takes files that end in .schema.json out of several scenes, with a note: a pattern such as scenes/*.json also finds
/// the schema that lies beside the scenes.
void cs_skip_schemas(cs_cli *cli);
/// CS_USAGE when standard input stands among the operands more than once.
cs_status cs_check_scene_list(cs_cli *cli);

/// Writes text to a file or, for "-", to standard output, with a newline at the end.
cs_status cs_output_text(cs_cli *cli, const char *path, const char *text);

#endif
