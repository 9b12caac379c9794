// SPDX-License-Identifier: MIT
//
// Reads lists and ranges of steps, and holds them against the length of the run.
#include "cli/frame_steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// More pictures than this are surely a mistake, and a folder that nothing can list.
#define MOST_FRAMES 10000000

/// Reads the whole number at *text and moves behind it; false when there is none or it does not fit.
static bool take_number(const char **text, int64_t *value)
{
    char digits[24];
    size_t length = strspn(*text, "0123456789");
    if (length == 0 || length >= sizeof digits)
        return false;
    snprintf(digits, sizeof digits, "%.*s", (int)length, *text);
    *text += length;
    return cs_parse_integer(digits, value);
}

static cs_status check_end(cs_cli *cli, const char *option, int64_t step, int64_t last_step)
{
    if (step <= last_step)
        return CS_OK;
    char help[96];
    snprintf(help, sizeof help, "steps are counted from 0, the start, to %lld, the end", (long long)last_step);
    return cs_cli_usage(cli, help, "%s: step %lld is beyond the last step, %lld", option, (long long)step,
                        (long long)last_step);
}

cs_status cs_frame_steps_at(cs_cli *cli, int64_t last_step, cs_frame_steps *list)
{
    *list = (cs_frame_steps){0};
    const char *text = cs_args_text(&cli->args, "at"), *whole = text;
    size_t room = 1;
    for (const char *c = text; *c; c++)
        room += *c == ',';
    if (room > MOST_FRAMES)
        return cs_cli_usage(cli, NULL, "--at names more than %d steps", MOST_FRAMES);
    list->steps = calloc(room, sizeof *list->steps);
    if (!list->steps)
        return CS_INTERNAL;
    for (;;) {
        int64_t step;
        if (!take_number(&text, &step) || (*text != ',' && *text != '\0'))
            return cs_cli_usage(cli, NULL, "--at takes steps separated by commas, as in 0,150,300, not \"%s\"", whole);
        cs_status status = check_end(cli, "--at", step, last_step);
        if (status != CS_OK)
            return status;
        list->steps[list->count++] = step;
        if (*text++ == '\0')
            return CS_OK;
    }
}

static int compare_steps(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void sort_and_unite(cs_frame_steps *list)
{
    qsort(list->steps, (size_t)list->count, sizeof *list->steps, compare_steps);
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (kept == 0 || list->steps[kept - 1] != list->steps[i])
            list->steps[kept++] = list->steps[i];
    list->count = kept;
}

/// first, first + every, ... and last, whether the stride hits it or not.
static cs_status make_range(cs_cli *cli, int64_t first, int64_t last, int64_t every, cs_frame_steps *list)
{
    int64_t strides = (last - first) / every;
    if (strides >= MOST_FRAMES)
        return cs_cli_usage(cli, "take fewer with --every", "%lld frames are more than the limit of %d",
                            (long long)strides + 1, MOST_FRAMES);
    list->steps = calloc((size_t)strides + 2, sizeof *list->steps);
    if (!list->steps)
        return CS_INTERNAL;
    for (int64_t i = 0; i <= strides; i++)
        list->steps[list->count++] = first + i * every;
    if (list->steps[list->count - 1] != last)
        list->steps[list->count++] = last;
    return CS_OK;
}

/// A:B or A:B:K.
static cs_status choose_range(cs_cli *cli, const char *text, int64_t last_step, cs_frame_steps *list)
{
    const char *at = text;
    int64_t first, last, every = 1;
    bool good = take_number(&at, &first) && *at++ == ':' && take_number(&at, &last);
    if (good && *at == ':') {
        at++;
        good = take_number(&at, &every) && every > 0;
    }
    if (!good || *at)
        return cs_cli_usage(cli, NULL, "--frames takes A:B or A:B:K, as in 0:600:10, not \"%s\"", text);
    if (first > last)
        return cs_cli_usage(cli, NULL, "--frames: the first step, %lld, is after the last, %lld", (long long)first,
                            (long long)last);
    cs_status status = check_end(cli, "--frames", last, last_step);
    return status == CS_OK ? make_range(cli, first, last, every, list) : status;
}

cs_status cs_frame_steps_choose(cs_cli *cli, int64_t last_step, cs_frame_steps *list)
{
    *list = (cs_frame_steps){0};
    const char *at = cs_args_text(&cli->args, "at"), *frames = cs_args_text(&cli->args, "frames");
    const char *every = cs_args_text(&cli->args, "every");
    if ((at != NULL) + (frames != NULL) + (every != NULL) > 1)
        return cs_cli_usage(cli, NULL, "only one of --at, --frames and --every can choose the steps");
    if (frames)
        return choose_range(cli, frames, last_step, list);
    if (!at)
        return make_range(cli, 0, last_step, cs_args_number(&cli->args, "every", 1), list);
    cs_status status = cs_frame_steps_at(cli, last_step, list);
    if (status == CS_OK)
        sort_and_unite(list);
    return status;
}

void cs_frame_steps_free(cs_frame_steps *list)
{
    free(list->steps);
    *list = (cs_frame_steps){0};
}
