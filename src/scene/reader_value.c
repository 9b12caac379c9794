// SPDX-License-Identifier: MIT
//
// Plain values as the key table wants them: numbers in range, vectors, strings, words. And how a reader reports.
#include "scene/reader.h"
#include "scene/suggest.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- reports ----------------------------------------------------------------------

static void mark_bad(cs_node *node)
{
    for (; node && !node->bad; node = node->parent) {
        node->bad = true;
    }
}

static void report(cs_reader *reader, cs_severity severity, cs_place place, const char *help, const char *format,
                   va_list arguments)
{
    char message[600];
    vsnprintf(message, sizeof message, format, arguments);
    cs_problem_add(reader->problems, severity, place, help, "%s", message);
}

void cs_reader_error(cs_reader *reader, cs_node *node, const char *help, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, CS_ERROR, node->at, help, format, arguments);
    va_end(arguments);
    mark_bad(node);
}

void cs_reader_key_error(cs_reader *reader, cs_node *node, const char *help, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, CS_ERROR, node->key_at, help, format, arguments);
    va_end(arguments);
    mark_bad(node);
}

void cs_reader_warning(cs_reader *reader, cs_node *node, const char *help, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(reader, CS_WARNING, node->at, help, format, arguments);
    va_end(arguments);
}

bool cs_reader_full(const cs_reader *reader)
{
    return reader->problems->kept == CS_LOG_CAPACITY;
}

const char *cs_reader_path(cs_reader *reader, const cs_node *node)
{
    return cs_reader_full(reader) ? "" : cs_node_path(reader->arena, node);
}

cs_node *cs_reader_member(cs_node *object, const char *const *keys)
{
    for (; *keys; keys++) {
        cs_node *member = cs_node_find(object, *keys);
        if (member) {
            return member;
        }
    }
    return object;
}

const char *cs_number_text(cs_arena *arena, double value)
{
    cs_text text = {0};
    cs_text_number(&text, value);
    const char *result = text.failed ? NULL : cs_arena_text(arena, text.bytes, text.length);
    cs_text_free(&text);
    return result ? result : "?";
}

const char *cs_range_text(cs_arena *arena, const cs_range *range)
{
    const char *low = cs_number_text(arena, range->low), *high = cs_number_text(arena, range->high);
    const char *above = range->low_open ? "greater than" : "at least";
    const char *below = range->high_open ? "less than" : "at most";
    if (range->has_low && range->has_high && !range->low_open && !range->high_open) {
        return cs_arena_printf(arena, "from %s to %s", low, high);
    }
    if (range->has_low && range->has_high) {
        return cs_arena_printf(arena, "%s %s and %s %s", above, low, below, high);
    }
    if (range->has_low) {
        return cs_arena_printf(arena, "%s %s", above, low);
    }
    return range->has_high ? cs_arena_printf(arena, "%s %s", below, high) : NULL;
}

// ---- numbers --------------------------------------------------------------------------

static void wrong_type(cs_reader *reader, cs_node *node, const char *expected)
{
    cs_reader_error(reader, node, NULL, "expected %s for %s, found %s", expected, cs_reader_path(reader, node),
                    cs_node_noun(node));
}

static bool in_range(const cs_range *range, double number)
{
    bool low = !range->has_low || (range->low_open ? number > range->low : number >= range->low);
    bool high = !range->has_high || (range->high_open ? number < range->high : number <= range->high);
    return low && high;
}

/// A number in range; a negative zero becomes zero, so that it is the same scene.
static bool read_number(cs_reader *reader, const cs_range *range, cs_node *node, double *number)
{
    if (node->kind != CS_NODE_NUMBER) {
        wrong_type(reader, node, "a number");
        return false;
    }
    if (node->bad) {
        return false;
    }
    if (!in_range(range, node->number)) {
        if (cs_reader_full(reader)) {
            cs_reader_error(reader, node, NULL, "out of range");
        } else {
            cs_reader_error(reader, node, NULL, "%s must be %s, not %s", cs_reader_path(reader, node),
                            cs_range_text(reader->arena, range), cs_number_text(reader->arena, node->number));
        }
        return false;
    }
    *number = node->number + 0.0;
    return true;
}

static bool read_int(cs_reader *reader, const cs_range *range, cs_node *node, int *integer)
{
    static const cs_range from_lowest = CS_AT_LEAST(INT_MIN), to_highest = {.has_high = true, .high = INT_MAX};
    double number;
    if (node->kind != CS_NODE_NUMBER) {
        wrong_type(reader, node, "a whole number");
        return false;
    }
    if (!node->bad && floor(node->number) != node->number) {
        cs_reader_error(reader, node, NULL, "expected a whole number for %s, found %s", cs_reader_path(reader, node),
                        cs_number_text(reader->arena, node->number));
        return false;
    }
    if (!read_number(reader, range, node, &number) || !read_number(reader, &from_lowest, node, &number) ||
        !read_number(reader, &to_highest, node, &number)) {
        return false;
    }
    *integer = (int)number;
    return true;
}

/// The elements of an array of exactly `count` values, or NULL.
static cs_node *expect_elements(cs_reader *reader, const cs_key *key, cs_node *node, int count)
{
    const char *what = key->type == CS_KEY_INT2 ? "whole numbers" : "numbers";
    const char *help = key->type == CS_KEY_COLOR ? "a colour is [red, green, blue]" : NULL;
    if (node->kind != CS_NODE_ARRAY) {
        cs_reader_error(reader, node, help, "expected an array of %d %s for %s, found %s", count, what,
                        cs_reader_path(reader, node), cs_node_noun(node));
        return NULL;
    }
    if (node->count != count) {
        cs_reader_error(reader, node, help, "expected %d %s for %s, found %d", count, what,
                        cs_reader_path(reader, node), node->count);
        return NULL;
    }
    return node->first;
}

static void read_vector(cs_reader *reader, const cs_key *key, cs_node *node, int count, double *elements)
{
    double numbers[3];
    bool good = true;
    cs_node *child = expect_elements(reader, key, node, count);
    if (!child) {
        return;
    }
    for (int i = 0; i < count; i++, child = child->next) {
        good = read_number(reader, &key->range, child, &numbers[i]) && good;
    }
    if (good) {
        memcpy(elements, numbers, (size_t)count * sizeof *numbers);
    }
}

static void read_vec3(cs_reader *reader, const cs_key *key, cs_node *node, cs_vec3 *vector)
{
    double numbers[3] = {vector->x, vector->y, vector->z};
    read_vector(reader, key, node, 3, numbers);
    *vector = (cs_vec3){numbers[0], numbers[1], numbers[2]};
}

static void read_int2(cs_reader *reader, const cs_key *key, cs_node *node, int *integers)
{
    cs_node *child = expect_elements(reader, key, node, 2);
    for (int i = 0; child; i++, child = child->next) {
        read_int(reader, &key->range, child, &integers[i]);
    }
}

// ---- words ------------------------------------------------------------------------------

static void read_enum(cs_reader *reader, const cs_key *key, cs_node *node, int *value)
{
    const char *word = node->kind == CS_NODE_STRING ? node->string : "";
    for (int i = 0; node->kind == CS_NODE_STRING && key->choices[i]; i++) {
        if (strcmp(key->choices[i], word) == 0) {
            *value = i;
            return;
        }
    }
    const char *help =
        cs_reader_full(reader) ? NULL : cs_suggest_choice(reader->arena, key->choices, key->section, word);
    if (node->kind == CS_NODE_STRING) {
        cs_reader_error(reader, node, help, "unknown value %s for %s",
                        cs_reader_full(reader) ? "" : cs_quote(reader->arena, word), cs_reader_path(reader, node));
    } else {
        cs_reader_error(reader, node, help, "expected a string for %s, found %s", cs_reader_path(reader, node),
                        cs_node_noun(node));
    }
}

static void read_string(cs_reader *reader, const cs_key *key, cs_node *node, const char **string)
{
    if (node->kind != CS_NODE_STRING) {
        wrong_type(reader, node, "a string");
    } else if (strnlen(node->string, (size_t)key->least) < (size_t)key->least) {
        cs_reader_error(reader, node, NULL, "%s is empty", cs_reader_path(reader, node));
    } else {
        *string = node->string;
    }
}

void cs_read_plain(cs_reader *reader, const cs_key *key, cs_node *node, void *field)
{
    switch (key->type) {
    case CS_KEY_INT:
        read_int(reader, &key->range, node, field);
        break;
    case CS_KEY_NUMBER:
        read_number(reader, &key->range, node, field);
        break;
    case CS_KEY_BOOL:
        if (node->kind == CS_NODE_BOOL) {
            *(bool *)field = node->boolean;
        } else {
            wrong_type(reader, node, "true or false");
        }
        break;
    case CS_KEY_INT2:
        read_int2(reader, key, node, field);
        break;
    case CS_KEY_VEC2:
        read_vector(reader, key, node, 2, field);
        break;
    case CS_KEY_VEC3:
    case CS_KEY_COLOR:
        read_vec3(reader, key, node, field);
        break;
    case CS_KEY_ENUM: {
        int value;
        memcpy(&value, field, sizeof value);
        read_enum(reader, key, node, &value);
        memcpy(field, &value, sizeof value);
        break;
    }
    case CS_KEY_STRING:
        read_string(reader, key, node, field);
        break;
    case CS_KEY_IGNORED:
        if (node->kind != CS_NODE_STRING) {
            wrong_type(reader, node, "a string");
        }
        break;
    case CS_KEY_VERSION:
        if (node->kind != CS_NODE_NUMBER) {
            wrong_type(reader, node, "the number 1");
        }
        break;
    case CS_KEY_OBJECT:
    case CS_KEY_ARRAY:
    case CS_KEY_WORD_OR_OBJECT:
    case CS_KEY_PRESET:
        break;
    }
}
