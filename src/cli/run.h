// SPDX-License-Identifier: MIT
//
// One scene on its way from file to picture: load, simulate to a step, draw, count.
// Shared by every verb that runs a scene, so that progress, interruption, timing and
// the messages are the same everywhere.
#ifndef CS_CLI_RUN_H
#define CS_CLI_RUN_H

#include "check/check.h"
#include "cli/cli.h"

#include <clothsim/clothsim.h>

typedef struct cs_run {
    cs_cli *cli;
    const char *path; ///< of the scene, as the user named it
    cs_scene *scene;
    int64_t last_step; ///< where the run ends: after the scene's phases, or at --steps when that comes first
    cs_sim *sim;
    cs_renderer *renderer;
    cs_frame frame;
    const cs_image *image; ///< the picture of the present state; NULL when it was not drawn
    cs_timing timing;
} cs_run;

// Every function that fails has shown the reason (cs_cli_report) before it returns. After a failure only
// cs_run_close may be called.

/// Loads and checks the scene with --set and --max-memory.
cs_status cs_run_open(cs_run *run, cs_cli *cli, const char *path);
/// Makes the simulation: the stability check happens here.
cs_status cs_run_start_simulation(cs_run *run);
/// Makes simulation and renderer.
cs_status cs_run_start(cs_run *run);
/// Steps on until `step` is reached (at most run->last_step). CS_DIVERGED, or CS_RESUMABLE when the verb catches
/// signals (interrupt.h) and one came.
cs_status cs_run_advance(cs_run *run, int64_t step);
/// Draws the present state. run->image holds until the next step or draw.
cs_status cs_run_draw(cs_run *run);
/// Statistics of the present state and of run->image if there is one. Free with cs_statistics_free.
cs_status cs_run_statistics(cs_run *run, cs_statistics *statistics);
/// The same as JSON text, with timings under --timing. For free(); NULL: no memory (shown).
char *cs_run_statistics_text(cs_run *run, bool pretty);
/// Writes run->image as a PNG.
cs_status cs_run_write_png(cs_run *run, const char *path);
/// One line about the time spent, on standard error, under --timing.
void cs_run_report_timing(const cs_run *run);
void cs_run_close(cs_run *run);

#endif
