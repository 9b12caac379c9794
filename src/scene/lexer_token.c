// SPDX-License-Identifier: MIT
//
// Strings, numbers and words of JSON, after RFC 8259 sections 6 and 7. UTF-8 after table 3-7 of the
// Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
#include "scene/lexer_token.h"

#include <stdio.h>
#include <string.h>

void cs_cursor_skip_space(cs_cursor *in)
{
    while (in->at < in->size) {
        char c = in->text[in->at];
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
            return;
        }
        in->at++;
    }
}

cs_status cs_cursor_fail(cs_cursor *in, size_t at, const char *help, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(in->error->message, sizeof in->error->message, format, arguments);
    va_end(arguments);
    in->error->at = at;
    in->error->help = help;
    return CS_INVALID_SCENE;
}

/// Length of the valid UTF-8 sequence at `at`; 0 when it is not one, with the offset of the first wrong byte.
static size_t utf8_sequence(const cs_cursor *in, size_t at, size_t *wrong)
{
    const unsigned char *s = (const unsigned char *)in->text + at;
    size_t left = in->size - at;
    unsigned char low = 0x80, high = 0xBF;
    size_t length;
    *wrong = at;
    if (s[0] < 0x80) {
        return 1;
    } else if (s[0] >= 0xC2 && s[0] <= 0xDF) {
        length = 2;
    } else if (s[0] >= 0xE0 && s[0] <= 0xEF) {
        length = 3;
        low = s[0] == 0xE0 ? 0xA0 : low;
        high = s[0] == 0xED ? 0x9F : high;
    } else if (s[0] >= 0xF0 && s[0] <= 0xF4) {
        length = 4;
        low = s[0] == 0xF0 ? 0x90 : low;
        high = s[0] == 0xF4 ? 0x8F : high;
    } else {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if (i >= left || s[i] < low || s[i] > high) {
            *wrong = at + i;
            return 0;
        }
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

size_t cs_cursor_find_bad_utf8(const cs_cursor *in)
{
    size_t at = in->at, wrong, length;
    while (at < in->size) {
        length = utf8_sequence(in, at, &wrong);
        if (length == 0) {
            return wrong < in->size ? wrong : at;
        }
        at += length;
    }
    return in->size;
}

/// Of a valid sequence of two bytes or more.
static unsigned code_point(const char *sequence, size_t length)
{
    unsigned code = (unsigned char)sequence[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        code = code << 6 | ((unsigned char)sequence[i] & 0x3Fu);
    }
    return code;
}

void cs_cursor_describe(const cs_cursor *in, char found[CS_FOUND_TEXT])
{
    unsigned char c = (unsigned char)in->text[in->at];
    size_t wrong, length = utf8_sequence(in, in->at, &wrong);
    if (c >= 0x20 && c < 0x7F) {
        snprintf(found, CS_FOUND_TEXT, "'%c'", c);
    } else if (c >= 0x80 && length > 0) {
        snprintf(found, CS_FOUND_TEXT, "the character U+%04X", code_point(in->text + in->at, length));
    } else {
        snprintf(found, CS_FOUND_TEXT, "the byte 0x%02X", c);
    }
}

/// Four hexadecimal digits at `at`.
static cs_status hex4(cs_cursor *in, size_t at, unsigned *code)
{
    *code = 0;
    for (size_t i = at; i < at + 4; i++) {
        char c = i < in->size ? in->text[i] : 0;
        unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                         : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                         : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                                : 16;
        if (digit == 16) {
            return cs_cursor_fail(in, i, NULL, "expected four hexadecimal digits after \\u");
        }
        *code = *code * 16 + digit;
    }
    return CS_OK;
}

static bool is_high_surrogate(unsigned code)
{
    return code >= 0xD800 && code <= 0xDBFF;
}

static bool is_low_surrogate(unsigned code)
{
    return code >= 0xDC00 && code <= 0xDFFF;
}

/// \uXXXX at the backslash, both halves of a surrogate pair.
static cs_status unicode_escape(cs_cursor *in)
{
    unsigned code, second = 0;
    size_t start = in->at;
    cs_status status = hex4(in, start + 2, &code);
    if (status) {
        return status;
    }
    in->at = start + 6;
    if (code == 0) {
        return cs_cursor_fail(in, start, NULL, "a string cannot contain \\u0000");
    }
    if (is_high_surrogate(code) && in->at + 1 < in->size && in->text[in->at] == '\\' && in->text[in->at + 1] == 'u') {
        status = hex4(in, in->at + 2, &second);
        if (status) {
            return status;
        }
    }
    if (is_low_surrogate(code) || (is_high_surrogate(code) && !is_low_surrogate(second))) {
        return cs_cursor_fail(in, start,
                              "characters above U+FFFF are two escapes, \\uD800-\\uDBFF then \\uDC00-\\uDFFF",
                              "\\u%04X is half of a character", code);
    }
    in->at += second ? 6 : 0;
    return CS_OK;
}

static cs_status escape(cs_cursor *in)
{
    int c = in->at + 1 < in->size ? (unsigned char)in->text[in->at + 1] : -1;
    if (c == 'u') {
        return unicode_escape(in);
    }
    if (c > 0 && strchr("\"\\/bfnrt", c)) {
        in->at += 2;
        return CS_OK;
    }
    in->at++;
    if (c < 0) {
        return CS_OK;
    }
    char found[CS_FOUND_TEXT];
    cs_cursor_describe(in, found);
    return cs_cursor_fail(in, in->at, "the escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX; a backslash is \\\\",
                          "a backslash cannot stand before %s", found);
}

static cs_status control_character(cs_cursor *in, int c)
{
    if (c == '\n' || c == '\r') {
        return cs_cursor_fail(in, in->at, "a closing quote may be missing; a line break inside a string is \\n",
                              "the line ends inside a string");
    }
    return cs_cursor_fail(in, in->at, c == '\t' ? "write \\t" : NULL, "the control character 0x%02X in a string",
                          (unsigned)c);
}

cs_status cs_lex_string(cs_cursor *in)
{
    size_t start = in->at++;
    while (in->at < in->size) {
        int c = (unsigned char)in->text[in->at];
        if (c == '"') {
            in->at++;
            return CS_OK;
        }
        if (c == '\\') {
            cs_status status = escape(in);
            if (status) {
                return status;
            }
            continue;
        }
        if (c < 0x20) {
            return control_character(in, c);
        }
        size_t wrong, length = utf8_sequence(in, in->at, &wrong);
        if (length == 0) {
            return cs_cursor_fail(in, wrong, "save the file as UTF-8", "not valid UTF-8");
        }
        in->at += length;
    }
    cs_status status = cs_cursor_fail(in, in->at, NULL, "the text ends inside a string");
    in->error->unclosed = true;
    in->error->open_at = start;
    return status;
}

static bool digit_at(const cs_cursor *in)
{
    int c = cs_cursor_peek(in);
    return c >= '0' && c <= '9';
}

/// One digit or more.
static cs_status digits(cs_cursor *in, const char *where)
{
    if (!digit_at(in)) {
        return cs_cursor_fail(in, in->at, cs_cursor_peek(in) == 'I' ? CS_FINITE_HELP : NULL,
                              "expected a digit %s of a number", where);
    }
    while (digit_at(in)) {
        in->at++;
    }
    return CS_OK;
}

cs_status cs_lex_number(cs_cursor *in)
{
    size_t start = in->at;
    cs_status status = CS_OK;
    if (cs_cursor_peek(in) == '-') {
        in->at++;
    }
    if (cs_cursor_peek(in) == '0') {
        in->at++;
        if (digit_at(in)) {
            return cs_cursor_fail(in, in->at, "remove the 0", "a number cannot have leading zeros");
        }
    } else {
        status = digits(in, "after the minus sign");
    }
    if (!status && cs_cursor_peek(in) == '.') {
        in->at++;
        status = digits(in, "after the decimal point");
    }
    if (!status && (cs_cursor_peek(in) == 'e' || cs_cursor_peek(in) == 'E')) {
        in->at++;
        if (cs_cursor_peek(in) == '+' || cs_cursor_peek(in) == '-') {
            in->at++;
        }
        status = digits(in, "in the exponent");
    }
    if (!status && in->at - start > CS_SCENE_MAX_NUMBER) {
        return cs_cursor_fail(in, start, "17 digits decide any number", "a number of more than %d characters",
                              CS_SCENE_MAX_NUMBER);
    }
    return status;
}

cs_status cs_lex_word(cs_cursor *in, const char *word)
{
    for (const char *c = word; *c; c++, in->at++) {
        if (cs_cursor_peek(in) != *c) {
            return cs_cursor_fail(in, in->at, NULL, "expected the word %s", word);
        }
    }
    return CS_OK;
}
