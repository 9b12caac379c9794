// SPDX-License-Identifier: MIT
//
// One scene under check: its reference, its run, the verdict, what is left behind. The verb calls these in order.
#ifndef CS_CLI_CHECK_SCENE_H
#define CS_CLI_CHECK_SCENE_H

#include "cli/run.h"

typedef struct check_scene {
    cs_cli *cli;
    const char *path;
    char *name;
    char *reference_path;
    cs_run run;
    bool has_reference;
    cs_image *picture; ///< the reference's, NULL: none
    // The state 1 % of the steps before the end, for the planted faults.
    bool has_early;
    cs_statistics early;
    cs_image *early_image;
    char *actual_path, *difference_path;
    cs_check_result result;
} check_scene;

/// Finds names and paths. CS_INTERNAL: no memory.
cs_status check_scene_name(check_scene *scene, cs_cli *cli, const char *path);
/// Loads and checks the scene itself.
cs_status check_scene_open(check_scene *scene);
/// Reads the reference and its picture into the result. `to_update`: there may be none, which is not reported, and the
/// picture is left alone.
cs_status check_scene_read_reference(check_scene *scene, bool to_update);
/// Runs and draws the scene and gathers its statistics; with `with_early`, of the early state too.
cs_status check_scene_run(check_scene *scene, bool with_early);
/// Compares with the reference; leaves pictures in `artifacts` when that fails, and keeps them for the page when asked.
cs_status check_scene_judge(check_scene *scene, const char *artifacts, bool keep_pictures);
/// Plants the faults and judges each; adds to `text` what caught it. CS_MISMATCH when one would pass.
cs_status check_scene_selfcheck(check_scene *scene, cs_text *text);
/// Writes the reference if anything in it changes, and tells in `text` what. With `with_picture` it keeps a picture.
cs_status check_scene_update(check_scene *scene, bool with_picture, cs_text *text);
/// Ends the run: simulation and pictures go, the result stays.
void check_scene_close(check_scene *scene);
void check_scene_free(check_scene *scene);

/// Plants the faults in what was run. Where a reference picture was read, their difference to it counts too.
cs_status check_scene_plant(const check_scene *scene, cs_faults *faults);
/// The picture that a reference names, in the reference's folder. For free(); NULL: no memory.
char *check_picture_path(const char *reference_path, const char *picture);
/// Makes a folder and those above it. CS_IO with the reason in the log.
cs_status check_make_folder(cs_cli *cli, const char *path);

#endif
