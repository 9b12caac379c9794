// SPDX-License-Identifier: MIT
//
// check --update: the only writer of references. A file whose content would not change is not touched, tolerances that
// stand in it are kept, and what does change is told number by number.
#include "cli/check_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/// The picture's name for a reference that has none yet: NAME.png for NAME.json.
static char *picture_name(const char *reference_path)
{
    char *name = cs_scene_name(reference_path);
    cs_text text = {0};
    cs_text_printf(&text, "%s.png", name ? name : "");
    free(name);
    return cs_text_take(&text);
}

/// Does the file that the reference names hold this picture? One that is missing or broken does not.
static bool holds_picture(const check_scene *scene, const char *picture)
{
    char *path = check_picture_path(scene->reference_path, picture);
    cs_image *kept = NULL;
    bool same = path && cs_image_read_png(path, NULL, &kept) == CS_OK && kept->width == scene->run.image->width &&
                kept->height == scene->run.image->height && cs_image_hash(kept) == cs_image_hash(scene->run.image);
    cs_image_destroy(kept);
    free(path);
    return same;
}

/// The reference that this run would make. With an old one, its picture name and its tolerances stay.
static cs_status make_reference(const check_scene *scene, const cs_reference *old, bool with_picture,
                                cs_reference *made)
{
    *made = (cs_reference){0};
    cs_status status = cs_statistics_copy(&scene->result.statistics, &made->statistics);
    if (status != CS_OK)
        return status;
    if (old && old->picture)
        made->picture = strdup(old->picture);
    else if (with_picture)
        made->picture = picture_name(scene->reference_path);
    if (!made->picture && (with_picture || (old && old->picture)))
        return CS_INTERNAL;
    bool keep = old && old->own_tolerances;
    made->own_tolerances = true;
    made->tolerances = keep ? old->tolerances : cs_default_tolerances(&made->statistics);
    return CS_OK;
}

/// New tolerances are tightened until the planted faults are caught; of kept ones it is only said when they are not.
static cs_status fit_tolerances(const check_scene *scene, bool keep, cs_reference *made, cs_text *warning)
{
    cs_faults faults;
    cs_status status = check_scene_plant(scene, &faults);
    if (status != CS_OK)
        return status;
    if (!keep)
        status = cs_faults_calibrate(&faults, made);
    for (int fault = 0; status == CS_OK && fault < CS_FAULT_COUNT; fault++) {
        cs_verdict verdict;
        status = cs_faults_judge(&faults, (cs_fault)fault, made, &verdict);
        if (status != CS_OK)
            break;
        if (verdict.pass && !faults.planted[fault].harmless)
            cs_text_printf(warning, "%s%s", warning->length > 0 ? ", " : "  warning: the tolerances would let pass: ",
                           cs_fault_name((cs_fault)fault));
        cs_verdict_free(&verdict);
    }
    if (warning->length > 0)
        cs_text_puts(warning, keep ? "; without \"tolerances\" in the file an update chooses them anew\n" : "\n");
    cs_faults_free(&faults);
    return status;
}

static void put_path(cs_text *text, const char *what, const char *path)
{
    cs_text_puts(text, what);
    cs_text_plain(text, path);
    cs_text_puts(text, "\n");
}

/// Is this a link to a file that is no PNG? An empty one is nobody's loss.
static bool leads_to_something_else(const char *path)
{
    struct stat about;
    if (lstat(path, &about) != 0 || !S_ISLNK(about.st_mode))
        return false;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size == 0)
        return false;
    static const unsigned char signature[] = {0x89, 'P', 'N', 'G'};
    unsigned char start[sizeof signature];
    FILE *file = fopen(path, "rb");
    bool other =
        !file || fread(start, 1, sizeof start, file) != sizeof start || memcmp(start, signature, sizeof signature) != 0;
    if (file)
        fclose(file);
    return other;
}

/// The name of the picture stands in a file that anybody may have edited: no scene, no reference and nothing behind a
/// link gives way to a picture.
static cs_status spare_others(const check_scene *scene, const char *path)
{
    cs_cli *cli = scene->cli;
    bool lost = leads_to_something_else(path);
    for (int i = 0; i < cli->args.operand_count && !lost; i++) {
        check_scene other;
        lost = check_scene_name(&other, cli, cli->args.operands[i]) != CS_OK || cs_same_output(path, other.path) ||
               cs_same_output(path, other.reference_path);
        check_scene_free(&other);
    }
    if (!lost)
        return CS_OK;
    cs_log_add(cli->log, CS_ERROR, (cs_location){.file = path}, NULL, "name another \"picture\" in the reference",
               "will not write a picture over a file that is none");
    return CS_IO;
}

static cs_status write_picture(check_scene *scene, const char *name, cs_text *text)
{
    char *path = check_picture_path(scene->reference_path, name);
    if (!path)
        return CS_INTERNAL;
    cs_status status = spare_others(scene, path);
    if (status == CS_OK)
        status = cs_image_write_png(scene->run.image, path, scene->cli->log);
    if (status == CS_OK)
        put_path(text, "  picture: ", path);
    free(path);
    return status;
}

static cs_status write_reference(check_scene *scene, const cs_reference *made, bool text_changed, bool picture_changed,
                                 cs_text *text)
{
    char *json = cs_reference_json(made);
    char *folder = check_picture_path(scene->reference_path, "");
    cs_status status = json && folder ? CS_OK : CS_INTERNAL;
    if (status == CS_OK && *folder)
        status = check_make_folder(scene->cli, folder);
    if (status == CS_OK && picture_changed)
        status = write_picture(scene, made->picture, text);
    if (status == CS_OK && text_changed)
        status = cs_file_write(scene->reference_path, json, strlen(json), scene->cli->log);
    free(json);
    free(folder);
    cs_cli_report(scene->cli);
    return status;
}

static void tell_tolerances(const cs_reference *old, const cs_reference *made, cs_text *text)
{
    cs_tolerances before = old->tolerances, after = made->tolerances;
    if (!old->own_tolerances)
        cs_text_puts(text, "  tolerances: chosen anew\n");
    for (int i = 0; old->own_tolerances && i < CS_TOLERANCE_COUNT; i++)
        if (*cs_tolerance_at(&before, i) != *cs_tolerance_at(&after, i)) {
            cs_text_printf(text, "  tolerances.%s: ", cs_tolerance_table[i].name);
            cs_text_number(text, *cs_tolerance_at(&before, i));
            cs_text_puts(text, " -> ");
            cs_text_number(text, *cs_tolerance_at(&after, i));
            cs_text_puts(text, "\n");
        }
}

/// "old -> new" for each number that is not the same.
static cs_status tell_changes(const check_scene *scene, const cs_reference *old, const cs_reference *made,
                              cs_text *text)
{
    cs_verdict verdict;
    cs_status status = cs_verdict_make(&scene->result.statistics, old, NULL, true, &verdict);
    if (status != CS_OK)
        return status;
    char *changes = cs_report_changes(&verdict);
    if (!changes)
        status = CS_INTERNAL;
    else if (*changes)
        cs_text_puts(text, changes);
    else if (!verdict.same_bits)
        cs_text_puts(text, "  hashes only: every number that is compared is the same\n");
    tell_tolerances(old, made, text);
    free(changes);
    cs_verdict_free(&verdict);
    return status;
}

cs_status check_scene_update(check_scene *scene, bool with_picture, cs_text *text)
{
    const cs_reference *old = scene->has_reference ? &scene->result.reference : NULL;
    cs_reference made;
    cs_text warning = {0};
    cs_status status = make_reference(scene, old, with_picture, &made);
    if (status == CS_OK)
        status = fit_tolerances(scene, old && old->own_tolerances, &made, &warning);
    if (status == CS_OK) {
        bool text_changed = !old || !old->own_tolerances || !cs_reference_equal(old, &made);
        bool picture_changed = made.picture && !holds_picture(scene, made.picture);
        cs_text_plain(text, scene->name);
        cs_text_puts(text, ": ");
        if (text_changed)
            put_path(text, old ? "updated " : "new reference ", scene->reference_path);
        else
            cs_text_puts(text, picture_changed ? "updated\n" : "unchanged\n");
        status = write_reference(scene, &made, text_changed, picture_changed, text);
        if (status == CS_OK && old && text_changed)
            status = tell_changes(scene, old, &made, text);
    }
    if (warning.length > 0)
        cs_text_puts(text, warning.bytes);
    cs_text_free(&warning);
    cs_reference_free(&made);
    return status;
}
