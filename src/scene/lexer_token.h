// SPDX-License-Identifier: MIT
//
// The words of JSON: a cursor over the text, white space, strings, numbers, true, false and null.
#ifndef CS_SCENE_LEXER_TOKEN_H
#define CS_SCENE_LEXER_TOKEN_H

#include "scene/lexer.h"

typedef struct cs_cursor {
    const char *text;
    size_t size;
    size_t at;
    cs_syntax_error *error;
} cs_cursor;

/// The next byte, -1 at the end.
static inline int cs_cursor_peek(const cs_cursor *in)
{
    return in->at < in->size ? (unsigned char)in->text[in->at] : -1;
}

void cs_cursor_skip_space(cs_cursor *in);
/// Offset of the first byte from the cursor on that no UTF-8 text can have there; the size of the text when all is
/// well.
size_t cs_cursor_find_bad_utf8(const cs_cursor *in);

/// Fills the error; always returns CS_INVALID_SCENE. `help` must be a static text or NULL.
cs_status cs_cursor_fail(cs_cursor *in, size_t at, const char *help, const char *format, ...) CS_PRINTF(4, 5);

#define CS_FINITE_HELP "numbers are finite; JSON has no NaN or Infinity"

#define CS_FOUND_TEXT 32
/// What stands at the cursor, for "found ...".
void cs_cursor_describe(const cs_cursor *in, char found[CS_FOUND_TEXT]);

cs_status cs_lex_string(cs_cursor *in);
cs_status cs_lex_number(cs_cursor *in);
cs_status cs_lex_word(cs_cursor *in, const char *word);

#endif
