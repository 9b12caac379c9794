// SPDX-License-Identifier: MIT
//
// Writing JSON. Numbers are the shortest text that reads back as the same double, so equal statistics are equal bytes.
#include "check/json_write.h"

#include <inttypes.h>

static void new_line(json_writer *json)
{
    if (json->pretty && json->depth > 0)
        cs_text_printf(&json->text, "\n%*s", 2 * json->depth, "");
}

static void start_value(json_writer *json, const char *key)
{
    if (json->follows)
        cs_text_puts(&json->text, json->pretty ? "," : ", ");
    new_line(json);
    if (key) {
        cs_text_quote(&json->text, key);
        cs_text_puts(&json->text, ": ");
    }
    json->follows = true;
}

void json_begin(json_writer *json, const char *key, char bracket)
{
    start_value(json, key);
    cs_text_append(&json->text, &bracket, 1);
    json->depth++;
    json->follows = false;
}

void json_end(json_writer *json, char bracket)
{
    bool empty = !json->follows;
    json->depth--;
    if (json->pretty && !empty)
        cs_text_printf(&json->text, "\n%*s", 2 * json->depth, "");
    cs_text_append(&json->text, &bracket, 1);
    json->follows = true;
}

void json_string(json_writer *json, const char *key, const char *value)
{
    start_value(json, key);
    cs_text_quote(&json->text, value);
}

void json_integer(json_writer *json, const char *key, int64_t value)
{
    start_value(json, key);
    cs_text_printf(&json->text, "%" PRId64, value);
}

void json_number(json_writer *json, const char *key, double value)
{
    start_value(json, key);
    cs_text_number(&json->text, value);
}

void json_bool(json_writer *json, const char *key, bool value)
{
    start_value(json, key);
    cs_text_puts(&json->text, value ? "true" : "false");
}

void json_null(json_writer *json, const char *key)
{
    start_value(json, key);
    cs_text_puts(&json->text, "null");
}

void json_hash(json_writer *json, const char *key, uint64_t hash)
{
    char text[CS_HASH_TEXT];
    cs_hash_format(hash, text);
    json_string(json, key, text);
}

void json_numbers(json_writer *json, const char *key, const double *values, int count)
{
    start_value(json, key);
    for (int i = 0; i < count; i++) {
        cs_text_puts(&json->text, i == 0 ? "[" : ", ");
        cs_text_number(&json->text, values[i]);
    }
    cs_text_puts(&json->text, "]");
}

void json_integers(json_writer *json, const char *key, const int *values, int count)
{
    start_value(json, key);
    for (int i = 0; i < count; i++)
        cs_text_printf(&json->text, "%s%d", i == 0 ? "[" : ", ", values[i]);
    cs_text_puts(&json->text, "]");
}
