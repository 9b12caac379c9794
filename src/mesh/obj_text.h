// SPDX-License-Identifier: MIT
//
// The text of an OBJ file as lines of words, each with its place. Private to the mesh module.
#ifndef CS_MESH_OBJ_TEXT_H
#define CS_MESH_OBJ_TEXT_H

#include "base/base.h"

/// A place in the text.
typedef struct cs_obj_place {
    int line;
    size_t line_start, at; ///< offsets of bytes
} cs_obj_place;

typedef struct cs_obj_text {
    const char *name; ///< of the file
    const char *bytes;
    size_t size;
    cs_obj_place here;
    cs_log *log;
    int errors;
} cs_obj_text;

/// A word of a line.
typedef struct cs_obj_word {
    cs_obj_place place;
    const char *bytes;
    size_t length; ///< 0: the line has ended
} cs_obj_word;

/// The next word of the line; one of length 0 at its end, at a comment, and from then on until cs_obj_next_line.
cs_obj_word cs_obj_next_word(cs_obj_text *text);
/// Goes to the next line; false at the end of the text. A backslash at the end of a line makes the next one part of it.
bool cs_obj_next_line(cs_obj_text *text);
/// Begins again.
void cs_obj_rewind(cs_obj_text *text);
bool cs_obj_word_is(cs_obj_word word, const char *string);
/// At the end of the text, which has no end of line: it may have been cut off.
bool cs_obj_cut_off(const cs_obj_text *text);

/// Logs a diagnostic at a place, with its source line; errors are counted. `help` may be NULL.
void cs_obj_report(cs_obj_text *text, cs_severity severity, cs_obj_place place, const char *help, const char *format,
                   ...) CS_PRINTF(5, 6);
/// The place of the first word of a line.
cs_obj_place cs_obj_place_of_line(const cs_obj_text *text, int line);

#endif
