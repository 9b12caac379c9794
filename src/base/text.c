// SPDX-License-Identifier: MIT
//
// Growing text, and numbers as the shortest decimal that reads back as the same double.
// The C library's formatting is exact on every platform we know (glibc, musl, macOS), so the
// digits are the same everywhere; only the locale's decimal point has to be undone.
#include "base/base.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 256

/// Room for `extra` more bytes and the terminator.
static bool reserve(cs_text *text, size_t extra)
{
    size_t needed;
    if (!cs_size_add(text->length, extra, &needed) || !cs_size_add(needed, 1, &needed)) {
        text->failed = true;
        return false;
    }
    if (needed <= text->capacity) {
        return true;
    }
    size_t capacity = text->capacity > 0 ? text->capacity : FIRST_CAPACITY;
    while (capacity < needed) {
        capacity = capacity > SIZE_MAX / 2 ? needed : capacity * 2;
    }
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void cs_text_append(cs_text *text, const char *bytes, size_t length)
{
    if (!reserve(text, length)) {
        return;
    }
    if (length > 0) {
        memcpy(text->bytes + text->length, bytes, length);
    }
    text->length += length;
    text->bytes[text->length] = '\0';
}

void cs_text_puts(cs_text *text, const char *string)
{
    cs_text_append(text, string, strlen(string));
}

void cs_text_printf(cs_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        text->failed = true;
        return;
    }
    if (!reserve(text, (size_t)length)) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void cs_text_quote(cs_text *text, const char *string)
{
    cs_text_puts(text, "\"");
    for (const char *c = string; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\') {
            cs_text_printf(text, "\\%c", *c);
        } else if (byte < 0x20) {
            cs_text_printf(text, "\\u%04x", byte);
        } else {
            cs_text_append(text, c, 1);
        }
    }
    cs_text_puts(text, "\"");
}

char *cs_text_take(cs_text *text)
{
    if (!text->failed && !text->bytes) {
        cs_text_append(text, "", 0);
    }
    char *bytes = text->bytes;
    if (text->failed) {
        free(bytes);
        bytes = NULL;
    }
    *text = (cs_text){0};
    return bytes;
}

void cs_text_free(cs_text *text)
{
    free(text->bytes);
    *text = (cs_text){0};
}

/// Formats with `digits` significant digits; true when the result reads back as the same value.
static bool format_digits(double value, int digits, char *out, size_t size)
{
    snprintf(out, size, "%.*g", digits, value);
    return strtod(out, NULL) == value;
}

void cs_text_number(cs_text *text, double value)
{
    if (!isfinite(value)) {
        cs_text_puts(text, "null");
        return;
    }
    // A normal double that has a decimal of at most 15 digits shows it at 15; a subnormal one may need only one.
    char number[40];
    int digits = fabs(value) < DBL_MIN ? 1 : DBL_DIG;
    while (!format_digits(value, digits, number, sizeof(number)) && digits < DBL_DECIMAL_DIG) {
        digits++;
    }
    bool in_point = false;
    for (const char *c = number; *c; c++) {
        if (strchr("0123456789+-e", *c)) {
            cs_text_append(text, c, 1);
            in_point = false;
        } else if (!in_point) { // a decimal point may have several bytes
            cs_text_append(text, ".", 1);
            in_point = true;
        }
    }
}
