// SPDX-License-Identifier: MIT
//
// One scene under check: names, reference, run, verdict.
#include "cli/check_scene.h"

#include "cli/terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// Folder of references, beside the scene.
#define REFERENCE_FOLDER "reference"

/// Length of the folder part of a path with its slash; 0 when it has none.
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

static char *default_reference(const char *path, const char *name)
{
    cs_text text = {0};
    cs_text_printf(&text, "%.*s" REFERENCE_FOLDER "/%s.json", folder_length(path), path, name);
    return cs_text_take(&text);
}

char *check_picture_path(const char *reference_path, const char *picture)
{
    cs_text text = {0};
    cs_text_printf(&text, "%.*s%s", folder_length(reference_path), reference_path, picture);
    return cs_text_take(&text);
}

cs_status check_make_folder(cs_cli *cli, const char *path)
{
    char *part = strdup(path);
    if (!part)
        return CS_INTERNAL;
    int error = 0;
    for (char *end = part + 1; error == 0 && *part; end++) {
        if (*end != '/' && *end != '\0')
            continue;
        char kept = *end;
        *end = '\0';
        error = mkdir(part, 0777) == 0 || errno == EEXIST ? 0 : errno;
        *end = kept;
        if (kept == '\0')
            break;
    }
    free(part);
    if (error == 0)
        return CS_OK;
    cs_log_error(cli->log, path, "cannot make this folder: %s", strerror(error));
    return CS_IO;
}

cs_status check_scene_open(check_scene *scene)
{
    return cs_run_open(&scene->run, scene->cli, scene->path);
}

cs_status check_scene_name(check_scene *scene, cs_cli *cli, const char *path)
{
    const char *reference = cs_args_text(&cli->args, "reference");
    *scene = (check_scene){.cli = cli, .path = path};
    scene->name = cs_scene_name(path);
    if (scene->name)
        scene->reference_path = reference ? cs_output_expand(reference, path) : default_reference(path, scene->name);
    if (!scene->reference_path)
        return CS_INTERNAL;
    scene->result.scene = path;
    scene->result.name = scene->name;
    scene->result.reference_path = scene->reference_path;
    return CS_OK;
}

static cs_status report_missing(check_scene *scene)
{
    cs_text help = {0};
    cs_text_printf(&help, "make it with: clothsim check --update %s", scene->path);
    cs_log_add(scene->cli->log, CS_ERROR, (cs_location){.file = scene->reference_path}, NULL, help.bytes,
               "there is no such reference to check \"%s\" against", scene->path);
    cs_text_free(&help);
    cs_cli_report(scene->cli);
    return CS_NO_REFERENCE;
}

cs_status check_scene_read_reference(check_scene *scene, bool to_update)
{
    cs_reference *reference = &scene->result.reference;
    cs_status status = cs_reference_read(scene->reference_path, scene->cli->log, reference);
    if (status == CS_NO_REFERENCE)
        return to_update ? status : report_missing(scene);
    scene->has_reference = status == CS_OK;
    if (status == CS_OK && reference->picture && !to_update) {
        char *path = check_picture_path(scene->reference_path, reference->picture);
        status = path ? cs_image_read_png(path, scene->cli->log, &scene->picture) : CS_INTERNAL;
        free(path);
    }
    cs_cli_report(scene->cli);
    return status;
}

static cs_status keep_early(check_scene *scene)
{
    cs_status status = cs_run_draw(&scene->run);
    if (status == CS_OK)
        status = cs_run_statistics(&scene->run, &scene->early);
    if (status != CS_OK)
        return status;
    scene->has_early = true;
    const cs_image *image = scene->run.image;
    scene->early_image = cs_image_create(image->width, image->height, false);
    if (!scene->early_image)
        return CS_INTERNAL;
    memcpy(scene->early_image->rgb, image->rgb, (size_t)image->width * (size_t)image->height * 3);
    return CS_OK;
}

cs_status check_scene_run(check_scene *scene, bool with_early)
{
    double start = cs_cli_seconds();
    cs_run *run = &scene->run;
    cs_progress_begin(scene->cli->progress, scene->name, run->last_step);
    cs_status status = cs_run_start(run);
    int64_t fewer = status == CS_OK ? cs_fault_steps(run->last_step) : 0;
    if (with_early && fewer > 0) {
        status = cs_run_advance(run, run->last_step - fewer);
        if (status == CS_OK)
            status = keep_early(scene);
    }
    if (status == CS_OK)
        status = cs_run_advance(run, run->last_step);
    if (status == CS_OK)
        status = cs_run_draw(run);
    if (status == CS_OK)
        status = cs_run_statistics(run, &scene->result.statistics);
    cs_progress_clear(scene->cli->progress);
    scene->result.seconds = cs_cli_seconds() - start;
    return status;
}

/// The difference to the reference picture; every pixel differs when the sizes do.
static cs_image_difference compare_picture(const check_scene *scene)
{
    const cs_image *image = scene->run.image;
    int threshold = (int)scene->result.reference.tolerances.picture_threshold;
    cs_image_difference difference;
    if (cs_image_compare(scene->picture, image, threshold, &difference) != CS_OK)
        difference = (cs_image_difference){.pixels = (int64_t)image->width * image->height, .largest = 255, .rms = 255};
    return difference;
}

static char *artifact_path(const check_scene *scene, const char *artifacts, const char *ending)
{
    cs_text path = {0};
    if (artifacts)
        cs_text_printf(&path, "%s%s", artifacts, artifacts[strlen(artifacts) - 1] == '/' ? "" : "/");
    cs_text_printf(&path, "%s%s", scene->name, ending);
    return cs_text_take(&path);
}

/// Leaves NAME.actual.png and, when there is a reference picture of the size, NAME.diff.png.
static cs_status leave_pictures(check_scene *scene, const char *artifacts, const cs_image *difference)
{
    cs_log *log = scene->cli->log;
    cs_status status = artifacts ? check_make_folder(scene->cli, artifacts) : CS_OK;
    scene->actual_path = artifact_path(scene, artifacts, ".actual.png");
    scene->difference_path = difference ? artifact_path(scene, artifacts, ".diff.png") : NULL;
    if (!scene->actual_path || (difference && !scene->difference_path))
        return CS_INTERNAL;
    if (status == CS_OK)
        status = cs_image_write_png(scene->run.image, scene->actual_path, log);
    if (status == CS_OK) {
        scene->result.actual_path = scene->actual_path;
        if (difference)
            status = cs_image_write_png(difference, scene->difference_path, log);
        if (difference && status == CS_OK)
            scene->result.difference_path = scene->difference_path;
    }
    cs_cli_report(scene->cli);
    return status;
}

static cs_status encode(const cs_image *image, cs_png_bytes *png)
{
    return image ? cs_image_encode_png(image, &png->bytes, &png->size) : CS_OK;
}

static cs_status keep_for_page(check_scene *scene, const cs_image *difference)
{
    cs_status status = encode(scene->run.image, &scene->result.actual);
    if (status == CS_OK)
        status = encode(scene->picture, &scene->result.expected);
    if (status == CS_OK)
        status = encode(difference, &scene->result.difference);
    return status;
}

cs_status check_scene_judge(check_scene *scene, const char *artifacts, bool keep_pictures)
{
    cs_check_result *result = &scene->result;
    cs_image_difference found;
    if (scene->picture)
        found = compare_picture(scene);
    cs_status status = cs_verdict_make(&result->statistics, &result->reference, scene->picture ? &found : NULL, true,
                                       &result->verdict);
    if (status != CS_OK)
        return status;
    result->has_verdict = true;
    cs_image *difference = NULL;
    if (scene->picture && (keep_pictures || !result->verdict.pass))
        difference = cs_image_difference_picture(scene->picture, scene->run.image,
                                                 (int)result->reference.tolerances.picture_threshold);
    if (!result->verdict.pass)
        status = leave_pictures(scene, artifacts, difference);
    if (status == CS_OK && keep_pictures)
        status = keep_for_page(scene, difference);
    cs_image_destroy(difference);
    return status != CS_OK ? status : result->verdict.pass ? CS_OK : CS_MISMATCH;
}

cs_status check_scene_plant(const check_scene *scene, cs_faults *faults)
{
    cs_fault_input input = {
        .scene = scene->run.scene,
        .image = scene->run.image,
        .statistics = &scene->result.statistics,
        .early_image = scene->early_image,
        .early_statistics = &scene->early,
        .picture = scene->picture,
        .picture_threshold = (int)scene->result.reference.tolerances.picture_threshold,
    };
    return cs_faults_plant(&input, faults);
}

/// One line about one fault; true when it is caught or harmless.
static bool describe_fault(cs_text *text, const cs_faults *faults, cs_fault fault, const cs_verdict *verdict)
{
    cs_text_printf(text, "  %-20s ", cs_fault_name(fault));
    if (faults->planted[fault].harmless) {
        cs_text_puts(text, "nothing to catch: it changes no bit of this scene\n");
        return true;
    }
    const cs_metric *worst = verdict->worst;
    cs_text_puts(text, verdict->pass ? "NOT CAUGHT, nearest is " : "caught by ");
    cs_text_plain(text, worst ? worst->name : "no metric");
    cs_text_printf(text, ", ratio %.2f\n", worst ? worst->ratio : 0.0);
    return !verdict->pass;
}

cs_status check_scene_selfcheck(check_scene *scene, cs_text *text)
{
    const cs_reference *reference = &scene->result.reference;
    cs_faults faults;
    cs_status status = check_scene_plant(scene, &faults);
    if (status != CS_OK)
        return status;
    cs_text_plain(text, scene->name);
    cs_text_puts(text, ": selfcheck with planted faults\n");
    bool all_caught = true;
    for (int fault = 0; status == CS_OK && fault < CS_FAULT_COUNT; fault++) {
        cs_verdict verdict;
        status = cs_faults_judge(&faults, (cs_fault)fault, reference, &verdict);
        if (status != CS_OK)
            break;
        all_caught &= describe_fault(text, &faults, (cs_fault)fault, &verdict);
        cs_verdict_free(&verdict);
    }
    cs_faults_free(&faults);
    return status != CS_OK ? status : all_caught ? CS_OK : CS_MISMATCH;
}

void check_scene_close(check_scene *scene)
{
    if (scene->run.cli)
        cs_run_close(&scene->run);
    cs_image_destroy(scene->picture);
    cs_image_destroy(scene->early_image);
    scene->picture = scene->early_image = NULL;
}

void check_scene_free(check_scene *scene)
{
    check_scene_close(scene);
    if (scene->has_early)
        cs_statistics_free(&scene->early);
    cs_check_result *result = &scene->result;
    cs_statistics_free(&result->statistics);
    cs_reference_free(&result->reference);
    cs_verdict_free(&result->verdict);
    free(result->actual.bytes);
    free(result->expected.bytes);
    free(result->difference.bytes);
    free(scene->actual_path);
    free(scene->difference_path);
    free(scene->reference_path);
    free(scene->name);
}
