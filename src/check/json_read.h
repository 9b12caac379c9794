// SPDX-License-Identifier: MIT
//
// Reading JSON that users may have edited: every fault is logged with its line and column. Private to the check module.
#ifndef CS_CHECK_JSON_READ_H
#define CS_CHECK_JSON_READ_H

#include "base/base.h"

struct cJSON;

/// A document, and the object in it that is being read. The first fault is logged and remembered; every read after it
/// does nothing and gives a zero, so a caller reads everything and asks once.
typedef struct json_reader {
    const char *file;
    const char *text;
    size_t size;
    cs_log *log;
    struct cJSON *root;
    const struct cJSON *object; ///< present object or array
    bool failed;
} json_reader;

/// Parses the text. False: not JSON, which is logged. Close in any case.
bool json_open(json_reader *reader, const char *file, const char *text, size_t size, cs_log *log);
void json_close(json_reader *reader);

/// Logs a fault at a value (NULL: the present object), as "line:column: error: ...".
void json_fail(json_reader *reader, const struct cJSON *at, const char *format, ...) CS_PRINTF(3, 4);

/// Steps into a member that must be an object or an array, whichever `bracket` opens; returns where to step back to.
/// Inside an array `key` is NULL and `index` counts.
const struct cJSON *json_enter(json_reader *reader, const char *key, int index, char bracket);
void json_leave(json_reader *reader, const struct cJSON *outside);
/// Members of the present array; fails when it must be `expected` (>= 0) and is not.
int json_length(json_reader *reader, int expected);

bool json_has(json_reader *reader, const char *key); ///< there, and not null
double json_read_number(json_reader *reader, const char *key);
int64_t json_read_integer(json_reader *reader, const char *key, int64_t min, int64_t max);
uint64_t json_read_hash(json_reader *reader, const char *key);
const char *json_read_string(json_reader *reader, const char *key); ///< NULL after a fault; belongs to the reader
/// An array of exactly `count` finite numbers; `key` NULL: the `index`-th element of the present array.
void json_read_numbers(json_reader *reader, const char *key, int index, double *values, int count);

#endif
