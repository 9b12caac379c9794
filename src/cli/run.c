// SPDX-License-Identifier: MIT
//
// One scene on its way from file to picture, with progress, interruption and timing.
#include "cli/run.h"

#include "cli/interrupt.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Shows what there is to say and passes the outcome on.
static cs_status reported(cs_run *run, cs_status status)
{
    if (cs_log_size(run->cli->log) > 0)
        cs_cli_report(run->cli);
    return status;
}

cs_status cs_run_open(cs_run *run, cs_cli *cli, const char *path)
{
    *run = (cs_run){.cli = cli, .path = path, .frame = cs_default_frame()};
    double start = cs_cli_seconds();
    const char **sets = calloc((size_t)cli->args.setting_count + 1, sizeof *sets);
    if (!sets)
        return CS_INTERNAL;
    cs_scene_options options = {
        .set_count = cs_args_all(&cli->args, "set", sets),
        .sets = sets,
        .max_memory = (uint64_t)cs_args_number(&cli->args, "max-memory", 0),
    };
    cs_status status = cs_scene_load(path, &options, cli->log, &run->scene);
    free(sets);
    if (status != CS_OK)
        return reported(run, status);
    int64_t wished = cs_args_number(&cli->args, "steps", INT64_MAX);
    run->last_step = cs_scene_total_steps(run->scene);
    if (wished < run->last_step)
        run->last_step = wished;
    run->timing.load = cs_cli_seconds() - start;
    return reported(run, CS_OK);
}

cs_status cs_run_start_simulation(cs_run *run)
{
    double start = cs_cli_seconds();
    cs_status status = cs_cli_prepare(run->cli);
    if (status == CS_OK)
        status = cs_sim_create(run->scene, &run->cli->compute, run->cli->log, &run->sim);
    run->timing.load += cs_cli_seconds() - start;
    return reported(run, status);
}

cs_status cs_run_start(cs_run *run)
{
    cs_status status = cs_run_start_simulation(run);
    double start = cs_cli_seconds();
    if (status == CS_OK)
        status = cs_renderer_create(run->scene, &run->cli->compute, run->cli->log, &run->renderer);
    run->timing.load += cs_cli_seconds() - start;
    return reported(run, status);
}

cs_status cs_run_advance(cs_run *run, int64_t step)
{
    double start = cs_cli_seconds();
    cs_status status = CS_OK;
    int64_t done = cs_sim_step_index(run->sim);
    if (done < step)
        run->image = NULL;
    for (; done < step && status == CS_OK; done++) {
        if (cs_interrupted()) {
            status = CS_RESUMABLE;
        } else {
            status = cs_sim_step(run->sim, run->cli->log);
            cs_progress_update(run->cli->progress, done + 1);
        }
    }
    run->timing.simulate += cs_cli_seconds() - start;
    return reported(run, status);
}

cs_status cs_run_draw(cs_run *run)
{
    double start = cs_cli_seconds();
    run->image = NULL;
    cs_status status = cs_sim_snapshot(run->sim, &run->frame);
    if (status == CS_OK)
        status = cs_renderer_draw(run->renderer, &run->frame, run->cli->log, &run->image);
    run->timing.render += cs_cli_seconds() - start;
    return reported(run, status);
}

cs_status cs_run_statistics(cs_run *run, cs_statistics *statistics)
{
    return reported(run, cs_statistics_collect(run->scene, run->sim, run->image, statistics));
}

char *cs_run_statistics_text(cs_run *run, bool pretty)
{
    cs_statistics statistics;
    if (cs_run_statistics(run, &statistics) != CS_OK)
        return NULL;
    bool timing = cs_args_flag(&run->cli->args, "timing");
    char *text = cs_statistics_json(&statistics, timing ? &run->timing : NULL, pretty);
    cs_statistics_free(&statistics);
    return text;
}

cs_status cs_run_write_png(cs_run *run, const char *path)
{
    double start = cs_cli_seconds();
    cs_status status = cs_image_write_png(run->image, path, run->cli->log);
    run->timing.write += cs_cli_seconds() - start;
    return reported(run, status);
}

void cs_run_report_timing(const cs_run *run)
{
    if (!cs_args_flag(&run->cli->args, "timing"))
        return;
    const cs_timing *t = &run->timing;
    cs_cli_note(run->cli, "%s: load %.1f ms, simulate %.1f ms, render %.1f ms, write %.1f ms", run->path, 1e3 * t->load,
                1e3 * t->simulate, 1e3 * t->render, 1e3 * t->write);
}

void cs_run_close(cs_run *run)
{
    cs_progress_clear(run->cli->progress);
    cs_frame_clear(&run->frame);
    cs_renderer_destroy(run->renderer);
    cs_sim_destroy(run->sim);
    cs_scene_destroy(run->scene);
    *run = (cs_run){0};
}
