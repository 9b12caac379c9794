// SPDX-License-Identifier: MIT
//
// Colour and width of the terminal.

// TIOCGWINSZ is not in POSIX.
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE

#include "cli/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define DEFAULT_WIDTH 80
/// Larger values of COLUMNS are taken for a mistake.
#define LARGEST_WIDTH 10000

static bool is_dumb(void)
{
    const char *term = getenv("TERM");
    return !term || !*term || strcmp(term, "dumb") == 0;
}

bool cs_terminal_color(cs_color_wish wish)
{
    if (wish != CS_COLOR_AUTO)
        return wish == CS_COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    return !(no_color && *no_color) && isatty(STDERR_FILENO) && !is_dumb();
}

bool cs_terminal_can_redraw(void)
{
    return isatty(STDERR_FILENO) && !is_dumb();
}

int cs_terminal_width(int descriptor)
{
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    const char *columns = getenv("COLUMNS");
    int64_t width;
    if (columns && cs_parse_integer(columns, &width) && width > 0 && width < LARGEST_WIDTH)
        return (int)width;
    return DEFAULT_WIDTH;
}
