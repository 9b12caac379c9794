// SPDX-License-Identifier: MIT
//
// Where --stats goes. A file is written once, at the end, whole; standard output gets each text as it comes.
#ifndef CS_CLI_STATS_SINK_H
#define CS_CLI_STATS_SINK_H

#include "cli/cli.h"

typedef struct cs_stats_sink {
    cs_cli *cli;
    const char *path; ///< NULL: nobody wants statistics
    cs_text text;
} cs_stats_sink;

/// Checks that `path` (NULL: none) can be written.
cs_status cs_stats_open(cs_stats_sink *sink, cs_cli *cli, const char *path);
/// Adds one JSON text.
cs_status cs_stats_add(cs_stats_sink *sink, const char *json);
/// Writes the file, also after a failure: what there is, is worth keeping. Frees the sink. Does nothing to
/// one that is all zero.
cs_status cs_stats_close(cs_stats_sink *sink);

#endif
