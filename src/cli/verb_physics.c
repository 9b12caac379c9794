// SPDX-License-Identifier: MIT
//
// physics: the whole validation as one table, for people, as JSON or as a Markdown page.
#include "cli/terminal.h"
#include "lab/lab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- collecting -----------------------------------------------------------------------------

typedef enum form {
    TEXT,
    JSON,
    MARKDOWN,
} form;

typedef struct table {
    cs_cli *cli;
    form form;
    cs_physics_row *rows;
    int count, capacity;
    int with[3]; ///< how many rows have each status
    bool failed; ///< a row could not be printed
} table;

static const char *status_name(cs_physics_status status)
{
    static const char *const names[] = {
        [CS_PHYSICS_PASS] = "pass",
        [CS_PHYSICS_FAIL] = "fail",
        [CS_PHYSICS_NOT_APPLICABLE] = "not-applicable",
    };
    return names[status];
}

/// A measured number and its unit, to `digits` digits; a dash when there is none.
static void format_number(char *text, size_t size, double value, int digits, const char *unit)
{
    if (isfinite(value)) {
        (void)snprintf(text, size, "%.*g%s%s", digits, value, *unit ? " " : "", unit);
    } else {
        (void)snprintf(text, size, "-");
    }
}

typedef struct cells {
    char expected[48], got[48], error[32], gate[32];
} cells;

static cells format_cells(const cs_physics_row *row)
{
    cells c;
    format_number(c.expected, sizeof(c.expected), row->expected, 7, row->unit);
    format_number(c.got, sizeof(c.got), row->got, 7, row->unit);
    format_number(c.error, sizeof(c.error), row->error, 2, row->absolute ? row->unit : "");
    format_number(c.gate, sizeof(c.gate), row->gate, 2, row->absolute ? row->unit : "");
    return c;
}

static void put_summary(cs_text *out, const table *t)
{
    cs_text_printf(out, "%d row%s: %d pass, %d fail, %d not applicable\n", t->count, t->count == 1 ? "" : "s",
                   t->with[CS_PHYSICS_PASS], t->with[CS_PHYSICS_FAIL], t->with[CS_PHYSICS_NOT_APPLICABLE]);
}

// ---- for people: each row as it is measured ---------------------------------------------------

#define ID_WIDTH    44 // of most ids; a longer one shifts its line
#define LINE_FORMAT "%-*s  %-14s  %16s  %16s  %12s  %8s  "

static void put_head(cs_text *out)
{
    cs_text_printf(out, LINE_FORMAT, ID_WIDTH, "id", "status", "expected", "got", "error", "gate");
    cs_text_puts(out, "case; source\n");
}

static void put_line(cs_text *out, const cs_physics_row *row)
{
    cells c = format_cells(row);
    cs_text_printf(out, LINE_FORMAT, ID_WIDTH, row->id, status_name(row->status), c.expected, c.got, c.error, c.gate);
    cs_text_printf(out, "%s; %s", row->title, row->source);
    if (row->note) {
        cs_text_printf(out, " (%s)", row->note);
    }
    cs_text_puts(out, "\n");
}

/// Prints a line at once; false when it cannot be.
static bool print_line(table *t, const cs_physics_row *row)
{
    cs_text text = {0};
    if (t->count == 1) {
        put_head(&text);
    }
    put_line(&text, row);
    bool good = !text.failed;
    if (good) {
        cs_progress_clear(t->cli->progress);
        cs_cli_print(t->cli, text.bytes);
        good = cs_cli_flush(t->cli) == CS_OK;
    }
    cs_text_free(&text);
    return good;
}

static bool collect(void *context, const cs_physics_row *row)
{
    table *t = context;
    if (t->count < t->capacity) {
        t->rows[t->count++] = *row;
        t->with[row->status]++;
    }
    t->failed = t->form == TEXT && !print_line(t, row);
    cs_progress_update(t->cli->progress, t->count);
    return !t->failed;
}

// ---- Markdown -----------------------------------------------------------------------------------

static void put_markdown(cs_text *out, const table *t)
{
    cs_text_puts(out,
                 "# Physics\n\n"
                 "What `clothsim physics` measures, against closed forms and published measurements. Errors are "
                 "relative unless they carry a unit.\n"
                 "A row that is not applicable shows what a solver or an element does that cannot do it by nature.\n"
                 "The cases are scenes of this folder, with overrides, but for specimens that are cut for their test: "
                 "`clothsim render "
                 "scenes/physics/pendulum.json -o pendulum.png`.\n\n"
                 "This page is made by `clothsim physics --markdown > scenes/physics/README.md`.\n\n");
    put_summary(out, t);
    cs_text_puts(out, "\n| id | case | expected | got | error | gate | status | source |\n"
                      "|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < t->count; i++) {
        const cs_physics_row *row = &t->rows[i];
        cells c = format_cells(row);
        cs_text_printf(out, "| `%s` | %s | %s | %s | %s | %s | %s | %s%s%s |\n", row->id, row->title, c.expected, c.got,
                       c.error, c.gate, status_name(row->status), row->source, row->note ? "; " : "",
                       row->note ? row->note : "");
    }
}

// ---- JSON ---------------------------------------------------------------------------------------

static void put_json_text(cs_text *out, const char *key, const char *value)
{
    cs_text_printf(out, ", \"%s\": ", key);
    cs_text_quote(out, value);
}

static void put_json_number(cs_text *out, const char *key, double value)
{
    cs_text_printf(out, ", \"%s\": ", key);
    cs_text_number(out, value);
}

static void put_json(cs_text *out, const table *t)
{
    cs_text_puts(out, "[");
    for (int i = 0; i < t->count; i++) {
        const cs_physics_row *row = &t->rows[i];
        cs_text_puts(out, i > 0 ? ",\n  {\"id\": " : "\n  {\"id\": ");
        cs_text_quote(out, row->id);
        put_json_text(out, "case", row->title);
        put_json_text(out, "solver", row->solver);
        put_json_text(out, "unit", row->unit);
        put_json_number(out, "expected", row->expected);
        put_json_number(out, "got", row->got);
        put_json_number(out, "error", row->error);
        cs_text_printf(out, ", \"relative\": %s", row->absolute ? "false" : "true");
        put_json_number(out, "gate", row->gate);
        put_json_text(out, "status", status_name(row->status));
        put_json_text(out, "source", row->source);
        if (row->note) {
            put_json_text(out, "note", row->note);
        } else {
            cs_text_puts(out, ", \"note\": null");
        }
        cs_text_puts(out, "}");
    }
    cs_text_puts(out, "\n]\n");
}

// ---- the verb -----------------------------------------------------------------------------------

/// CS_USAGE, with the id that is nearest to what was typed.
static cs_status refuse(cs_cli *cli, const char *only)
{
    const char **ids = calloc((size_t)cs_physics_count(NULL) + 1, sizeof(*ids));
    if (!ids) {
        return CS_INTERNAL;
    }
    int count = 0;
    for (int i = 0; i < cs_physics_table_count; i++) {
        for (const cs_physics_case *c = cs_physics_tables[i]; c->id; c++) {
            ids[count++] = c->id; // at most one for each row
        }
    }
    const char *near = cs_nearest_word(only, ids);
    char help[160] = "clothsim physics --json lists all ids; the beginning of one up to a '/' will do";
    if (near) {
        (void)snprintf(help, sizeof(help), "did you mean \"%s\"?", near);
    }
    free(ids);
    return cs_cli_usage(cli, help, "there is no case \"%s\"", only);
}

/// What is left to print when all is measured.
static cs_status print(const table *t)
{
    cs_text text = {0};
    switch (t->form) {
    case TEXT:
        put_summary(&text, t);
        break;
    case JSON:
        put_json(&text, t);
        break;
    case MARKDOWN:
        put_markdown(&text, t);
        break;
    }
    cs_status status = text.failed ? CS_INTERNAL : CS_OK;
    if (status == CS_OK) {
        cs_cli_print(t->cli, text.bytes);
    }
    cs_text_free(&text);
    return status;
}

/// Measures and prints `count` rows.
static cs_status measure(cs_cli *cli, const char *only, int count, form wanted)
{
    table t = {.cli = cli, .form = wanted, .rows = calloc((size_t)count, sizeof(*t.rows)), .capacity = count};
    if (!t.rows) {
        return CS_INTERNAL;
    }
    cs_progress_begin(cli->progress, "physics", count);
    cs_status status = cs_physics_run(only, &(cs_lab){.compute = &cli->compute, .log = cli->log}, collect, &t);
    cs_progress_clear(cli->progress);
    if (status == CS_OK || status == CS_MISMATCH) {
        cs_status printed = t.failed ? cs_cli_flush(cli) : print(&t);
        status = printed != CS_OK ? printed : status;
    }
    free(t.rows);
    return status;
}

static cs_status run(cs_cli *cli)
{
    const char *only = cs_args_text(&cli->args, "only");
    bool json = cs_args_flag(&cli->args, "json"), markdown = cs_args_flag(&cli->args, "markdown");
    int count = cs_physics_count(only);
    if (json && markdown) {
        return cs_cli_usage(cli, NULL, "--json and --markdown are two forms of one table");
    }
    if (count == 0) {
        return refuse(cli, only);
    }
    cs_status status = cs_cli_prepare(cli);
    return status == CS_OK ? measure(cli, only, count, json ? JSON : markdown ? MARKDOWN : TEXT) : status;
}

static const cs_option options[] = {
    {.name = "only",
     .kind = CS_OPTION_TEXT,
     .value = "ID",
     .doc = "Only the rows with this id, or whose id begins with it up to a '/': pendulum, pendulum/30, "
            "pendulum/30/xpbd"},
    {.name = "json", .doc = "Print a JSON list; null where nothing was measured"},
    {.name = "markdown", .doc = "Print a Markdown page"},
    {0},
};

static const cs_example examples[] = {
    {"physics", "everything: two minutes on two cores"},
    {"physics --only pendulum", "the periods of pendulums, with every solver"},
    {"physics --only chain/stretch/xpbd --json", "one row, for a program"},
    {0},
};

const cs_verb cs_verb_physics = {
    .name = "physics",
    .summary = "Measure the simulation against closed forms and published data",
    .usage = "[options]",
    .description =
        "Runs the whole validation and prints one table: id, status, expected and measured value, error and the "
        "largest error that passes, and where the expected value comes from. There is a row for each case and each "
        "solver that can do it. What a solver or an element cannot do by nature is not applicable, and its row shows "
        "what it does instead.\n\n"
        "The scenes are part of the program; they lie in scenes/physics as well, to be rendered and changed. The exit "
        "code is 1 when a row fails.",
    .options = options,
    .groups = CS_GROUP_COMPUTE,
    .examples = examples,
    .run = run,
};
