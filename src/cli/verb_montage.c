// SPDX-License-Identifier: MIT
//
// montage: chosen steps of one scene on one sheet.
#include "cli/frame_steps.h"
#include "cli/run.h"
#include "cli/stats_sink.h"
#include "cli/terminal.h"
#include "image/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Gaps in pixels; more than a sheet can be wide makes no sense.
#define LARGEST_GAP     CS_MAX_IMAGE_SIDE
#define LONGEST_CAPTION 64

/// One picture of the sheet.
typedef struct picture {
    cs_image *image; ///< its own copy; NULL when `same_as` has it
    int same_as;     ///< an earlier picture of the same step, or itself
    char *statistics;
    char caption[LONGEST_CAPTION];
} picture;

typedef struct job {
    cs_cli *cli;
    cs_run run;
    cs_montage montage;
    cs_frame_steps steps; ///< in the order of the sheet
    int *by_time;         ///< indices into `steps`, ascending steps
    picture *pictures;
    cs_stats_sink sink;
} job;

// ---- the command ----------------------------------------------------------------

static cs_status read_layout(job *j)
{
    const cs_args *args = &j->cli->args;
    j->montage = cs_default_montage();
    j->montage.captions = !cs_args_flag(args, "no-captions");
    const char *gap = cs_args_text(args, "gap"), *background = cs_args_text(args, "background");
    double values[3];
    if (gap) {
        if (!cs_parse_numbers(gap, 2, values) || values[0] < 0 || values[1] < 0 || values[0] > LARGEST_GAP ||
            values[1] > LARGEST_GAP || floor(values[0]) != values[0] || floor(values[1]) != values[1])
            return cs_cli_usage(j->cli, NULL, "--gap takes two whole numbers of pixels, as in 20,40, not \"%s\"", gap);
        j->montage.gap_x = (int)values[0];
        j->montage.gap_y = (int)values[1];
    }
    if (background) {
        bool good = cs_parse_numbers(background, 3, values);
        for (int i = 0; good && i < 3; i++)
            good = values[i] >= 0 && values[i] <= 1;
        if (!good)
            return cs_cli_usage(j->cli, NULL,
                                "--background takes red, green and blue from 0 to 1, as in 0.1,0.1,0.2, not \"%s\"",
                                background);
        j->montage.background = (cs_vec3){values[0], values[1], values[2]};
    }
    return CS_OK;
}

/// As many columns as make the sheet about as many pictures high as wide.
static int natural_columns(int count)
{
    int columns = 1;
    while ((int64_t)columns * columns < count)
        columns++;
    return columns;
}

/// Pictures and sheet must fit into --max-memory and the sheet into a picture, which is checked before the simulation.
static cs_status check_size(const job *j)
{
    const cs_image_settings *image = &j->run.scene->image;
    int64_t count = j->steps.count;
    int64_t width, height;
    cs_montage_size(&j->montage, j->steps.count, image->width, image->height, &width, &height);
    if (width > CS_MAX_IMAGE_SIDE || height > CS_MAX_IMAGE_SIDE)
        return cs_cli_usage(j->cli, "fewer steps, other --columns, or a smaller picture with --set image.width=N",
                            "the sheet would be %lld x %lld pixels; the largest side is %d", (long long)width,
                            (long long)height, CS_MAX_IMAGE_SIDE);
    int64_t pixels = count * image->width * image->height + width * height;
    int64_t limit = cs_args_number(&j->cli->args, "max-memory", (int64_t)CS_DEFAULT_MAX_MEMORY);
    if (3 * pixels <= limit)
        return CS_OK;
    cs_log_error(j->cli->log, j->run.path,
                 "%lld pictures of %d x %d and their sheet need %lld KiB, more than --max-memory", (long long)count,
                 image->width, image->height, (long long)(3 * pixels >> 10));
    return CS_INVALID_SCENE;
}

static cs_status sort_by_time(job *j)
{
    int count = j->steps.count;
    const int64_t *steps = j->steps.steps;
    j->by_time = calloc((size_t)count, sizeof *j->by_time);
    j->pictures = calloc((size_t)count, sizeof *j->pictures);
    if (!j->by_time || !j->pictures)
        return CS_INTERNAL;
    // The sheet's size limit keeps the list short. Stable, so that of equal steps the first one is drawn.
    for (int i = 0; i < count; i++) {
        int at = i;
        for (; at > 0 && steps[j->by_time[at - 1]] > steps[i]; at--)
            j->by_time[at] = j->by_time[at - 1];
        j->by_time[at] = i;
    }
    return CS_OK;
}

static cs_status prepare(job *j)
{
    cs_cli *cli = j->cli;
    const char *out = cs_args_text(&cli->args, "output"), *stats = cs_args_text(&cli->args, "stats");
    if (!out)
        return cs_cli_usage(cli, "as in -o sheet.png; -o - writes to standard output", "needs -o OUT");
    if (!cs_args_text(&cli->args, "at"))
        return cs_cli_usage(cli, "as in --at 0,150,300,600", "needs --at with the steps to show");
    if (stats && strcmp(stats, out) == 0)
        return cs_cli_usage(cli, NULL, "the picture and the statistics cannot both go to \"%s\"", out);
    cs_status status = read_layout(j);
    if (status == CS_OK)
        status = cs_check_distinct(cli, (const char *const[]){out, stats}, 2);
    if (status == CS_OK)
        status = cs_output_check(cli, out, true);
    if (status == CS_OK)
        status = cs_stats_open(&j->sink, cli, stats);
    if (status == CS_OK)
        status = cs_run_open(&j->run, cli, cli->args.operands[0]);
    if (status == CS_OK)
        status = cs_frame_steps_at(cli, j->run.last_step, &j->steps);
    if (status != CS_OK)
        return status;
    j->montage.columns = (int)cs_args_number(&cli->args, "columns", natural_columns(j->steps.count));
    status = check_size(j);
    return status == CS_OK ? sort_by_time(j) : status;
}

// ---- the pictures -----------------------------------------------------------------

static cs_status take_picture(job *j, int index)
{
    picture *mine = &j->pictures[index];
    const cs_image *drawn = j->run.image;
    mine->same_as = index;
    mine->image = cs_image_create(drawn->width, drawn->height, false);
    if (!mine->image)
        return CS_INTERNAL;
    memcpy(mine->image->rgb, drawn->rgb, (size_t)drawn->width * (size_t)drawn->height * 3);
    snprintf(mine->caption, sizeof mine->caption, "step %lld   %.2f s", (long long)j->steps.steps[index],
             cs_sim_time(j->run.sim));
    if (!j->sink.path)
        return CS_OK;
    mine->statistics = cs_run_statistics_text(&j->run, false);
    return mine->statistics ? CS_OK : CS_INTERNAL;
}

static cs_status take_pictures(job *j)
{
    int64_t last_step = 0;
    for (int i = 0; i < j->steps.count; i++)
        last_step = j->steps.steps[i] > last_step ? j->steps.steps[i] : last_step;
    char *name = cs_scene_name(j->run.path);
    cs_progress_begin(j->cli->progress, name ? name : "", last_step);
    free(name);
    cs_status status = cs_run_start(&j->run);
    for (int i = 0; i < j->steps.count && status == CS_OK; i++) {
        int index = j->by_time[i];
        int before = i > 0 ? j->by_time[i - 1] : index;
        if (i > 0 && j->steps.steps[before] == j->steps.steps[index]) {
            j->pictures[index].same_as = j->pictures[before].same_as;
            continue;
        }
        status = cs_run_advance(&j->run, j->steps.steps[index]);
        if (status == CS_OK)
            status = cs_run_draw(&j->run);
        if (status == CS_OK)
            status = take_picture(j, index);
    }
    return status;
}

static cs_status write_sheet(job *j)
{
    size_t count = (size_t)j->steps.count;
    const cs_image **images = calloc(count, sizeof *images);
    const char **captions = calloc(count, sizeof *captions);
    cs_image *sheet = NULL;
    cs_status status = images && captions ? CS_OK : CS_INTERNAL;
    for (size_t i = 0; i < count && status == CS_OK; i++) {
        const picture *shown = &j->pictures[j->pictures[i].same_as];
        images[i] = shown->image;
        captions[i] = shown->caption;
        if (j->sink.path)
            status = cs_stats_add(&j->sink, shown->statistics);
    }
    if (status == CS_OK)
        status = cs_image_montage(&j->montage, (int)count, images, captions, j->cli->log, &sheet);
    if (status == CS_OK)
        status = cs_image_write_png(sheet, cs_args_text(&j->cli->args, "output"), j->cli->log);
    cs_image_destroy(sheet);
    free(images);
    free(captions);
    return status;
}

static cs_status run(cs_cli *cli)
{
    job j = {.cli = cli, .run.cli = cli};
    cs_status status = prepare(&j);
    if (status == CS_OK)
        status = take_pictures(&j);
    if (status == CS_OK)
        status = write_sheet(&j);
    cs_cli_report(cli);
    if (status == CS_OK)
        status = cs_stats_close(&j.sink);
    if (status == CS_OK)
        cs_run_report_timing(&j.run);
    for (int i = 0; j.pictures && i < j.steps.count; i++) {
        cs_image_destroy(j.pictures[i].image);
        free(j.pictures[i].statistics);
    }
    free(j.pictures);
    free(j.by_time);
    cs_frame_steps_free(&j.steps);
    cs_text_free(&j.sink.text);
    cs_run_close(&j.run);
    return status;
}

static const cs_option options[] = {
    {.name = "output",
     .letter = 'o',
     .kind = CS_OPTION_FILE,
     .value = "OUT",
     .doc = "The sheet, a PNG; - is the standard output"},
    {.name = "at",
     .kind = CS_OPTION_TEXT,
     .value = "A,B,...",
     .doc = "The steps to show, in the order of the sheet; 0 is the start"},
    {.name = "columns",
     .kind = CS_OPTION_INTEGER,
     .value = "N",
     .min = 1,
     .max = CS_MAX_IMAGE_SIDE,
     .doc = "Pictures in a row; by default about as many as there are rows"},
    {.name = "gap",
     .kind = CS_OPTION_TEXT,
     .value = "X,Y",
     .doc = "Pixels between the pictures, across and down (20,40)"},
    {.name = "background",
     .kind = CS_OPTION_TEXT,
     .value = "R,G,B",
     .doc = "Colour of the sheet, each from 0 to 1 (0.08,0.08,0.12)"},
    {.name = "no-captions", .doc = "Leave out the step and time under each picture"},
    {0},
};

static const cs_example examples[] = {
    {"montage scene.json --at 0,150,300,600 -o sheet.png", "four states on one sheet"},
    {"montage scene.json --at 0,300,600 -o strip.png --columns 3 --gap 4,0 --no-captions", "a bare strip"},
    {0},
};

const cs_verb cs_verb_montage = {
    .name = "montage",
    .summary = "Draw chosen steps of one scene on one sheet",
    .usage = "SCENE --at A,B,... -o OUT [options]",
    .description = "Simulates the scene once and lays the pictures of the chosen steps out row by row, each with its "
                   "step and time below. --stats writes one JSON line a picture.",
    .options = options,
    .groups = CS_GROUP_SCENE | CS_GROUP_COMPUTE | CS_GROUP_STATS,
    .min_operands = 1,
    .max_operands = 1,
    .operand = "SCENE",
    .examples = examples,
    .run = run,
};
