// SPDX-License-Identifier: MIT
//
// The progress bar: one line on a terminal's standard error, drawn over itself at most ten
// times a second and gone when the work is done.
#include "cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS_BETWEEN_DRAWS 0.1
/// Before this the speed is not known well enough to tell the time left.
#define SECONDS_BEFORE_ESTIMATE 0.5
#define LONGEST_LABEL           64
#define LONGEST_LINE            512
/// A bar of fewer cells tells nothing that the percentage does not.
#define LEAST_CELLS 8
#define MOST_CELLS  30

struct cs_progress {
    char label[LONGEST_LABEL];
    int64_t total;
    double began, drawn; ///< s, monotonic
    bool visible;
};

cs_progress *cs_progress_create(void)
{
    return cs_terminal_can_redraw() ? calloc(1, sizeof(cs_progress)) : NULL;
}

void cs_progress_destroy(cs_progress *progress)
{
    cs_progress_clear(progress);
    free(progress);
}

void cs_progress_begin(cs_progress *progress, const char *label, int64_t total)
{
    if (!progress)
        return;
    snprintf(progress->label, sizeof progress->label, "%s", label);
    progress->total = total > 0 ? total : 1;
    progress->began = progress->drawn = cs_cli_seconds();
}

static void format_duration(char *text, size_t size, double seconds)
{
    int64_t whole = (int64_t)(seconds + 0.5);
    if (whole >= 3600)
        snprintf(text, size, "%lldh%02lldm", (long long)(whole / 3600), (long long)(whole / 60 % 60));
    else if (whole >= 60)
        snprintf(text, size, "%lldm%02llds", (long long)(whole / 60), (long long)(whole % 60));
    else
        snprintf(text, size, "%llds", (long long)whole);
}

void cs_progress_format(char *text, size_t size, const char *label, int64_t done, int64_t total, double seconds_left,
                        int width)
{
    char tail[LONGEST_LINE], duration[32];
    int percent = (int)(100.0 * (double)done / (double)total);
    if (seconds_left < 0) {
        snprintf(tail, sizeof tail, "%3d %%", percent);
    } else {
        format_duration(duration, sizeof duration, seconds_left);
        snprintf(tail, sizeof tail, "%3d %%  %s left", percent, duration);
    }
    // The last column stays free: writing it makes some terminals wrap.
    int room = width - 1;
    if (room < 0 || size == 0)
        room = 0;
    if ((size_t)room >= size)
        room = (int)size - 1;
    int label_length = (int)strlen(label), tail_length = (int)strlen(tail);
    int cells = room - label_length - tail_length - 6;
    if (cells > MOST_CELLS)
        cells = MOST_CELLS;
    if (cells >= LEAST_CELLS) {
        char bar[MOST_CELLS + 1];
        int full = (int)((double)cells * (double)done / (double)total);
        for (int i = 0; i < cells; i++)
            bar[i] = i < full ? '#' : '.';
        bar[cells] = '\0';
        snprintf(text, size, "%s  [%s]  %s", label, bar, tail);
    } else if (label_length + 2 + tail_length <= room) {
        snprintf(text, size, "%s  %s", label, tail);
    } else {
        // Too narrow for the words: the figures alone, cut if they must be.
        snprintf(text, size, "%.*s", room, tail);
    }
}

void cs_progress_update(cs_progress *progress, int64_t done)
{
    if (!progress || progress->total == 0)
        return;
    double time = cs_cli_seconds();
    if (time - progress->drawn < SECONDS_BETWEEN_DRAWS)
        return;
    progress->drawn = time;
    if (done > progress->total)
        done = progress->total;
    double spent = time - progress->began;
    double left =
        done > 0 && spent >= SECONDS_BEFORE_ESTIMATE ? spent * (double)(progress->total - done) / (double)done : -1;
    char line[LONGEST_LINE];
    cs_progress_format(line, sizeof line, progress->label, done, progress->total, left,
                       cs_terminal_width(STDERR_FILENO));
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    progress->visible = true;
}

void cs_progress_clear(cs_progress *progress)
{
    if (!progress || !progress->visible)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->visible = false;
}
