// SPDX-License-Identifier: MIT
//
// render: one picture of the final state of each scene.
#include "cli/run.h"
#include "cli/stats_sink.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What is to be done with one scene.
typedef struct job {
    const char *scene;
    char *out;
    char *stats;      ///< NULL: the verb's common sink, if any
    cs_status status; ///< of the checks before the run
} job;

static cs_status check_command(cs_cli *cli)
{
    const cs_args *args = &cli->args;
    const char *out = cs_args_text(args, "output"), *stats = cs_args_text(args, "stats");
    if (!out)
        return cs_cli_usage(cli, "as in -o out.png; -o - writes to standard output", "needs -o OUT");
    if (args->operand_count > 1 && !cs_output_has_name(out))
        return cs_cli_usage(cli, "{name} stands for the scene's name, as in -o 'out/{name}.png'",
                            "%d scenes need a {name} in OUT, or each picture would overwrite the one before",
                            args->operand_count);
    if (stats && strcmp(stats, out) == 0)
        return cs_cli_usage(cli, NULL, "the picture and the statistics cannot both go to \"%s\"", out);
    return CS_OK;
}

static cs_status check_job(cs_cli *cli, job *jobs, int i)
{
    job *mine = &jobs[i];
    for (int j = 0; j < i; j++)
        if (strcmp(jobs[j].out, mine->out) == 0)
            return cs_cli_usage(cli, "give the scenes different names, or render them in separate calls",
                                "\"%s\" and \"%s\" would both be written to \"%s\"", jobs[j].scene, mine->scene,
                                mine->out);
    return CS_OK;
}

/// Pictures and statistics, under whatever names: no two in one file.
static cs_status check_distinct(cs_cli *cli, const job *jobs)
{
    int count = cli->args.operand_count;
    const char *stats = cs_args_text(&cli->args, "stats");
    const char **paths = calloc(2 * (size_t)count + 1, sizeof *paths);
    if (!paths)
        return CS_INTERNAL;
    for (int i = 0; i < count; i++) {
        paths[2 * i] = jobs[i].out;
        paths[2 * i + 1] = jobs[i].stats;
    }
    paths[2 * count] = stats && !cs_output_has_name(stats) ? stats : NULL;
    cs_status status = cs_check_distinct(cli, paths, 2 * count + 1);
    free(paths);
    return status;
}

/// Fills the jobs. A fault of the command line stops everything before anything runs; a fault of one output only
/// that job.
static cs_status plan(cs_cli *cli, job *jobs)
{
    const char *stats = cs_args_text(&cli->args, "stats");
    for (int i = 0; i < cli->args.operand_count; i++) {
        job *mine = &jobs[i];
        mine->scene = cli->args.operands[i];
        mine->out = cs_output_expand(cs_args_text(&cli->args, "output"), mine->scene);
        if (stats && cs_output_has_name(stats)) {
            mine->stats = cs_output_expand(stats, mine->scene);
            if (!mine->stats)
                return CS_INTERNAL;
        }
        if (!mine->out)
            return CS_INTERNAL;
        cs_status status = check_job(cli, jobs, i);
        if (status != CS_OK)
            return status;
    }
    cs_status distinct = check_distinct(cli, jobs);
    if (distinct != CS_OK)
        return distinct;
    for (int i = 0; i < cli->args.operand_count; i++) {
        jobs[i].status = cs_output_check(cli, jobs[i].out, true);
        if (jobs[i].stats)
            jobs[i].status = cs_worse(jobs[i].status, cs_output_check(cli, jobs[i].stats, false));
        if (jobs[i].status == CS_USAGE)
            return CS_USAGE;
    }
    return CS_OK;
}

static cs_status write_results(cs_run *run, const job *mine, cs_stats_sink *sink)
{
    cs_status status = cs_run_write_png(run, mine->out);
    if (status != CS_OK || (!mine->stats && !sink->path))
        return status;
    bool lines = run->cli->args.operand_count > 1 && !mine->stats;
    char *text = cs_run_statistics_text(run, !lines);
    if (!text)
        return CS_INTERNAL;
    status = mine->stats ? cs_output_text(run->cli, mine->stats, text) : cs_stats_add(sink, text);
    free(text);
    cs_cli_report(run->cli);
    return status;
}

static cs_status render(cs_cli *cli, const job *mine, cs_stats_sink *sink)
{
    cs_run run;
    cs_status status = cs_run_open(&run, cli, mine->scene);
    if (status == CS_OK) {
        char *name = cs_scene_name(mine->scene);
        cs_progress_begin(cli->progress, name ? name : "", run.last_step);
        free(name);
        status = cs_run_start(&run);
    }
    if (status == CS_OK)
        status = cs_run_advance(&run, run.last_step);
    if (status == CS_OK)
        status = cs_run_draw(&run);
    if (status == CS_OK)
        status = write_results(&run, mine, sink);
    if (status == CS_OK)
        cs_run_report_timing(&run);
    cs_run_close(&run);
    return status;
}

static cs_status run_jobs(cs_cli *cli, job *jobs)
{
    const char *stats = cs_args_text(&cli->args, "stats");
    cs_status status = plan(cli, jobs);
    if (status != CS_OK)
        return status;
    cs_stats_sink sink;
    status = cs_stats_open(&sink, cli, stats && !cs_output_has_name(stats) ? stats : NULL);
    cs_cli_report(cli);
    if (status != CS_OK)
        return status;
    cs_status worst = CS_OK;
    for (int i = 0; i < cli->args.operand_count; i++) {
        status = jobs[i].status == CS_OK ? render(cli, &jobs[i], &sink) : jobs[i].status;
        worst = cs_worse(worst, status);
    }
    return cs_worse(worst, cs_stats_close(&sink));
}

static cs_status run(cs_cli *cli)
{
    cs_status status = check_command(cli);
    if (status == CS_OK)
        status = cs_check_scene_list(cli);
    if (status != CS_OK)
        return status;
    int count = cli->args.operand_count;
    job *jobs = calloc((size_t)count, sizeof *jobs);
    if (!jobs)
        return CS_INTERNAL;
    status = run_jobs(cli, jobs);
    for (int i = 0; i < count; i++) {
        free(jobs[i].out);
        free(jobs[i].stats);
    }
    free(jobs);
    return status;
}

static const cs_option options[] = {
    {.name = "output",
     .letter = 'o',
     .kind = CS_OPTION_FILE,
     .value = "OUT",
     .doc = "The picture, a PNG; - is the standard output. {name} stands for the scene's file name without folder and "
            "ending"},
    {0},
};

static const cs_example examples[] = {
    {"render scene.json -o out.png", "simulate to the end and draw"},
    {"render scene.json -o early.png --steps 100 --set image.samples=1", "a quick look at an early state"},
    {"render scenes/*.json -o 'out/{name}.png' --stats 'out/{name}.json'", "all scenes with their statistics"},
    {"init - | clothsim render - -o - > out.png", "from and to pipes"},
    {0},
};

const cs_verb cs_verb_render = {
    .name = "render",
    .summary = "Simulate scenes and draw the final state of each",
    .usage = "SCENE... -o OUT [options]",
    .description =
        "Runs every scene to its end, or to --steps, and writes one PNG for each. SCENE may be - for standard "
        "input.\n\n"
        "Several scenes are all done, whatever becomes of one of them; OUT then needs a {name}, and the exit code is "
        "the worst one: 0, 1, 6, 5, 3, 4 in this order. --stats writes one JSON object for a single scene, and one "
        "line a scene for several, unless FILE holds a {name} too.",
    .options = options,
    .groups = CS_GROUP_SCENE | CS_GROUP_COMPUTE | CS_GROUP_STEPS | CS_GROUP_STATS,
    .min_operands = 1,
    .max_operands = -1,
    .operand = "SCENE",
    .examples = examples,
    .run = run,
};
