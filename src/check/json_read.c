// SPDX-License-Identifier: MIT
//
// Reading JSON through cJSON, with places. cJSON keeps no positions, but its tree walked in pre-order meets the values
// in the order in which they stand in the text, so the n-th node is the n-th value that a scan of the text finds.
#include "check/json_read.h"

#include <cJSON.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Integers above this are not exact in a double.
#define LARGEST_EXACT 9007199254740992.0

bool json_open(json_reader *reader, const char *file, const char *text, size_t size, cs_log *log)
{
    *reader = (json_reader){.file = file, .text = text, .size = size, .log = log};
    const char *end = text;
    reader->root = cJSON_ParseWithLengthOpts(text, size, &end, false);
    size_t at = end ? (size_t)(end - text) : 0;
    size_t rest = at;
    while (rest < size && text[rest] && strchr(" \t\r\n", text[rest]))
        rest++;
    if (reader->root && rest == size) {
        reader->object = reader->root;
        return true;
    }
    if (reader->root)
        at = rest; // what follows the document
    cs_location where = {.file = file, .line = 1, .column = 1};
    for (size_t i = 0; i < at && i < size; i++) {
        where.line += text[i] == '\n';
        where.column = text[i] == '\n' ? 1 : where.column + 1;
    }
    cs_log_add(log, CS_ERROR, where, NULL, NULL,
               rest == size ? "the text ends too early for JSON" : "this is not JSON");
    reader->failed = true;
    return false;
}

void json_close(json_reader *reader)
{
    cJSON_Delete(reader->root);
}

/// Counts nodes in pre-order until `wanted` is met.
static bool pre_order_index(const cJSON *node, const cJSON *wanted, int64_t *index)
{
    if (node == wanted)
        return true;
    ++*index;
    const cJSON *child;
    cJSON_ArrayForEach(child, node) if (pre_order_index(child, wanted, index)) return true;
    return false;
}

static size_t string_end(const char *text, size_t size, size_t at)
{
    for (at++; at < size && text[at] != '"'; at++)
        at += text[at] == '\\';
    return at + 1;
}

/// Where the n-th value of a text that is known to be JSON starts.
static size_t value_start(const char *text, size_t size, int64_t n)
{
    size_t at = 0;
    while (at < size) {
        if (strchr(" \t\r\n,:]}", text[at])) {
            at++;
            continue;
        }
        size_t start = at;
        bool key = false;
        if (text[at] == '"') {
            at = string_end(text, size, at);
            size_t next = at;
            while (next < size && strchr(" \t\r\n", text[next]))
                next++;
            key = next < size && text[next] == ':';
        } else if (text[at] == '{' || text[at] == '[') {
            at++;
        } else {
            while (at < size && !strchr(" \t\r\n,]}", text[at]))
                at++;
        }
        if (!key && n-- == 0)
            return start;
    }
    return 0;
}

void json_fail(json_reader *reader, const cJSON *at, const char *format, ...)
{
    if (reader->failed)
        return;
    reader->failed = true;
    int64_t index = 0;
    pre_order_index(reader->root, at ? at : reader->object, &index);
    size_t start = value_start(reader->text, reader->size, index);
    cs_location where = {.file = reader->file, .line = 1, .column = 1};
    for (size_t i = 0; i < start; i++) {
        where.line += reader->text[i] == '\n';
        where.column = reader->text[i] == '\n' ? 1 : where.column + 1;
    }
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    cs_log_add(reader->log, CS_ERROR, where, NULL, NULL, "%s", buffer);
}

/// The member; NULL and a fault when it is missing.
static const cJSON *member(json_reader *reader, const char *key)
{
    if (reader->failed)
        return NULL;
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(reader->object, key);
    if (!value)
        json_fail(reader, NULL, "missing key \"%s\"", key);
    return value;
}

static const cJSON *child_of(json_reader *reader, const char *key, int index)
{
    if (key)
        return member(reader, key);
    return reader->failed ? NULL : cJSON_GetArrayItem(reader->object, index);
}

const cJSON *json_enter(json_reader *reader, const char *key, int index, char bracket)
{
    const cJSON *outside = reader->object;
    const cJSON *value = child_of(reader, key, index);
    if (!value)
        return outside;
    if (bracket == '{' ? cJSON_IsObject(value) : cJSON_IsArray(value))
        reader->object = value;
    else
        json_fail(reader, value, "\"%s\" must be an %s", key ? key : "element", bracket == '{' ? "object" : "array");
    return outside;
}

void json_leave(json_reader *reader, const cJSON *outside)
{
    reader->object = outside;
}

int json_length(json_reader *reader, int expected)
{
    if (reader->failed)
        return 0;
    int length = cJSON_GetArraySize(reader->object);
    if (expected >= 0 && length != expected) {
        json_fail(reader, NULL, "this array must have %d elements", expected);
        return 0;
    }
    return length;
}

bool json_has(json_reader *reader, const char *key)
{
    if (reader->failed)
        return false;
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(reader->object, key);
    return value && !cJSON_IsNull(value);
}

double json_read_number(json_reader *reader, const char *key)
{
    const cJSON *value = member(reader, key);
    if (!value)
        return 0;
    if (!cJSON_IsNumber(value) || !isfinite(value->valuedouble)) {
        json_fail(reader, value, "\"%s\" must be a number", key);
        return 0;
    }
    return value->valuedouble;
}

int64_t json_read_integer(json_reader *reader, const char *key, int64_t min, int64_t max)
{
    const cJSON *value = member(reader, key);
    if (!value)
        return 0;
    double number = cJSON_IsNumber(value) ? value->valuedouble : 0.5;
    if (!(fabs(number) <= LARGEST_EXACT) || floor(number) != number || (int64_t)number < min || (int64_t)number > max) {
        if (min == max)
            json_fail(reader, value, "\"%s\" must be %lld", key, (long long)min);
        else if (max == INT64_MAX)
            json_fail(reader, value, "\"%s\" must be a whole number of at least %lld", key, (long long)min);
        else
            json_fail(reader, value, "\"%s\" must be a whole number from %lld to %lld", key, (long long)min,
                      (long long)max);
        return 0;
    }
    return (int64_t)number;
}

uint64_t json_read_hash(json_reader *reader, const char *key)
{
    const cJSON *value = member(reader, key);
    if (!value)
        return 0;
    const char *text = cJSON_IsString(value) ? value->valuestring : "";
    if (strlen(text) != CS_HASH_TEXT - 1 || strspn(text, "0123456789abcdef") != CS_HASH_TEXT - 1) {
        json_fail(reader, value, "\"%s\" must be 16 hexadecimal digits", key);
        return 0;
    }
    return strtoull(text, NULL, 16);
}

const char *json_read_string(json_reader *reader, const char *key)
{
    const cJSON *value = member(reader, key);
    if (!value)
        return NULL;
    if (!cJSON_IsString(value)) {
        json_fail(reader, value, "\"%s\" must be a text", key);
        return NULL;
    }
    return value->valuestring;
}

void json_read_numbers(json_reader *reader, const char *key, int index, double *values, int count)
{
    const cJSON *outside = json_enter(reader, key, index, '[');
    if (json_length(reader, count) == count && !reader->failed) {
        int i = 0;
        const cJSON *value;
        cJSON_ArrayForEach(value, reader->object)
        {
            if (!cJSON_IsNumber(value) || !isfinite(value->valuedouble)) {
                json_fail(reader, value, "this must be a number");
                break;
            }
            values[i++] = value->valuedouble;
        }
    }
    json_leave(reader, outside);
}
