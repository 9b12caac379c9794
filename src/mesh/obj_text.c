// SPDX-License-Identifier: MIT
//
// The text of an OBJ file as lines of words, each with its place. A line ends with a line feed, a carriage return, or
// both; a "#" at the beginning of a word makes the rest of its line a comment.
#include "mesh/obj_text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A longer source line is not shown: the message names its place.
#define LONGEST_SHOWN 4096
#define MESSAGE_BYTES 512

/// Bytes of the end of line at an offset; 0: there is none.
static size_t line_end_at(const cs_obj_text *text, size_t at)
{
    if (at >= text->size) {
        return 0;
    }
    char c = text->bytes[at];
    if (c == '\r') {
        return at + 1 < text->size && text->bytes[at + 1] == '\n' ? 2 : 1;
    }
    return c == '\n';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/// Part of a word, whatever follows: most bytes of most files.
static bool is_plain(char c)
{
    return c > ' ' && c != '\\';
}

/// Bytes of a backslash and the end of line behind it; 0: there is none.
static size_t continuation_at(const cs_obj_text *text, size_t at)
{
    size_t end = at < text->size && text->bytes[at] == '\\' ? line_end_at(text, at + 1) : 0;
    return end > 0 ? end + 1 : 0;
}

static void begin_line(cs_obj_text *text, size_t at)
{
    text->here.at = text->here.line_start = at;
    text->here.line += text->here.line < INT_MAX;
}

cs_obj_word cs_obj_next_word(cs_obj_text *text)
{
    cs_obj_place *here = &text->here;
    for (;;) {
        size_t joint = continuation_at(text, here->at);
        if (joint > 0) {
            begin_line(text, here->at + joint);
        } else if (here->at < text->size && is_blank(text->bytes[here->at])) {
            here->at++;
        } else {
            break;
        }
    }
    cs_obj_word word = {.place = *here, .bytes = text->bytes + here->at};
    size_t at = here->at;
    if (at < text->size && text->bytes[at] == '#') {
        return word;
    }
    while (at < text->size && (is_plain(text->bytes[at]) || (!is_blank(text->bytes[at]) && line_end_at(text, at) == 0 &&
                                                             continuation_at(text, at) == 0))) {
        at++;
    }
    word.length = at - here->at;
    here->at = at;
    return word;
}

bool cs_obj_next_line(cs_obj_text *text)
{
    while (cs_obj_next_word(text).length > 0) {
    }
    // Now at the end of the line or at a comment, which no backslash prolongs.
    size_t at = text->here.at;
    while (at < text->size && line_end_at(text, at) == 0) {
        at++;
    }
    text->here.at = at;
    if (at < text->size) {
        begin_line(text, at + line_end_at(text, at));
    }
    return text->here.at < text->size;
}

void cs_obj_rewind(cs_obj_text *text)
{
    static const char mark[] = {'\xEF', '\xBB', '\xBF'}; // of byte order
    bool marked = text->size >= sizeof(mark) && memcmp(text->bytes, mark, sizeof(mark)) == 0;
    text->here = (cs_obj_place){.line = 1, .at = marked ? sizeof(mark) : 0};
}

bool cs_obj_word_is(cs_obj_word word, const char *string)
{
    return word.length == strlen(string) && memcmp(word.bytes, string, word.length) == 0;
}

bool cs_obj_cut_off(const cs_obj_text *text)
{
    return text->here.at >= text->size;
}

/// A copy of the line around a place for free(); NULL when it is too long to be shown.
static char *source_line(const cs_obj_text *text, cs_obj_place place)
{
    size_t end = place.line_start;
    while (end < text->size && line_end_at(text, end) == 0 && end - place.line_start <= LONGEST_SHOWN) {
        end++;
    }
    size_t length = end - place.line_start;
    char *line = length <= LONGEST_SHOWN ? malloc(length + 1) : NULL;
    if (line) {
        for (size_t i = 0; i < length; i++) {
            char c = text->bytes[place.line_start + i];
            line[i] = c;
            if (c == '\0') {
                line[i] = '\x01'; // shown as a replacement character, as every control byte is
            }
        }
        line[length] = '\0';
    }
    return line;
}

void cs_obj_report(cs_obj_text *text, cs_severity severity, cs_obj_place place, const char *help, const char *format,
                   ...)
{
    char message[MESSAGE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    size_t column = place.at - place.line_start + 1;
    cs_location where = {.file = text->name, .line = place.line, .column = column > INT_MAX ? INT_MAX : (int)column};
    char *line = text->log && place.line > 0 ? source_line(text, place) : NULL;
    cs_log_add(text->log, severity, where, line, help, "%s", message);
    free(line);
    text->errors += severity == CS_ERROR;
}

cs_obj_place cs_obj_place_of_line(const cs_obj_text *text, int line)
{
    cs_obj_text walk = *text;
    cs_obj_rewind(&walk);
    while (walk.here.line < line && walk.here.at < walk.size) {
        size_t end = line_end_at(&walk, walk.here.at);
        if (end > 0) {
            begin_line(&walk, walk.here.at + end);
        } else {
            walk.here.at++;
        }
    }
    return cs_obj_next_word(&walk).place;
}
