// SPDX-License-Identifier: MIT
//
// SIGINT, SIGTERM and SIGHUP. By default the first one ends the program with 130 at once; outputs are
// written so that this leaves nothing partial (cs_file_write). A verb that can go on later
// catches the first one, brings its work to a good end and returns CS_RESUMABLE; the second
// one still ends the program at once.
#ifndef CS_CLI_INTERRUPT_H
#define CS_CLI_INTERRUPT_H

#include <stdbool.h>

/// Sets the handlers; SIGPIPE is ignored, so that writing to a closed pipe is an error like any other.
void cs_interrupt_install(void);
/// From now on the first signal is only noted.
void cs_interrupt_catch(void);
/// Did one come since then?
bool cs_interrupted(void);

#endif
