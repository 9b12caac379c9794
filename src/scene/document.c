// SPDX-License-Identifier: MIT
//
// Builds the tree of a text: the strict lexical pass notes where every value stands, cJSON parses, and a walk
// in the same pre-order joins the two. Then places become lines and columns.
#include "scene/document.h"

#include <assert.h>
#include <cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A longer line is not shown with its diagnostics: each of them holds a copy.
#define MAX_SHOWN_LINE 65536
// Integers up to here are exact in a double.
#define MAX_EXACT_INTEGER 9007199254740992.0 // 2^53

void cs_document_clear(cs_document *document)
{
    for (int i = 0; i < document->source_count; i++) {
        cJSON_Delete(document->sources[i].json);
    }
    document->source_count = 0;
}

static bool has_bom(const cs_source_text *source)
{
    return source->size >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0;
}

static bool find_lines(cs_document *document, cs_source_text *source)
{
    size_t count = 1;
    for (size_t i = 0; i < source->size; i++) {
        count += source->text[i] == '\n';
    }
    source->line_starts = cs_arena_alloc(document->arena, count, sizeof *source->line_starts);
    if (!source->line_starts) {
        return false;
    }
    source->line_starts[source->line_count++] = has_bom(source) ? 3 : 0;
    for (size_t i = 0; i < source->size; i++) {
        if (source->text[i] == '\n') {
            source->line_starts[source->line_count++] = i + 1;
        }
    }
    return true;
}

cs_status cs_document_add_source(cs_document *document, const char *name, const char *text, size_t size)
{
    cs_source_text *source = &document->sources[document->source_count];
    *source = (cs_source_text){.size = size, .line_base = 1};
    source->name = cs_arena_text(document->arena, name, strlen(name));
    source->text = cs_arena_text(document->arena, text, size);
    if (!source->name || !source->text || !find_lines(document, source)) {
        return CS_INTERNAL;
    }
    document->source_count++;
    return CS_OK;
}

// ---- building -----------------------------------------------------------------

typedef struct builder {
    cs_document *document;
    int source;
    const cs_mark *marks;
    size_t count; ///< of marks and nodes
    cs_node *nodes;
    size_t used;
    cs_problems *problems;
} builder;

/// Numbers that a double cannot hold are refused, not bent.
static void check_number(builder *b, cs_node *node)
{
    const char *text = b->document->sources[b->source].text + node->at.at;
    int length = (int)strspn(text, "+-.0123456789eE");
    if (!isfinite(node->number)) {
        cs_problem_add(b->problems, CS_ERROR, node->at, "numbers go up to 1.8e308", "the number %.*s is too large",
                       length, text);
        node->bad = true;
    } else if (fabs(node->number) >= MAX_EXACT_INTEGER && (int)strspn(text, "-0123456789") == length &&
               (fabs(node->number) > MAX_EXACT_INTEGER || text[length - 1] != '2')) {
        cs_problem_add(b->problems, CS_ERROR, node->at, "write it with an exponent if rounding is meant",
                       "the integer %.*s is beyond 2^53 and would be rounded", length, text);
        node->bad = true;
    }
}

/// The node of `item` and everything below; as deep as the text is nested, which the lexer limits.
static cs_node *build(builder *b, const cJSON *item, cs_node *parent)
{
    assert(b->used < b->count); // what the lexer lets through, cJSON reads as the same values
    const cs_mark *mark = &b->marks[b->used];
    cs_node *node = &b->nodes[b->used++];
    node->at = (cs_place){b->source, mark->at};
    node->key_at = (cs_place){b->source, mark->key_at};
    node->key = item->string;
    node->parent = parent;
    if (cJSON_IsNumber(item)) {
        node->kind = CS_NODE_NUMBER;
        node->number = item->valuedouble;
        check_number(b, node);
    } else if (cJSON_IsString(item)) {
        node->kind = CS_NODE_STRING;
        node->string = item->valuestring;
    } else if (cJSON_IsBool(item)) {
        node->kind = CS_NODE_BOOL;
        node->boolean = cJSON_IsTrue(item);
    } else if (cJSON_IsArray(item) || cJSON_IsObject(item)) {
        node->kind = cJSON_IsArray(item) ? CS_NODE_ARRAY : CS_NODE_OBJECT;
        cs_node **link = &node->first;
        const cJSON *child;
        cJSON_ArrayForEach(child, item)
        {
            *link = build(b, child, node);
            (*link)->index = node->count++;
            link = &(*link)->next;
        }
    }
    return node;
}

static void add_syntax_problem(const cs_document *document, int source, const cs_syntax_error *error,
                               cs_problems *problems)
{
    cs_place place = {source, (uint32_t)error->at};
    const char *help = error->help;
    if (error->unclosed) {
        cs_place open = {source, (uint32_t)error->open_at};
        cs_location where = cs_document_locate(document, open);
        help = cs_arena_printf(problems->arena, "the %c at line %d, column %d is not closed",
                               document->sources[source].text[error->open_at], where.line, where.column);
    }
    cs_problem_add(problems, CS_ERROR, place, help, "%s", error->message);
}

cs_status cs_document_parse(cs_document *document, int source, size_t start, cs_problems *problems, cs_node **root)
{
    cs_source_text *text = &document->sources[source];
    cs_marks marks = {0};
    cs_syntax_error error;
    start = start == 0 && has_bom(text) ? 3 : start;
    cs_status status = cs_lex(text->text, start, text->size, &marks, &error);
    if (status == CS_INVALID_SCENE) {
        add_syntax_problem(document, source, &error, problems);
    }
    if (!status) {
        const char *end = NULL;
        cJSON *json = cJSON_ParseWithLengthOpts(text->text + start, text->size - start, &end, 0);
        builder b = {document, source, marks.items, marks.count, NULL, 0, problems};
        b.nodes = cs_arena_alloc(document->arena, marks.count, sizeof *b.nodes);
        text->json = json;
        if (json && b.nodes) {
            *root = build(&b, json, NULL);
        } else {
            status = CS_INTERNAL;
        }
    }
    free(marks.items);
    return status;
}

// ---- places --------------------------------------------------------------------

/// Index of the line that holds a place.
static size_t line_of(const cs_source_text *source, size_t at)
{
    size_t low = 0, high = source->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->line_starts[middle] <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

cs_location cs_document_locate(const cs_document *document, cs_place place)
{
    const cs_source_text *source = &document->sources[place.source];
    size_t line = line_of(source, place.at);
    size_t start = source->line_starts[line];
    size_t column = place.at > start ? place.at - start : 0;
    return (cs_location){source->name, source->line_base + (int)line, (int)column + 1};
}

const char *cs_document_line(const cs_document *document, cs_arena *arena, cs_place place)
{
    const cs_source_text *source = &document->sources[place.source];
    size_t line = line_of(source, place.at);
    size_t start = source->line_starts[line], end = source->size;
    if (line + 1 < source->line_count) {
        end = source->line_starts[line + 1] - 1;
    }
    if (end > start && source->text[end - 1] == '\r') {
        end--;
    }
    return end - start > MAX_SHOWN_LINE ? NULL : cs_arena_text(arena, source->text + start, end - start);
}
