// SPDX-License-Identifier: MIT
//
// A diagnostic as the command line shows it: place, severity, message, the source line with a
// caret under the column, help. Nothing of what the user wrote may steer the terminal: control
// bytes, broken UTF-8 and direction overrides become U+FFFD, a tab one blank.
#include "base/base.h"

#include <string.h>

// Cells of a source line that are shown; a longer one is cut around the column.
#define LINE_CELLS 100
// Of a cut line, the cells kept before the column.
#define CELLS_BEFORE 40

#define REPLACEMENT "\xEF\xBF\xBD" // U+FFFD

/// One character of a text: its bytes, its width on a terminal, what to show.
typedef struct glyph {
    size_t size;
    int cells;
    bool safe;
} glyph;

typedef struct range {
    uint32_t first, last;
} range;

static bool in_ranges(uint32_t code, const range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

size_t cs_utf8_decode(const char *s, uint32_t *code)
{
    const unsigned char *b = (const unsigned char *)s;
    if (b[0] < 0x80) {
        *code = b[0];
        return 1;
    }
    size_t size = b[0] >= 0xF0 ? 4 : b[0] >= 0xE0 ? 3 : 2;
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (b[0] < 0xC2 || b[0] > 0xF4) {
        return 0;
    }
    uint32_t value = b[0] & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if ((b[i] & 0xC0) != 0x80) {
            return 0;
        }
        value = value << 6 | (b[i] & 0x3Fu);
    }
    if (value < smallest[size] || value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
        return 0;
    }
    *code = value;
    return size;
}

/// The character at `s`, which is not at the end of its text.
static glyph glyph_at(const char *s)
{
    static const range unsafe[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x200E, 0x200F},
                                   {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};
    static const range wide[] = {{0x1100, 0x115F}, {0x2E80, 0xA4CF}, {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
                                 {0xFE30, 0xFE6F}, {0xFF00, 0xFF60}, {0x1F300, 0x1FAFF}, {0x20000, 0x3FFFD}};
    static const range combining[] = {{0x0300, 0x036F}, {0x200B, 0x200D}, {0xFE00, 0xFE0F}};
    uint32_t code;
    size_t size = cs_utf8_decode(s, &code);
    if (size == 0 || in_ranges(code, unsafe, CS_COUNT(unsafe))) {
        return (glyph){size > 0 ? size : 1, 1, false};
    }
    int cells = in_ranges(code, wide, CS_COUNT(wide)) ? 2 : in_ranges(code, combining, CS_COUNT(combining)) ? 0 : 1;
    return (glyph){size, cells, true};
}

static void put_glyph(cs_text *out, const char *s, glyph g)
{
    if (g.safe) {
        cs_text_append(out, s, g.size);
    } else {
        cs_text_puts(out, *s == '\t' ? " " : REPLACEMENT);
    }
}

void cs_text_plain(cs_text *text, const char *string)
{
    while (*string) {
        glyph g = glyph_at(string);
        put_glyph(text, string, g);
        string += g.size;
    }
}

/// The source line from `first` cells on, at most LINE_CELLS of it, and how many cells stand before the caret.
static int put_window(cs_text *out, const char *line, const char *caret, int first, int total)
{
    int last = first + LINE_CELLS;
    int before = 0, cell = 0;
    if (first > 0) {
        cs_text_puts(out, "...");
        before = 3;
    }
    for (const char *s = line; *s && cell < last;) {
        glyph g = glyph_at(s);
        if (cell >= first && cell + g.cells <= last) {
            put_glyph(out, s, g);
            before += s + g.size <= caret ? g.cells : 0;
        }
        cell += g.cells;
        s += g.size;
    }
    if (last < total) {
        cs_text_puts(out, "...");
    }
    return before;
}

/// The source line without its indentation, cut to a readable length, and the caret under `column` (a byte, from 1).
static void put_source(cs_text *out, const char *line, int column, bool color)
{
    size_t length = strlen(line);
    size_t offset = column < 1 ? 0 : (size_t)column - 1;
    const char *caret = line + (offset < length ? offset : length);
    while (line < caret && (*line == ' ' || *line == '\t')) {
        line++;
    }
    int total = 0, at = 0;
    for (const char *s = line; *s && total < (1 << 30);) {
        glyph g = glyph_at(s);
        at += s + g.size <= caret ? g.cells : 0;
        total += g.cells;
        s += g.size;
    }
    int first = total > LINE_CELLS && at > CELLS_BEFORE ? at - CELLS_BEFORE : 0;
    if (first > total - LINE_CELLS) {
        first = total > LINE_CELLS ? total - LINE_CELLS : 0;
    }
    cs_text_puts(out, "  ");
    int before = put_window(out, line, caret, first, total);
    cs_text_puts(out, "\n");
    if (column < 1) {
        return;
    }
    cs_text_printf(out, "  %*s%s^%s\n", before, "", color ? "\033[1;32m" : "", color ? "\033[0m" : "");
}

char *cs_diagnostic_format(const cs_diagnostic *diagnostic, bool color)
{
    static const struct {
        const char *word, *escape;
    } severities[] = {
        [CS_NOTE] = {"note", "\033[1;36m"},
        [CS_WARNING] = {"warning", "\033[1;35m"},
        [CS_ERROR] = {"error", "\033[1;31m"},
    };
    const cs_location *where = &diagnostic->where;
    const char *bold = color ? "\033[1m" : "", *plain = color ? "\033[0m" : "";
    cs_text out = {0};
    cs_text_puts(&out, bold);
    cs_text_plain(&out, where->file ? where->file : "clothsim");
    if (where->line > 0) {
        cs_text_printf(&out, ":%d", where->line);
        if (where->column > 0) {
            cs_text_printf(&out, ":%d", where->column);
        }
    }
    cs_text_printf(&out, ":%s %s%s:%s ", plain, color ? severities[diagnostic->severity].escape : "",
                   severities[diagnostic->severity].word, plain);
    cs_text_puts(&out, bold);
    cs_text_plain(&out, diagnostic->message);
    cs_text_printf(&out, "%s\n", plain);
    if (where->line > 0 && diagnostic->source_line && *diagnostic->source_line) {
        put_source(&out, diagnostic->source_line, where->column, color);
    }
    if (diagnostic->help) {
        cs_text_printf(&out, "  %shelp:%s ", color ? "\033[1;32m" : "", plain);
        cs_text_plain(&out, diagnostic->help);
        cs_text_puts(&out, "\n");
    }
    return cs_text_take(&out);
}
