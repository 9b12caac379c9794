// SPDX-License-Identifier: MIT
//
// JSON by the letter, after RFC 8259: structure with an explicit stack here, strings and numbers in
// lexer_token.c. No recursion, so depth costs nothing.
#include "scene/lexer.h"
#include "scene/lexer_token.h"

#include <stdlib.h>
#include <string.h>

/// What should stand at the cursor, for the help when it does not.
typedef enum expectation {
    EXPECT_VALUE,
    EXPECT_KEY,
    EXPECT_MORE, ///< a comma or a closing bracket
    EXPECT_OTHER,
} expectation;

typedef struct level {
    bool object;
    size_t at; ///< of its opening bracket
} level;

typedef struct parser {
    cs_cursor in;
    cs_marks *marks;
    size_t key_at;
    bool has_key;
    bool after_comma;
    int depth;
    level levels[CS_SCENE_MAX_DEPTH];
} parser;

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Help for a byte where a value should be.
static const char *help_for_value(const parser *p, int c)
{
    if ((c == '}' || c == ']') && p->after_comma) {
        return "remove the comma before it";
    }
    if (p->marks->count == 0) {
        return "a scene is a JSON object, which begins with {";
    }
    if (c == '+' || c == '.') {
        return "a number begins with a digit or a minus sign";
    }
    if (c == 'N' || c == 'I') {
        return CS_FINITE_HELP;
    }
    if (c == 'T' || c == 'F') {
        return "true and false are written in small letters";
    }
    return is_letter(c) || c == '\'' ? "strings stand in double quotes" : NULL;
}

/// Whether a key or a value begins with it.
static bool starts_something(int c)
{
    return c == '"' || c == '{' || c == '[' || c == '-' || (c >= '0' && c <= '9');
}

static const char *help_for(const parser *p, expectation expected, int c)
{
    if (c == '/' || c == '#') {
        return "JSON has no comments; remove it";
    }
    switch (expected) {
    case EXPECT_VALUE:
        return help_for_value(p, c);
    case EXPECT_KEY:
        return c == '}' && p->after_comma ? "remove the comma before it" : NULL;
    case EXPECT_MORE:
        return starts_something(c) ? "is a comma missing before it?" : NULL;
    case EXPECT_OTHER:
        break;
    }
    return NULL;
}

/// An error at the next byte, or the end, which is not what should stand there.
static cs_status unexpected(parser *p, expectation expected, const char *what)
{
    int c = cs_cursor_peek(&p->in);
    char found[CS_FOUND_TEXT];
    if (c < 0) {
        cs_cursor_fail(&p->in, p->in.at, NULL, "the text ends where %s should be", what);
    } else {
        cs_cursor_describe(&p->in, found);
        cs_cursor_fail(&p->in, p->in.at, help_for(p, expected, c), "expected %s, found %s", what, found);
    }
    bool wrong_bracket = expected == EXPECT_MORE && (c == '}' || c == ']');
    if (p->depth > 0 && (c < 0 || wrong_bracket)) {
        p->in.error->unclosed = true;
        p->in.error->open_at = p->levels[p->depth - 1].at;
    }
    return CS_INVALID_SCENE;
}

static cs_status add_mark(parser *p)
{
    cs_marks *marks = p->marks;
    if (marks->count >= CS_SCENE_MAX_VALUES) {
        return cs_cursor_fail(&p->in, p->in.at, NULL, "the scene has more than %d values", CS_SCENE_MAX_VALUES);
    }
    if (marks->count == marks->capacity) {
        size_t capacity = marks->capacity ? 2 * marks->capacity : 256;
        cs_mark *items = realloc(marks->items, capacity * sizeof *items);
        if (!items) {
            return CS_INTERNAL;
        }
        marks->items = items;
        marks->capacity = capacity;
    }
    uint32_t at = (uint32_t)p->in.at;
    marks->items[marks->count++] = (cs_mark){at, p->has_key ? (uint32_t)p->key_at : at};
    p->has_key = false;
    return CS_OK;
}

/// A key and its colon.
static cs_status key(parser *p)
{
    if (cs_cursor_peek(&p->in) != '"') {
        return unexpected(p, EXPECT_KEY, "a key in double quotes");
    }
    p->key_at = p->in.at;
    p->has_key = true;
    p->after_comma = false;
    cs_status status = cs_lex_string(&p->in);
    if (status) {
        return status;
    }
    cs_cursor_skip_space(&p->in);
    if (cs_cursor_peek(&p->in) != ':') {
        return unexpected(p, EXPECT_OTHER, "':'");
    }
    p->in.at++;
    return CS_OK;
}

static cs_status push(parser *p, bool object)
{
    if (p->depth == CS_SCENE_MAX_DEPTH) {
        return cs_cursor_fail(&p->in, p->in.at, NULL, "nested deeper than %d levels", CS_SCENE_MAX_DEPTH);
    }
    p->levels[p->depth++] = (level){object, p->in.at};
    p->in.at++;
    cs_cursor_skip_space(&p->in);
    return CS_OK;
}

/// Begins a value. `*open` is true when it is a bracket with something inside, whose first value comes next.
static cs_status value(parser *p, bool *open)
{
    *open = false;
    cs_cursor_skip_space(&p->in);
    int c = cs_cursor_peek(&p->in);
    bool starts =
        c == '"' || c == '-' || (c >= '0' && c <= '9') || c == '{' || c == '[' || c == 't' || c == 'f' || c == 'n';
    if (!starts) {
        return unexpected(p, EXPECT_VALUE, "a value");
    }
    p->after_comma = false;
    cs_status status = add_mark(p);
    if (status) {
        return status;
    }
    switch (c) {
    case '"':
        return cs_lex_string(&p->in);
    case 't':
        return cs_lex_word(&p->in, "true");
    case 'f':
        return cs_lex_word(&p->in, "false");
    case 'n':
        return cs_lex_word(&p->in, "null");
    case '{':
    case '[':
        break;
    default:
        return cs_lex_number(&p->in);
    }
    status = push(p, c == '{');
    if (status) {
        return status;
    }
    if (cs_cursor_peek(&p->in) == (c == '{' ? '}' : ']')) {
        p->in.at++;
        p->depth--;
        return CS_OK;
    }
    *open = true;
    return c == '{' ? key(p) : CS_OK;
}

/// After a value: closes what closes, up to a comma or the end of the text. `*more` is true when a value follows.
static cs_status after_value(parser *p, bool *more)
{
    *more = false;
    while (p->depth > 0) {
        bool object = p->levels[p->depth - 1].object;
        cs_cursor_skip_space(&p->in);
        int c = cs_cursor_peek(&p->in);
        if (c == ',') {
            p->in.at++;
            p->after_comma = true;
            *more = true;
            cs_cursor_skip_space(&p->in);
            return object ? key(p) : CS_OK;
        }
        if (c != (object ? '}' : ']')) {
            return unexpected(p, EXPECT_MORE, object ? "',' or '}'" : "',' or ']'");
        }
        p->in.at++;
        p->depth--;
    }
    return CS_OK;
}

static cs_status document(parser *p)
{
    cs_cursor_skip_space(&p->in);
    if (p->in.at >= p->in.size) {
        return cs_cursor_fail(&p->in, p->in.at, "\"clothsim init\" writes a scene to start from", "the scene is empty");
    }
    for (bool more = true; more;) {
        bool open;
        cs_status status = value(p, &open);
        if (!status && !open) {
            status = after_value(p, &more);
        }
        if (status) {
            return status;
        }
    }
    cs_cursor_skip_space(&p->in);
    if (p->in.at < p->in.size) {
        return unexpected(p, EXPECT_OTHER, "the end of the text");
    }
    return CS_OK;
}

cs_status cs_lex(const char *text, size_t start, size_t size, cs_marks *marks, cs_syntax_error *error)
{
    memset(error, 0, sizeof *error);
    parser p = {.in = {text, size, start, error}, .marks = marks};
    if (size >= 2 && start == 0) {
        unsigned char a = (unsigned char)text[0], b = (unsigned char)text[1];
        if ((a == 0xFF && b == 0xFE) || (a == 0xFE && b == 0xFF)) {
            return cs_cursor_fail(&p.in, 0, "save the file as UTF-8", "the text is UTF-16");
        }
    }
    return document(&p);
}
