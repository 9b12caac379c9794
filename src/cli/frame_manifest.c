// SPDX-License-Identifier: MIT
//
// Reads and writes the manifest of numbered pictures. A record counts only if it begins as it
// would be written for the frame and ends with the hash of its own line, so that nothing in it
// was edited and no general JSON reader is needed here.
#include "cli/frame_manifest.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/// A manifest has a few kilobytes a frame; more than this is no manifest.
#define LARGEST_MANIFEST ((size_t)1 << 32)

/// What ends a record: the hash of all that stands before, so that a line that was edited is no record.
#define TAIL_BEGIN  ",\"check\":\""
#define TAIL_END    "\"}"
#define TAIL_LENGTH (sizeof TAIL_BEGIN - 1 + CS_HASH_TEXT - 1 + sizeof TAIL_END - 1)

static void put_tail(cs_text *out, const char *line, size_t length)
{
    char hash[CS_HASH_TEXT];
    cs_hash_format(cs_hash_bytes(line, length, 0), hash);
    cs_text_printf(out, TAIL_BEGIN "%s" TAIL_END, hash);
}

/// Does the line end with the hash of what stands before?
static bool tail_holds(const char *line, const char *end)
{
    if ((size_t)(end - line) < TAIL_LENGTH)
        return false;
    const char *at = end - TAIL_LENGTH;
    cs_text tail = {0};
    put_tail(&tail, line, (size_t)(at - line));
    bool holds = tail.length == TAIL_LENGTH && memcmp(tail.bytes, at, TAIL_LENGTH) == 0;
    cs_text_free(&tail);
    return holds;
}

/// The beginning of a record, up to the number of bytes.
static void put_record_head(cs_text *out, const char *file, int64_t step)
{
    cs_text_puts(out, "{\"file\":");
    cs_text_quote(out, file);
    cs_text_printf(out, ",\"step\":%lld,\"bytes\":", (long long)step);
}

cs_status cs_manifest_init(cs_manifest *manifest, const cs_frame_pattern *pattern, uint64_t scene_hash)
{
    *manifest = (cs_manifest){.path = cs_frame_pattern_manifest(pattern)};
    char hash[CS_HASH_TEXT];
    cs_hash_format(scene_hash, hash);
    char *pattern_text = cs_frame_pattern_text(pattern);
    cs_text header = {0};
    cs_text_printf(&header, "{\"manifest\":2,\"tool\":\"clothsim %s\",\"scene_hash\":\"%s\",\"pattern\":", cs_version(),
                   hash);
    cs_text_quote(&header, pattern_text ? pattern_text : "");
    cs_text_puts(&header, "}\n");
    free(pattern_text);
    manifest->header = cs_text_take(&header);
    return manifest->path && manifest->header && pattern_text ? CS_OK : CS_INTERNAL;
}

void cs_manifest_free(cs_manifest *manifest)
{
    free(manifest->path);
    free(manifest->header);
    free(manifest->text);
    *manifest = (cs_manifest){0};
}

cs_status cs_manifest_read(cs_manifest *manifest, cs_log *log, bool *other)
{
    *other = false;
    if (!cs_file_exists(manifest->path))
        return CS_OK;
    char *text;
    size_t size;
    cs_status status = cs_file_read(manifest->path, LARGEST_MANIFEST, log, &text, &size);
    if (status != CS_OK)
        return status;
    size_t header = strlen(manifest->header);
    if (size >= header && memcmp(text, manifest->header, header) == 0) {
        manifest->text = text;
        manifest->cursor = text + header;
        return CS_OK;
    }
    *other = size > 0;
    free(text);
    return CS_OK;
}

/// Reads `digits` in the base as a number and moves behind them.
static bool take_number(const char **at, int base, uint64_t *value)
{
    char *end;
    *value = strtoull(*at, &end, base);
    bool good = end != *at && **at != '-' && **at != '+' && **at != ' ';
    *at = end;
    return good;
}

static bool take_text(const char **at, const char *text)
{
    size_t length = strlen(text);
    if (strncmp(*at, text, length) != 0)
        return false;
    *at += length;
    return true;
}

/// The line from `line` to its newline at `end` as the record that begins with `head`.
static bool read_record(const char *line, const char *end, const cs_text *head, cs_manifest_record *record)
{
    const char *at = line;
    if (!take_text(&at, head->bytes) || !take_number(&at, 10, &record->bytes) || !take_text(&at, ",\"hash\":\""))
        return false;
    const char *hash = at;
    if (!take_number(&at, 16, &record->hash) || at - hash != CS_HASH_TEXT - 1 || !take_text(&at, "\",\"statistics\":"))
        return false;
    if (end - at < (ptrdiff_t)TAIL_LENGTH || *at != '{' || !tail_holds(line, end))
        return false;
    record->line = line;
    record->length = (size_t)(end - line) + 1;
    record->statistics = at;
    record->statistics_length = (size_t)(end - at) - TAIL_LENGTH;
    return true;
}

bool cs_manifest_find(cs_manifest *manifest, const char *file, int64_t step, cs_manifest_record *record)
{
    if (!manifest->text)
        return false;
    cs_text head = {0};
    put_record_head(&head, file, step);
    const char *start = manifest->cursor;
    bool found = false, wrapped = false;
    for (const char *line = start; !head.failed && !found && !(wrapped && line >= start);) {
        const char *end = strchr(line, '\n');
        if (!end) {
            if (wrapped)
                break;
            // From the first record on once more: the frames need not stand in their order.
            wrapped = true;
            line = manifest->text + strlen(manifest->header);
            continue;
        }
        found = read_record(line, end, &head, record);
        line = end + 1;
        if (found)
            manifest->cursor = line;
    }
    cs_text_free(&head);
    return found;
}

char *cs_manifest_line(const char *file, int64_t step, uint64_t bytes, uint64_t hash, const char *statistics)
{
    char hash_text[CS_HASH_TEXT];
    cs_hash_format(hash, hash_text);
    cs_text line = {0};
    put_record_head(&line, file, step);
    cs_text_printf(&line, "%llu,\"hash\":\"%s\",\"statistics\":", (unsigned long long)bytes, hash_text);
    cs_text_puts(&line, statistics);
    put_tail(&line, line.bytes ? line.bytes : "", line.length);
    cs_text_puts(&line, "\n");
    return cs_text_take(&line);
}

cs_status cs_manifest_write(const cs_manifest *manifest, const cs_text *lines, cs_log *log)
{
    cs_text whole = {0};
    cs_text_puts(&whole, manifest->header);
    if (lines && lines->length > 0)
        cs_text_append(&whole, lines->bytes, lines->length);
    cs_status status = whole.failed ? CS_INTERNAL : cs_file_write(manifest->path, whole.bytes, whole.length, log);
    cs_text_free(&whole);
    return status;
}

cs_status cs_manifest_append(const cs_manifest *manifest, const char *line, cs_log *log)
{
    return cs_file_append(manifest->path, line, strlen(line), log);
}
