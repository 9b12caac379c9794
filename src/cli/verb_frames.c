// SPDX-License-Identifier: MIT
//
// frames: numbered pictures in one pass of the simulation. A manifest beside them lets an
// interrupted run go on, to the same files as a run without interruption.
#include "cli/frame_manifest.h"
#include "cli/frame_steps.h"
#include "cli/interrupt.h"
#include "cli/run.h"
#include "cli/stats_sink.h"
#include "cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// The order is that of the choices of --number.
enum { NUMBER_INDEX, NUMBER_STEP };

typedef struct job {
    cs_cli *cli;
    cs_run run;
    cs_frame_pattern pattern;
    cs_frame_steps steps;
    cs_manifest manifest;
    cs_manifest_record *kept; ///< of each frame; line NULL: it must be drawn
    int to_draw, drawn;
    bool out_of_order; ///< a frame to draw stands before one that is kept
    cs_text lines;     ///< all records in the order of the frames, if that is not the order of appending
    cs_stats_sink sink;
} job;

static char *frame_file(const job *j, int i)
{
    bool by_step = cs_args_number(&j->cli->args, "number", NUMBER_INDEX) == NUMBER_STEP;
    return cs_frame_pattern_file(&j->pattern, by_step ? j->steps.steps[i] : i);
}

/// The paths of all frames; for free_paths. NULL: no memory.
static char **frame_paths(const job *j)
{
    char **paths = calloc((size_t)j->steps.count + 1, sizeof *paths);
    for (int i = 0; paths && i < j->steps.count; i++) {
        char *file = frame_file(j, i);
        paths[i] = file ? cs_frame_pattern_path(&j->pattern, file) : NULL;
        free(file);
    }
    return paths;
}

static void free_paths(char **paths, int count)
{
    for (int i = 0; paths && i < count; i++)
        free(paths[i]);
    free(paths);
}

/// No frame may take the place of another, of the manifest or of the statistics.
static cs_status check_distinct(job *j, char *const *frames, const char *stats)
{
    int count = j->steps.count;
    const char **paths = calloc((size_t)count + 2, sizeof *paths);
    if (!paths)
        return CS_INTERNAL;
    for (int i = 0; i < count; i++)
        paths[i] = frames[i];
    paths[count] = j->manifest.path;
    paths[count + 1] = stats;
    cs_status status = cs_check_distinct(j->cli, paths, count + 2);
    free(paths);
    return status;
}

/// Can everything be written that will be? Asked before the simulation begins.
static cs_status check_outputs(job *j)
{
    const char *stats = cs_args_text(&j->cli->args, "stats");
    if (stats && cs_same_output(stats, j->manifest.path))
        return cs_cli_usage(j->cli, NULL, "\"%s\" is the manifest of the frames; name another file for --stats", stats);
    char **paths = frame_paths(j);
    cs_status status = paths ? CS_OK : CS_INTERNAL;
    for (int i = 0; i < j->steps.count && status == CS_OK; i++)
        status = paths[i] ? cs_output_check(j->cli, paths[i], true) : CS_INTERNAL;
    if (status == CS_OK)
        status = check_distinct(j, paths, stats);
    free_paths(paths, j->steps.count);
    if (status == CS_OK)
        status = cs_output_check(j->cli, j->manifest.path, false);
    return status == CS_OK ? cs_stats_open(&j->sink, j->cli, stats) : status;
}

/// 'd##/f_#.png' is a slip, unless there is such a folder.
static cs_status check_folder(job *j)
{
    struct stat about;
    const char *folder = j->pattern.folder;
    if (!strchr(folder, '#') || stat(folder, &about) == 0)
        return CS_OK;
    return cs_cli_usage(j->cli, "as in -o 'out/f_####.png'",
                        "\"%s\": the number belongs in the file's name, not in the folder", folder);
}

static cs_status prepare(job *j)
{
    cs_cli *cli = j->cli;
    const char *out = cs_args_text(&cli->args, "output");
    if (!out)
        return cs_cli_usage(cli, "a run of # is the number, as in -o 'out/f_####.png'", "needs -o OUT");
    char *pattern = cs_output_expand(out, cli->args.operands[0]);
    cs_status status = pattern ? cs_frame_pattern_parse(cli, pattern, &j->pattern) : CS_INTERNAL;
    free(pattern);
    if (status == CS_OK)
        status = check_folder(j);
    if (status == CS_OK)
        status = cs_run_open(&j->run, cli, cli->args.operands[0]);
    if (status == CS_OK)
        status = cs_frame_steps_choose(cli, j->run.last_step, &j->steps);
    if (status == CS_OK)
        status = cs_manifest_init(&j->manifest, &j->pattern, j->run.scene->hash);
    if (status == CS_OK)
        status = check_outputs(j);
    if (status != CS_OK)
        return status;
    j->kept = calloc((size_t)j->steps.count, sizeof *j->kept);
    j->to_draw = j->steps.count;
    return j->kept ? CS_OK : CS_INTERNAL;
}

// ---- what an earlier run left ------------------------------------------------------

/// Does the file still have the size and the hash of its record?
static bool still_holds(const job *j, const char *file, const cs_manifest_record *record)
{
    char *path = cs_frame_pattern_path(&j->pattern, file);
    uint64_t hash, bytes;
    struct stat about; // to read a pipe would wait for its writer
    bool holds = path && stat(path, &about) == 0 && S_ISREG(about.st_mode) && cs_file_hash(path, &hash, &bytes) &&
                 bytes == record->bytes && hash == record->hash;
    free(path);
    return holds;
}

static cs_status find_kept(job *j)
{
    bool other;
    cs_status status = cs_manifest_read(&j->manifest, j->cli->log, &other);
    if (status != CS_OK)
        return status;
    if (other)
        cs_log_warning(j->cli->log, j->manifest.path,
                       "made from another scene, pattern or version; all frames are drawn again");
    for (int i = 0; i < j->steps.count; i++) {
        char *file = frame_file(j, i);
        if (!file)
            return CS_INTERNAL;
        cs_manifest_record record;
        if (cs_manifest_find(&j->manifest, file, j->steps.steps[i], &record) && still_holds(j, file, &record)) {
            j->kept[i] = record;
            j->out_of_order |= i > j->steps.count - j->to_draw;
            j->to_draw--;
        }
        free(file);
    }
    cs_cli_report(j->cli);
    int held = j->steps.count - j->to_draw;
    if (held > 0)
        cs_cli_note(j->cli, "%d of %d frames are there already", held, j->steps.count);
    return CS_OK;
}

/// Begins the manifest with the records that hold.
static cs_status begin_manifest(job *j)
{
    cs_text lines = {0};
    for (int i = 0; i < j->steps.count; i++)
        if (j->kept[i].line)
            cs_text_append(&lines, j->kept[i].line, j->kept[i].length);
    cs_status status = lines.failed ? CS_INTERNAL : cs_manifest_write(&j->manifest, &lines, j->cli->log);
    cs_text_free(&lines);
    return status;
}

static cs_status keep_frame(job *j, const cs_manifest_record *record)
{
    if (j->out_of_order)
        cs_text_append(&j->lines, record->line, record->length);
    char *text = strndup(record->statistics, record->statistics_length);
    cs_status status = text ? cs_stats_add(&j->sink, text) : CS_INTERNAL;
    free(text);
    return status;
}

// ---- drawing ---------------------------------------------------------------------------

/// Writes the picture, then its record: a record without its picture would be a lie.
static cs_status write_frame(job *j, const char *file, const char *statistics)
{
    uint8_t *png;
    size_t size;
    cs_status status = cs_image_encode_png(j->run.image, &png, &size);
    if (status != CS_OK)
        return status;
    char *path = cs_frame_pattern_path(&j->pattern, file);
    status = path ? cs_file_write(path, png, size, j->cli->log) : CS_INTERNAL;
    uint64_t hash = cs_hash_bytes(png, size, 0);
    free(path);
    free(png);
    if (status != CS_OK)
        return status;
    char *line = cs_manifest_line(file, cs_sim_step_index(j->run.sim), size, hash, statistics);
    status = line ? cs_manifest_append(&j->manifest, line, j->cli->log) : CS_INTERNAL;
    if (line && j->out_of_order)
        cs_text_puts(&j->lines, line);
    free(line);
    return status;
}

/// Draws, writes and counts the present state.
static cs_status draw_frame(job *j, int i)
{
    cs_status status = cs_run_draw(&j->run);
    if (status != CS_OK)
        return status;
    cs_statistics statistics;
    status = cs_run_statistics(&j->run, &statistics);
    if (status != CS_OK)
        return status;
    char *file = frame_file(j, i);
    char *plain = cs_statistics_json(&statistics, NULL, false);
    status = file && plain ? write_frame(j, file, plain) : CS_INTERNAL;
    if (status == CS_OK && cs_args_flag(&j->cli->args, "timing")) {
        char *timed = cs_statistics_json(&statistics, &j->run.timing, false);
        status = timed ? cs_stats_add(&j->sink, timed) : CS_INTERNAL;
        free(timed);
    } else if (status == CS_OK) {
        status = cs_stats_add(&j->sink, plain);
    }
    cs_statistics_free(&statistics);
    free(plain);
    free(file);
    return status;
}

static void begin_progress(const job *j)
{
    int64_t last = 0;
    for (int i = 0; i < j->steps.count; i++)
        if (!j->kept[i].line)
            last = j->steps.steps[i];
    char *name = cs_scene_name(j->run.path);
    cs_text label = {0};
    cs_text_printf(&label, "%s, %d frame%s", name ? name : "", j->to_draw, j->to_draw == 1 ? "" : "s");
    cs_progress_begin(j->cli->progress, label.failed ? "" : label.bytes, last);
    cs_text_free(&label);
    free(name);
}

static cs_status make_frames(job *j)
{
    cs_status status = begin_manifest(j);
    if (status == CS_OK && j->to_draw > 0) {
        begin_progress(j);
        status = cs_run_start(&j->run);
    }
    for (int i = 0; i < j->steps.count && status == CS_OK; i++) {
        if (j->kept[i].line) {
            status = keep_frame(j, &j->kept[i]);
            continue;
        }
        status = cs_interrupted() ? CS_RESUMABLE : cs_run_advance(&j->run, j->steps.steps[i]);
        if (status == CS_OK)
            status = draw_frame(j, i);
        if (status == CS_OK)
            j->drawn++;
    }
    if (status == CS_OK && j->out_of_order)
        status = j->lines.failed ? CS_INTERNAL : cs_manifest_write(&j->manifest, &j->lines, j->cli->log);
    return status;
}

static void tell_interruption(const job *j)
{
    cs_location where = {.file = "clothsim frames"};
    cs_log_add(j->cli->log, CS_ERROR, where, NULL, "the same command with --resume goes on",
               "interrupted after %d of %d frames", j->steps.count - j->to_draw + j->drawn, j->steps.count);
}

static cs_status run(cs_cli *cli)
{
    job j = {.cli = cli, .run.cli = cli};
    cs_status status = prepare(&j);
    if (status == CS_OK && cs_args_flag(&cli->args, "resume"))
        status = find_kept(&j);
    if (status == CS_OK) {
        cs_interrupt_catch();
        status = make_frames(&j);
    }
    if (status == CS_RESUMABLE)
        tell_interruption(&j);
    cs_cli_report(cli);
    status = cs_worse(status, cs_stats_close(&j.sink));
    if (status == CS_OK)
        cs_run_report_timing(&j.run);
    cs_run_close(&j.run);
    cs_manifest_free(&j.manifest);
    cs_frame_steps_free(&j.steps);
    cs_frame_pattern_free(&j.pattern);
    cs_text_free(&j.lines);
    free(j.kept);
    return status;
}

static const cs_option options[] = {
    {.name = "output",
     .letter = 'o',
     .kind = CS_OPTION_FILE,
     .value = "OUT",
     .doc = "The pictures, with a run of # for the number, as in 'out/f_####.png'; %04d does the same. Larger numbers "
            "than the # have room for just grow longer. {name} stands for the scene's name"},
    {.name = "at", .kind = CS_OPTION_TEXT, .value = "A,B,...", .doc = "Draw these steps, in the order of time"},
    {.name = "frames",
     .kind = CS_OPTION_TEXT,
     .value = "A:B[:K]",
     .doc = "Draw step A, then every step or every K-th, and in any case step B"},
    {.name = "every",
     .kind = CS_OPTION_INTEGER,
     .value = "K",
     .min = 1,
     .max = INT64_MAX,
     .doc = "Draw step 0, every K-th step and the last one. Without --at, --frames and --every each step is drawn"},
    {.name = "number",
     .kind = CS_OPTION_CHOICE,
     .choices = "index|step",
     .doc = "What the pictures are numbered by: index, the default, counts them from 0"},
    {.name = "resume", .doc = "Keep the frames of an earlier run that still hold and draw the rest"},
    {0},
};

static const cs_example examples[] = {
    {"frames scene.json -o 'out/f_####.png' --every 5", "every fifth step"},
    {"frames scene.json -o 'out/f_####.png' --every 5 --resume", "go on after an interruption"},
    {"frames scene.json -o 'out/step_###.png' --at 0,150,600 --number step", "three chosen steps"},
    {0},
};

const cs_verb cs_verb_frames = {
    .name = "frames",
    .summary = "Draw many steps of one scene as numbered pictures",
    .usage = "SCENE -o OUT [options]",
    .description =
        "Simulates the scene once and draws the chosen steps on the way. Step 0 is the start, so a scene of 900 steps "
        "has 901 states.\n\n"
        "A manifest beside the pictures (out/f_.manifest.jsonl for out/f_####.png) gets a line for each as soon as it "
        "is written: its size, its hash and its statistics. With --resume every picture that still agrees with its "
        "line is kept, as long as scene, pattern and version are the same; the others are drawn. The files are then "
        "the same, byte for byte, as those of a run without interruption. Without --resume all are drawn anew.\n\n"
        "Ctrl-C or SIGTERM lets the picture in work be finished and exits with 75; a second one stops at once. If the "
        "simulation runs away, the exit code is 5 and the pictures so far stay. --stats writes one JSON line a "
        "picture, the kept ones included.",
    .options = options,
    .groups = CS_GROUP_SCENE | CS_GROUP_COMPUTE | CS_GROUP_STEPS | CS_GROUP_STATS,
    .min_operands = 1,
    .max_operands = 1,
    .operand = "SCENE",
    .examples = examples,
    .run = run,
};
