// SPDX-License-Identifier: MIT
//
// The signal handlers. The two flags below are the only state of the program that is not
// handed from function to function: a handler gets no context.
#include "cli/interrupt.h"

#include "cli/terminal.h"

#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t catching, caught;

static void handle(int signal)
{
    (void)signal;
    if (catching && !caught) {
        caught = 1;
        return;
    }
    static const char clear_line[] = "\r\033[K";
    if (cs_terminal_can_redraw() && write(STDERR_FILENO, clear_line, sizeof clear_line - 1) < 0)
        _exit(CS_INTERRUPTED);
    _exit(CS_INTERRUPTED);
}

void cs_interrupt_install(void)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaddset(&action.sa_mask, SIGHUP);
    // An ignored SIGINT is caught all the same: shells ignore it for jobs in the background, and one that is sent to
    // such a job is meant. An ignored SIGHUP stays ignored: that is what nohup is for.
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction old;
    if (sigaction(SIGHUP, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
}

void cs_interrupt_catch(void)
{
    catching = 1;
}

bool cs_interrupted(void)
{
    return caught != 0;
}
