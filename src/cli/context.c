// SPDX-License-Identifier: MIT
//
// What every verb shares while it runs: messages to the user, the threads, the clock, the order of outcomes.
#include "cli/terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/// Threads to try when those for all cores cannot be started.
#define MOST_FALLBACK_THREADS 4

cs_status cs_cli_prepare(cs_cli *cli)
{
    cli->compute.simd = (cs_simd)cs_args_number(&cli->args, "simd", CS_SIMD_AUTO);
    int threads = (int)cs_args_number(&cli->args, "threads", 0);
    if (threads == 1 || cli->compute.pool || cli->prepared)
        return CS_OK;
    cli->prepared = true;
    cli->compute.pool = cs_pool_create(threads);
    // The result does not depend on the threads, so fewer of them, in the end the caller alone, will do.
    int fewer = threads > 0 ? threads / 2 : MOST_FALLBACK_THREADS;
    for (; !cli->compute.pool && fewer > 1; fewer /= 2)
        cli->compute.pool = cs_pool_create(fewer);
    int got = cs_pool_threads(cli->compute.pool);
    if (threads > 0 ? got < threads : got == 1 && !cli->compute.pool)
        cs_log_warning(cli->log, "clothsim", "cannot start so many threads; going on with %d", got);
    return CS_OK;
}

void cs_cli_report(cs_cli *cli)
{
    cs_progress_clear(cli->progress);
    int shown = 0, dropped = cs_log_count(cli->log, CS_NOTE) - cs_log_size(cli->log);
    for (int i = 0; i < cs_log_size(cli->log); i++) {
        const cs_diagnostic *diagnostic = cs_log_get(cli->log, i);
        if (cli->quiet && diagnostic->severity < CS_ERROR)
            continue;
        char *text = cs_diagnostic_format(diagnostic, cli->color);
        fputs(text ? text : diagnostic->message, stderr);
        if (!text)
            fputc('\n', stderr);
        free(text);
        shown++;
    }
    if (dropped > 0)
        fprintf(stderr, "clothsim: and %d more after the first %d\n", dropped, shown);
    cs_log_clear(cli->log);
}

cs_status cs_cli_usage(cs_cli *cli, const char *help, const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, list);
    va_end(list);
    char *message = length < 0 ? NULL : malloc((size_t)length + 1);
    if (message)
        vsnprintf(message, (size_t)length + 1, format, again);
    va_end(again);
    char where[64], see[64];
    snprintf(where, sizeof where, "clothsim %s", cli->verb->name);
    snprintf(see, sizeof see, "see clothsim help %s", cli->verb->name);
    cs_location location = {.file = where};
    cs_log_add(cli->log, CS_ERROR, location, NULL, help ? help : see, "%s", message ? message : format);
    free(message);
    return CS_USAGE;
}

void cs_cli_print(cs_cli *cli, const char *text)
{
    if (fputs(text, stdout) < 0 && !cli->output_error)
        cli->output_error = errno;
}

cs_status cs_cli_flush(cs_cli *cli)
{
    if (fflush(stdout) != 0 && !cli->output_error)
        cli->output_error = errno;
    bool failed = cli->output_error || ferror(stdout);
    if (failed && !cli->output_lost && cli->output_error != EPIPE)
        cs_log_error(cli->log, "standard output", "cannot write: %s",
                     cli->output_error ? strerror(cli->output_error) : "an earlier write failed");
    cli->output_lost |= failed;
    return failed ? CS_IO : CS_OK;
}

void cs_cli_note(cs_cli *cli, const char *format, ...)
{
    if (cli->quiet)
        return;
    cs_progress_clear(cli->progress);
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}

double cs_cli_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

cs_status cs_worse(cs_status a, cs_status b)
{
    static const cs_status order[] = {CS_OK, CS_MISMATCH, CS_NO_REFERENCE, CS_DIVERGED,   CS_INVALID_SCENE,
                                      CS_IO, CS_USAGE,    CS_RESUMABLE,    CS_INTERRUPTED};
    size_t rank_a = CS_COUNT(order), rank_b = CS_COUNT(order);
    for (size_t i = 0; i < CS_COUNT(order); i++) {
        if (order[i] == a)
            rank_a = i;
        if (order[i] == b)
            rank_b = i;
    }
    return rank_a >= rank_b ? a : b;
}
