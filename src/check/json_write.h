// SPDX-License-Identifier: MIT
//
// Writing JSON with a fixed key order into a growing text. Private to the check module.
#ifndef CS_CHECK_JSON_WRITE_H
#define CS_CHECK_JSON_WRITE_H

#include "base/base.h"

/// A document being written. Start with {.pretty = ...}; `text` takes the result.
typedef struct json_writer {
    cs_text text;
    bool pretty; ///< one value a line, indented by two; otherwise one line
    int depth;
    bool follows; ///< the next value needs a comma before it
} json_writer;

// `key` is NULL inside an array and for the document itself.
void json_begin(json_writer *json, const char *key, char bracket); ///< '{' or '['
void json_end(json_writer *json, char bracket);                    ///< '}' or ']'
void json_string(json_writer *json, const char *key, const char *value);
void json_integer(json_writer *json, const char *key, int64_t value);
void json_number(json_writer *json, const char *key, double value); ///< null when not finite
void json_bool(json_writer *json, const char *key, bool value);
void json_null(json_writer *json, const char *key);
void json_hash(json_writer *json, const char *key, uint64_t hash); ///< as 16 hexadecimal digits in a string
/// An array on one line.
void json_numbers(json_writer *json, const char *key, const double *values, int count);
void json_integers(json_writer *json, const char *key, const int *values, int count);

#endif
