// SPDX-License-Identifier: MIT
//
// The way in: finds the verb, reads its arguments, runs it and turns the outcome into an
// exit code. The only place that exits.
#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/// A closed standard stream would let the next file take its number; in its place comes one on which every use fails.
static void fill_standard_streams(void)
{
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0 && open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0)
            return;
}

static cs_status unknown_verb(const char *typed, cs_log *log)
{
    cs_location where = {.file = "clothsim"};
    if (typed[0] == '-') {
        cs_log_add(log, CS_ERROR, where, NULL, "the verb comes first, as in clothsim render scene.json -o out.png",
                   "unknown option %s", typed);
        return CS_USAGE;
    }
    const char *near = cs_verb_suggest(typed);
    char help[128] = "clothsim help lists the verbs";
    if (near)
        snprintf(help, sizeof help, "did you mean \"%s\"?", near);
    else if (cs_file_exists(typed))
        snprintf(help, sizeof help, "to draw it: clothsim render %.64s -o out.png", typed);
    cs_log_add(log, CS_ERROR, where, NULL, help, "there is no verb \"%s\"", typed);
    return CS_USAGE;
}

static cs_status show_help(cs_cli *cli)
{
    cs_text page = {0};
    cs_help_verb(&page, cli->verb);
    cs_status status = page.failed ? CS_INTERNAL : CS_OK;
    if (!page.failed)
        cs_cli_print(cli, page.bytes);
    cs_text_free(&page);
    return status;
}

static cs_status run_verb(cs_cli *cli, int argc, char *const *argv)
{
    cs_status status = cs_args_parse(cli, argc, argv);
    cli->quiet = cs_args_flag(&cli->args, "quiet");
    cli->color = cs_terminal_color((cs_color_wish)cs_args_number(&cli->args, "color", CS_COLOR_AUTO));
    if (status != CS_OK)
        return status;
    if (cs_args_flag(&cli->args, "help"))
        return show_help(cli);
    if (!cli->quiet)
        cli->progress = cs_progress_create();
    if (cli->verb->max_operands < 0)
        cs_skip_schemas(cli);
    return cli->verb->run(cli);
}

static cs_status dispatch(cs_cli *cli, int argc, char *const *argv)
{
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = "version";
    else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    cli->verb = cs_verb_find(name);
    cli->color = cs_terminal_color(CS_COLOR_AUTO);
    cs_status status = cli->verb ? run_verb(cli, argc - 2, argv + 2) : unknown_verb(name, cli->log);
    return cs_worse(status, cs_cli_flush(cli));
}

int main(int argc, char **argv)
{
    cs_memory_prepare();
    // A library that was built with fast-math may have set flush-to-zero; the workers of a pool see to themselves.
    cs_float_reset();
    fill_standard_streams();
    cs_interrupt_install();
    if (argc < 2) {
        cs_text usage = {0};
        cs_help_short(&usage);
        fputs(usage.failed ? "" : usage.bytes, stderr);
        cs_text_free(&usage);
        return CS_USAGE;
    }
    cs_cli cli = {.log = cs_log_create()};
    cs_status status = dispatch(&cli, argc, argv);
    bool explained = cs_log_count(cli.log, CS_ERROR) > 0;
    cs_cli_report(&cli);
    if (status == CS_INTERNAL && !explained)
        fputs("clothsim: error: out of memory\n", stderr);
    cs_progress_destroy(cli.progress);
    cs_pool_destroy(cli.compute.pool);
    cs_args_free(&cli.args);
    cs_log_destroy(cli.log);
    return (int)status;
}
