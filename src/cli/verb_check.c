// SPDX-License-Identifier: MIT
//
// check: simulate, draw, and compare with a reference; or make the reference.
#include "cli/check_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Reports to files: the option that asks for one and what makes it.
static const struct report_kind {
    const char *option;
    char *(*make)(const cs_check_report *report);
} report_kinds[] = {
    {"json", cs_report_json},
    {"junit", cs_report_junit},
    {"html", cs_report_html},
};

/// The command line in one place.
typedef struct check_request {
    cs_cli *cli;
    bool update, selfcheck, with_picture, want_page;
    bool quiet;        ///< only failures are shown
    bool quiet_stdout; ///< a report goes to standard output, so nothing else may
    const char *artifacts;
} check_request;

static bool in_ci(void)
{
    const char *ci = getenv("CI");
    return ci && (strcmp(ci, "true") == 0 || strcmp(ci, "1") == 0);
}

static cs_status check_update_options(cs_cli *cli)
{
    const cs_args *args = &cli->args;
    bool update = cs_args_flag(args, "update");
    if (!update) {
        static const char *const only_update[] = {"force", "picture"};
        for (size_t i = 0; i < CS_COUNT(only_update); i++)
            if (cs_args_flag(args, only_update[i]))
                return cs_cli_usage(cli, NULL, "--%s goes with --update only", only_update[i]);
        return CS_OK;
    }
    static const char *const no_update[] = {"json", "junit", "html", "artifacts"};
    for (size_t i = 0; i < CS_COUNT(no_update); i++)
        if (cs_args_text(args, no_update[i]))
            return cs_cli_usage(cli, "update first, then check", "--update makes references and no report: drop --%s",
                                no_update[i]);
    if (cs_args_flag(args, "selfcheck"))
        return cs_cli_usage(cli, "update first, then check", "--update and --selfcheck exclude each other");
    if (in_ci() && !cs_args_flag(args, "force"))
        return cs_cli_usage(cli, "references are made by people who look at them; --force does it all the same",
                            "will not update references with CI=%s in the environment", getenv("CI"));
    return CS_OK;
}

static cs_status check_operands(cs_cli *cli)
{
    const char *reference = cs_args_text(&cli->args, "reference");
    if (cli->args.operand_count > 1 && reference && !cs_output_has_name(reference))
        return cs_cli_usage(cli, "{name} stands for the scene's name, as in --reference 'expected/{name}.json'",
                            "%d scenes need a {name} in --reference", cli->args.operand_count);
    for (int i = 0; i < cli->args.operand_count; i++)
        if (strcmp(cli->args.operands[i], "-") == 0 && !reference)
            return cs_cli_usage(cli, NULL, "a scene from standard input needs --reference FILE");
    const char *artifacts = cs_args_text(&cli->args, "artifacts");
    if (artifacts && !*artifacts)
        return cs_cli_usage(cli, NULL, "--artifacts needs a folder");
    return cs_check_scene_list(cli);
}

/// Can the reports be written? Asked before the long run.
static cs_status check_outputs(cs_cli *cli, check_request *request)
{
    cs_status worst = CS_OK;
    for (size_t i = 0; i < CS_COUNT(report_kinds); i++) {
        const char *path = cs_args_text(&cli->args, report_kinds[i].option);
        if (!path)
            continue;
        if (strcmp(path, "-") == 0 && request->quiet_stdout)
            return cs_cli_usage(cli, NULL, "only one report can go to standard output");
        request->quiet_stdout |= strcmp(path, "-") == 0;
        cs_status status = cs_output_check(cli, path, false);
        worst = cs_worse(worst, status);
    }
    const char *paths[CS_COUNT(report_kinds)];
    for (size_t i = 0; i < CS_COUNT(report_kinds); i++)
        paths[i] = cs_args_text(&cli->args, report_kinds[i].option);
    return cs_worse(worst, cs_check_distinct(cli, paths, (int)CS_COUNT(paths)));
}

/// Text for the user: standard output, or standard error when a report goes to standard output.
static void show(const check_request *request, const char *text)
{
    if (request->quiet_stdout) {
        fputs(text, stderr);
    } else {
        cs_cli_print(request->cli, text);
        cs_cli_flush(request->cli);
    }
}

static const char *reason(cs_status status)
{
    switch (status) {
    case CS_INVALID_SCENE:
        return "the scene is invalid";
    case CS_IO:
        return "a file could not be read or written";
    case CS_DIVERGED:
        return "the simulation diverged";
    case CS_NO_REFERENCE:
        return "there is no reference";
    default:
        return "an internal fault, or no memory";
    }
}

static cs_status run_check(check_scene *scene, const check_request *request)
{
    cs_status status = check_scene_open(scene);
    if (status == CS_OK)
        status = check_scene_read_reference(scene, false);
    if (status == CS_OK)
        status = check_scene_run(scene, request->selfcheck);
    if (status == CS_OK)
        status = check_scene_judge(scene, request->artifacts, request->want_page);
    scene->result.status = status;
    if (!scene->result.has_verdict)
        scene->result.message = reason(status);
    char *report = cs_report_text(&scene->result);
    if (report && !(request->quiet && status == CS_OK))
        show(request, report);
    free(report);
    if (status != CS_OK || !request->selfcheck)
        return status;

    cs_text text = {0};
    status = check_scene_selfcheck(scene, &text);
    if (text.bytes && !(request->quiet && status == CS_OK))
        show(request, text.bytes);
    cs_text_free(&text);
    scene->result.status = status;
    if (status == CS_MISMATCH)
        scene->result.message = "selfcheck: the tolerances would let a planted fault pass";
    return status;
}

static cs_status run_update(check_scene *scene, const check_request *request)
{
    cs_status status = check_scene_open(scene);
    if (status == CS_OK)
        status = check_scene_read_reference(scene, true);
    if (status == CS_OK || status == CS_NO_REFERENCE)
        status = check_scene_run(scene, true);
    cs_text text = {0};
    if (status == CS_OK)
        status = check_scene_update(scene, request->with_picture, &text);
    if (status == CS_OK && text.bytes && !request->quiet)
        show(request, text.bytes);
    cs_text_free(&text);
    return status;
}

static cs_status write_reports(cs_cli *cli, const check_request *request, const check_scene *scenes, int count)
{
    cs_check_result *results = calloc((size_t)count, sizeof *results);
    if (!results)
        return CS_INTERNAL;
    for (int i = 0; i < count; i++)
        results[i] = scenes[i].result;
    cs_check_report report = {.count = count, .results = results};
    cs_status worst = CS_OK;
    for (size_t i = 0; i < CS_COUNT(report_kinds); i++) {
        const char *path = cs_args_text(&cli->args, report_kinds[i].option);
        if (!path)
            continue;
        char *text = report_kinds[i].make(&report);
        size_t length = text ? strlen(text) : 0;
        if (length > 0 && text[length - 1] == '\n')
            text[length - 1] = '\0'; // the writer ends the text
        worst = cs_worse(worst, text ? cs_output_text(cli, path, text) : CS_INTERNAL);
        free(text);
    }
    char *summary = count > 1 && !request->quiet ? cs_report_summary(&report) : NULL;
    if (summary) {
        show(request, summary);
        show(request, "\n");
    }
    free(summary);
    free(results);
    cs_cli_report(cli);
    return worst;
}

/// A report may not take the place of a reference: only an update writes those.
static cs_status check_reports_spare(cs_cli *cli, const char *reference_path)
{
    for (size_t i = 0; i < CS_COUNT(report_kinds); i++) {
        const char *path = cs_args_text(&cli->args, report_kinds[i].option);
        if (path && cs_same_output(path, reference_path))
            return cs_cli_usage(cli, "name another file for the report", "--%s would overwrite the reference \"%s\"",
                                report_kinds[i].option, reference_path);
    }
    return CS_OK;
}

/// Scenes of different names may still share a reference through a link; the last one would win.
static cs_status check_references_distinct(cs_cli *cli, const check_scene *scenes)
{
    int count = cli->args.operand_count;
    const char **paths = calloc((size_t)count + 1, sizeof *paths);
    if (!paths)
        return CS_INTERNAL;
    for (int i = 0; i < count; i++)
        paths[i] = scenes[i].reference_path;
    cs_status status = cs_check_distinct(cli, paths, count);
    free(paths);
    return status;
}

static cs_status run_all(cs_cli *cli, const check_request *request, check_scene *scenes)
{
    int count = cli->args.operand_count;
    for (int i = 0; i < count; i++) {
        cs_status status = check_scene_name(&scenes[i], cli, cli->args.operands[i]);
        if (status == CS_OK)
            status = check_reports_spare(cli, scenes[i].reference_path);
        if (status != CS_OK)
            return status;
        for (int j = 0; j < i; j++)
            if (strcmp(scenes[i].name, scenes[j].name) == 0)
                return cs_cli_usage(cli, "check them in separate calls", "two scenes are called \"%s\"",
                                    scenes[i].name);
    }
    cs_status worst = request->update ? check_references_distinct(cli, scenes) : CS_OK;
    if (worst != CS_OK)
        return worst;
    for (int i = 0; i < count; i++) {
        cs_status status = request->update ? run_update(&scenes[i], request) : run_check(&scenes[i], request);
        check_scene_close(&scenes[i]);
        worst = cs_worse(worst, status);
    }
    return request->update ? worst : cs_worse(worst, write_reports(cli, request, scenes, count));
}

static cs_status run(cs_cli *cli)
{
    const cs_args *args = &cli->args;
    check_request request = {
        .cli = cli,
        .quiet = cli->quiet,
        .update = cs_args_flag(args, "update"),
        .selfcheck = cs_args_flag(args, "selfcheck"),
        .with_picture = cs_args_flag(args, "picture"),
        .want_page = cs_args_text(args, "html") != NULL,
        .artifacts = cs_args_text(args, "artifacts"),
    };
    cs_status status = check_update_options(cli);
    if (status == CS_OK)
        status = check_operands(cli);
    if (status == CS_OK)
        status = check_outputs(cli, &request);
    if (status != CS_OK)
        return status;
    check_scene *scenes = calloc((size_t)args->operand_count, sizeof *scenes);
    if (!scenes)
        return CS_INTERNAL;
    status = run_all(cli, &request, scenes);
    for (int i = 0; i < args->operand_count; i++)
        check_scene_free(&scenes[i]);
    free(scenes);
    return status;
}

static const cs_option options[] = {
    {.name = "reference",
     .kind = CS_OPTION_FILE,
     .value = "FILE",
     .doc =
         "Compare with this reference instead of reference/NAME.json beside the scene; {name} stands for the scene's "
         "name"},
    {.name = "artifacts",
     .kind = CS_OPTION_FILE,
     .value = "DIR",
     .doc =
         "Where a failed check leaves NAME.actual.png and NAME.diff.png; made when missing (the default is the current "
         "folder)"},
    {.name = "json", .kind = CS_OPTION_FILE, .value = "FILE", .doc = "Write the report as JSON; - is standard output"},
    {.name = "junit", .kind = CS_OPTION_FILE, .value = "FILE", .doc = "Write the report as JUnit XML, for CI servers"},
    {.name = "html",
     .kind = CS_OPTION_FILE,
     .value = "FILE",
     .doc = "Write the report as one self-contained page with the pictures"},
    {.name = "selfcheck",
     .doc =
         "Prove the tolerances tight enough: mirror the picture, shift it, redden it, stop earlier, and fail if any of "
         "these would pass"},
    {.name = "update", .doc = "Make or renew the references and show what changes; nothing else ever writes them"},
    {.name = "picture", .doc = "With --update: keep a picture beside the reference, for the difference picture"},
    {.name = "force", .doc = "With --update: do it even if CI=true is in the environment"},
    {0},
};

static const cs_example examples[] = {
    {"check scenes/*.json", "compare every scene with its reference"},
    {"check scene.json --update --picture", "make the reference, with a picture"},
    {"check scenes/*.json --junit report.xml --html report.html --artifacts failed", "in CI"},
    {"check scene.json --selfcheck", "are the tolerances tight enough?"},
    {0},
};

const cs_verb cs_verb_check = {
    .name = "check",
    .summary = "Compare scenes with their references",
    .usage = "SCENE... [options]",
    .description =
        "Simulates and draws every scene and compares its numbers with a reference: height, energy and stretch of the "
        "cloth, coverage, mean colour, bounding box, centroid and 8 x 8 tiles of the picture, for every cloth where "
        "there "
        "are several, and the reference picture if one is kept. Equal hashes of state and picture pass at once. The "
        "tolerances stand in the reference file.\n\n"
        "A failure prints each metric as measured, expected, tolerance and ratio, and exits with 1. Without a "
        "reference "
        "the exit code is 6. Several scenes are all checked; the exit code is the worst one.",
    .options = options,
    .groups = CS_GROUP_SCENE | CS_GROUP_COMPUTE | CS_GROUP_STEPS,
    .min_operands = 1,
    .max_operands = -1,
    .operand = "SCENE",
    .examples = examples,
    .run = run,
};
