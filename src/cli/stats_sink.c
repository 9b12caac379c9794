// SPDX-License-Identifier: MIT
//
// Collects statistics for a file or hands them on to standard output.
#include "cli/stats_sink.h"

#include "cli/terminal.h"

#include <string.h>

cs_status cs_stats_open(cs_stats_sink *sink, cs_cli *cli, const char *path)
{
    *sink = (cs_stats_sink){.cli = cli, .path = path};
    return path ? cs_output_check(cli, path, false) : CS_OK;
}

cs_status cs_stats_add(cs_stats_sink *sink, const char *json)
{
    if (!sink->path)
        return CS_OK;
    if (strcmp(sink->path, "-") == 0) {
        cs_progress_clear(sink->cli->progress);
        return cs_output_text(sink->cli, "-", json);
    }
    cs_text_puts(&sink->text, json);
    cs_text_puts(&sink->text, "\n");
    return sink->text.failed ? CS_INTERNAL : CS_OK;
}

cs_status cs_stats_close(cs_stats_sink *sink)
{
    cs_status status = CS_OK;
    if (!sink->cli)
        return status;
    if (sink->path && sink->text.length > 0 && !sink->text.failed)
        status = cs_file_write(sink->path, sink->text.bytes, sink->text.length, sink->cli->log);
    cs_text_free(&sink->text);
    cs_cli_report(sink->cli);
    return status;
}
