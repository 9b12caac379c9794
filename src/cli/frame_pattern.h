// SPDX-License-Identifier: MIT
//
// The names of numbered pictures: a run of '#' or a printf-like %04d in the file part of a path.
#ifndef CS_CLI_FRAME_PATTERN_H
#define CS_CLI_FRAME_PATTERN_H

#include "cli/cli.h"

typedef struct cs_frame_pattern {
    char *folder;         ///< with its slash; "" without one
    char *before, *after; ///< of the number, in the file part
    int digits;           ///< padded with zeros to this width; more are never cut
} cs_frame_pattern;

/// CS_USAGE with the reason when there is no place for a number, or more than one, or no .png at the end. Free with
/// cs_frame_pattern_free.
cs_status cs_frame_pattern_parse(cs_cli *cli, const char *text, cs_frame_pattern *pattern);
void cs_frame_pattern_free(cs_frame_pattern *pattern);

/// "f_0012.png", without the folder; for free().
char *cs_frame_pattern_file(const cs_frame_pattern *pattern, int64_t number);
/// The pattern without its folder, one '#' a digit: "f_####.png"; for free().
char *cs_frame_pattern_text(const cs_frame_pattern *pattern);
/// The manifest of the frames: "f_.manifest.jsonl" beside them, the pattern without number and ending; "frames" takes
/// the place of an empty name. For free().
char *cs_frame_pattern_manifest(const cs_frame_pattern *pattern);
/// A file of the pattern's folder as a path; for free().
char *cs_frame_pattern_path(const cs_frame_pattern *pattern, const char *file);

#endif
