// SPDX-License-Identifier: MIT
//
// What the command line knows about its terminal: colour or not, how wide, and the progress bar.
#ifndef CS_CLI_TERMINAL_H
#define CS_CLI_TERMINAL_H

#include "cli/cli.h"

typedef enum cs_color_wish {
    CS_COLOR_AUTO, ///< the order is that of the choices of --color
    CS_COLOR_ALWAYS,
    CS_COLOR_NEVER,
} cs_color_wish;

/// Should messages on standard error be coloured? Under auto: on a terminal that is not dumb, unless NO_COLOR is set
/// to something (https://no-color.org).
bool cs_terminal_color(cs_color_wish wish);
/// Can lines on standard error be drawn over?
bool cs_terminal_can_redraw(void);
/// Columns of the terminal at a descriptor: TIOCGWINSZ, else COLUMNS, else 80.
int cs_terminal_width(int descriptor);

/// A bar on standard error with the part done and the time left. NULL, which every function takes, unless standard
/// error is a terminal that is not dumb.
cs_progress *cs_progress_create(void);
void cs_progress_destroy(cs_progress *progress);
/// Begins a new bar: `label` (copied) tells what is going on.
void cs_progress_begin(cs_progress *progress, const char *label, int64_t total);
/// `done` of the total. Draws at most ten times a second.
void cs_progress_update(cs_progress *progress, int64_t done);
/// Takes the bar off the screen, so that something else can be written; the next update draws it again.
void cs_progress_clear(cs_progress *progress);

/// The text of a bar for a terminal of `width` columns, without control characters; never wider than width - 1.
/// `seconds_left` < 0: not known yet.
void cs_progress_format(char *text, size_t size, const char *label, int64_t done, int64_t total, double seconds_left,
                        int width);

#endif
