// SPDX-License-Identifier: MIT
//
// The strict lexical pass: is a text JSON by the letter of RFC 8259, in valid UTF-8 and not too deep?
// It also notes where each value stands, in the order of the text, which is the pre-order of the tree.
#ifndef CS_SCENE_LEXER_H
#define CS_SCENE_LEXER_H

#include "base/base.h"

/// Deepest nesting of objects and arrays. A scene needs about 8; the readers after this pass recurse once a level.
#define CS_SCENE_MAX_DEPTH 100
/// Longest number in characters; 17 digits decide any double.
#define CS_SCENE_MAX_NUMBER 60
/// Most values in one text, so that the tree of a hostile scene stays small.
#define CS_SCENE_MAX_VALUES 2000000
/// Largest text in bytes.
#define CS_SCENE_MAX_BYTES (16u << 20)

/// Where a value stands: byte offsets into the text.
typedef struct cs_mark {
    uint32_t at;
    uint32_t key_at; ///< of the quote that opens its key; the same as `at` for elements and the root
} cs_mark;

typedef struct cs_marks {
    cs_mark *items; ///< for free()
    size_t count, capacity;
} cs_marks;

/// The first byte that cannot continue the text, and why.
typedef struct cs_syntax_error {
    size_t at;
    char message[120];
    const char *help; ///< static text or NULL
    bool unclosed;    ///< `open_at` is the bracket or quote that is not closed
    size_t open_at;
} cs_syntax_error;

/// Checks bytes [start, size) of the text as one JSON value with white space around it. CS_INVALID_SCENE fills
/// `error`; CS_INTERNAL: no memory. `marks` is appended to.
cs_status cs_lex(const char *text, size_t start, size_t size, cs_marks *marks, cs_syntax_error *error);

#endif
