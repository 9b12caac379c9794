// SPDX-License-Identifier: MIT
//
// The manifest beside numbered pictures: JSON lines, a header and then one record a frame,
// appended when the frame is safely written. `frames --resume` trusts a frame only if its
// record, its size and its hash agree.
//
//     {"manifest":2,"tool":"clothsim 0.1.0","scene_hash":"...","pattern":"f_####.png"}
//     {"file":"f_0000.png","step":0,"bytes":23046,"hash":"...","statistics":{...},"check":"..."}
//
// "check" is the hash of the line before it. A line that was edited, or cut short by a crash, does not read as a
// record, and its frame is drawn again.
#ifndef CS_CLI_FRAME_MANIFEST_H
#define CS_CLI_FRAME_MANIFEST_H

#include "cli/frame_pattern.h"

typedef struct cs_manifest {
    char *path;
    char *header;       ///< the first line, with its newline
    char *text;         ///< what an earlier run left; NULL: nothing that holds
    const char *cursor; ///< in `text`: where the next search begins
} cs_manifest;

/// A record of an earlier run. The texts belong to the manifest.
typedef struct cs_manifest_record {
    const char *line; ///< with its newline
    size_t length;
    uint64_t bytes, hash;
    const char *statistics; ///< JSON
    size_t statistics_length;
} cs_manifest_record;

/// Names the manifest and its header. Nothing is read or written yet.
cs_status cs_manifest_init(cs_manifest *manifest, const cs_frame_pattern *pattern, uint64_t scene_hash);
void cs_manifest_free(cs_manifest *manifest);
/// Reads what an earlier run left. `*other` tells that there is one that belongs to another scene, version or pattern,
/// so that none of it holds.
cs_status cs_manifest_read(cs_manifest *manifest, cs_log *log, bool *other);
/// The record of a frame; false when there is none. Fast when frames are asked for in their order.
bool cs_manifest_find(cs_manifest *manifest, const char *file, int64_t step, cs_manifest_record *record);

/// A record as a line with its newline; for free().
char *cs_manifest_line(const char *file, int64_t step, uint64_t bytes, uint64_t hash, const char *statistics);
/// Begins the file anew with the header and some lines.
cs_status cs_manifest_write(const cs_manifest *manifest, const cs_text *lines, cs_log *log);
cs_status cs_manifest_append(const cs_manifest *manifest, const char *line, cs_log *log);

#endif
