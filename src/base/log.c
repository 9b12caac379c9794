// SPDX-License-Identifier: MIT
//
// The log: diagnostics in order, copied into an arena, bounded in number. Their form on the
// terminal is made in diagnostic.c.
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cs_log {
    cs_arena *arena;
    int size;
    int counts[CS_ERROR + 1]; // of each severity, the dropped ones included
    cs_diagnostic kept[CS_LOG_CAPACITY];
};

cs_log *cs_log_create(void)
{
    cs_log *log = calloc(1, sizeof(*log));
    if (!log) {
        return NULL;
    }
    log->arena = cs_arena_create();
    if (!log->arena) {
        free(log);
        return NULL;
    }
    return log;
}

void cs_log_destroy(cs_log *log)
{
    if (log) {
        cs_arena_destroy(log->arena);
        free(log);
    }
}

void cs_log_clear(cs_log *log)
{
    if (log) {
        cs_arena_reset(log->arena);
        memset(log->counts, 0, sizeof(log->counts));
        log->size = 0;
    }
}

int cs_log_count(const cs_log *log, cs_severity at_least)
{
    int count = 0;
    for (int severity = (int)at_least; log && severity <= CS_ERROR; severity++) {
        count += log->counts[severity];
    }
    return count;
}

int cs_log_size(const cs_log *log)
{
    return log ? log->size : 0;
}

const cs_diagnostic *cs_log_get(const cs_log *log, int i)
{
    return log && i >= 0 && i < log->size ? &log->kept[i] : NULL;
}

/// Makes room in a full log for an error by giving up the last milder diagnostic; false when there is none.
static bool make_room(cs_log *log, cs_severity severity)
{
    if (log->size < CS_LOG_CAPACITY) {
        return true;
    }
    for (int i = log->size - 1; i >= 0; i--) {
        if (log->kept[i].severity < severity) {
            memmove(&log->kept[i], &log->kept[i + 1], sizeof(log->kept[0]) * (size_t)(log->size - 1 - i));
            log->size--;
            return true;
        }
    }
    return false;
}

static const char *copy(cs_log *log, const char *string)
{
    return string ? cs_arena_text(log->arena, string, strlen(string)) : NULL;
}

/// A copy of a string, shared with the last diagnostic when that has the same: a scene may be one line of a megabyte
/// with a hundred errors in it.
static const char *shared_copy(cs_log *log, const char *string, const char *last)
{
    return string && last && strcmp(string, last) == 0 ? last : copy(log, string);
}

static void add(cs_log *log, cs_severity severity, cs_location where, const char *source_line, const char *help,
                const char *format, va_list arguments) CS_PRINTF(6, 0);

static void add(cs_log *log, cs_severity severity, cs_location where, const char *source_line, const char *help,
                const char *format, va_list arguments)
{
    if (!log) {
        return;
    }
    log->counts[severity]++;
    if (!make_room(log, severity)) {
        return;
    }
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *message = length < 0 ? NULL : cs_arena_alloc(log->arena, (size_t)length + 1, 1);
    if (message) {
        vsnprintf(message, (size_t)length + 1, format, arguments);
    }
    const cs_diagnostic *last = log->size > 0 ? &log->kept[log->size - 1] : NULL;
    where.file = shared_copy(log, where.file, last ? last->where.file : NULL);
    log->kept[log->size] = (cs_diagnostic){
        .severity = severity,
        .where = where,
        .message = message ? message : "no memory left for this message",
        .source_line = shared_copy(log, source_line, last ? last->source_line : NULL),
        .help = copy(log, help),
    };
    log->size++;
}

void cs_log_add(cs_log *log, cs_severity severity, cs_location where, const char *source_line, const char *help,
                const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(log, severity, where, source_line, help, format, arguments);
    va_end(arguments);
}

void cs_log_error(cs_log *log, const char *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(log, CS_ERROR, (cs_location){.file = file}, NULL, NULL, format, arguments);
    va_end(arguments);
}

void cs_log_warning(cs_log *log, const char *file, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add(log, CS_WARNING, (cs_location){.file = file}, NULL, NULL, format, arguments);
    va_end(arguments);
}
