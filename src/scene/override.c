// SPDX-License-Identifier: MIT
//
// Overrides. The value is JSON, or else a bare string; members that are not there are made, so that a misspelt path
// meets the same unknown-key error as in a file.
#include "scene/override.h"
#include "scene/lexer_token.h"
#include "scene/suggest.h"

#include <stdlib.h>
#include <string.h>

typedef struct override {
    cs_document *document;
    cs_problems *problems;
    int source;
    const char *text;
    size_t size;
    size_t path_size; ///< bytes of the path
    size_t value_at;  ///< offset of the value
} override;

static cs_place place_at(const override *o, size_t at)
{
    return (cs_place){o->source, (uint32_t)at};
}

/// Whether the value can only be meant as JSON, so that its syntax errors are worth telling.
static bool looks_like_json(const override *o)
{
    const char *value = o->text + o->value_at;
    value += strspn(value, " \t\r\n");
    return *value == '{' || *value == '[' || *value == '"';
}

static cs_status read_value(const override *o, cs_node **node)
{
    cs_marks marks = {0};
    cs_syntax_error error;
    cs_status status = cs_lex(o->text, o->value_at, o->size, &marks, &error);
    free(marks.items);
    if (status == CS_INTERNAL) {
        return status;
    }
    if (status == CS_OK || looks_like_json(o)) {
        return cs_document_parse(o->document, o->source, o->value_at, o->problems, node);
    }
    size_t wrong = cs_cursor_find_bad_utf8(&(cs_cursor){o->text, o->size, o->value_at, NULL});
    if (wrong < o->size) {
        cs_problem_add(o->problems, CS_ERROR, place_at(o, wrong), NULL, "not valid UTF-8");
        return CS_INVALID_SCENE;
    }
    *node = cs_arena_alloc(o->document->arena, 1, sizeof **node);
    if (!*node) {
        return CS_INTERNAL;
    }
    (*node)->kind = CS_NODE_STRING;
    (*node)->string = o->text + o->value_at;
    (*node)->at = place_at(o, o->value_at);
    return CS_OK;
}

/// A new last member or element of `parent` for the step. It is what the next step (`next` begins it) asks for.
static cs_node *add_child(const override *o, cs_node *parent, const cs_step *step, char next)
{
    cs_arena *arena = o->document->arena;
    cs_node *node = cs_arena_alloc(arena, 1, sizeof *node);
    const char *key = step->key ? cs_arena_text(arena, step->key, step->length) : NULL;
    if (!node || (step->key && !key)) {
        return NULL;
    }
    node->kind = next == '[' ? CS_NODE_ARRAY : CS_NODE_OBJECT;
    node->at = node->key_at = place_at(o, step->at);
    node->key = key;
    node->index = parent->count++;
    node->parent = parent;
    cs_node **link = &parent->first;
    while (*link) {
        link = &(*link)->next;
    }
    *link = node;
    return node;
}

/// Whether `node` can have what the step names; a problem when not.
static bool can_hold(const override *o, const cs_node *node, const cs_step *step)
{
    cs_arena *arena = o->problems->arena;
    if (step->key && node->kind != CS_NODE_OBJECT) {
        cs_problem_add(o->problems, CS_ERROR, place_at(o, step->at),
                       node->kind == CS_NODE_ARRAY ? "name an element first, such as [0]" : NULL,
                       "%s is %s and has no keys", cs_node_path(arena, node), cs_node_noun(node));
        return false;
    }
    if (!step->key && node->kind != CS_NODE_ARRAY) {
        cs_problem_add(o->problems, CS_ERROR, place_at(o, step->at), NULL, "%s is %s and has no elements",
                       cs_node_path(arena, node), cs_node_noun(node));
        return false;
    }
    if (!step->key && step->index > node->count) {
        cs_problem_add(o->problems, CS_ERROR, place_at(o, step->at),
                       "elements count from 0; one behind the last adds one",
                       "%s has %d element%s, so there is no [%d]", cs_node_path(arena, node), node->count,
                       node->count == 1 ? "" : "s", step->index);
        return false;
    }
    return true;
}

/// The node that the path names, made when it is not there. NULL after a problem (CS_OK) or without memory.
static cs_status find_or_make(const override *o, cs_node **found)
{
    cs_node *node = o->document->root;
    cs_step step;
    size_t at = 0;
    int result = o->path_size == 0 ? -1 : 1;
    for (int depth = 0; result > 0 && (result = cs_path_step(o->text, o->path_size, &at, &step)) > 0; depth++) {
        if (depth == CS_SCENE_MAX_DEPTH) {
            cs_problem_add(o->problems, CS_ERROR, place_at(o, step.at), NULL, "nested deeper than %d levels",
                           CS_SCENE_MAX_DEPTH);
            return CS_OK;
        }
        if (!can_hold(o, node, &step)) {
            return CS_OK;
        }
        cs_node *child = cs_node_follow(node, &step);
        child = child ? child : add_child(o, node, &step, at < o->path_size ? o->text[at] : '\0');
        if (!child) {
            return CS_INTERNAL;
        }
        node = child;
    }
    if (result < 0) {
        cs_problem_add(o->problems, CS_ERROR, place_at(o, at), "a path looks like cloths[0].grid.rows",
                       "expected a key or an index such as [0]");
        return CS_OK;
    }
    *found = node;
    return CS_OK;
}

/// Gives `node` the value, and leaves it its name and place in the tree.
static void replace(cs_node *node, const cs_node *value)
{
    node->kind = value->kind;
    node->boolean = value->boolean;
    node->bad = value->bad;
    node->count = value->count;
    node->at = value->at;
    switch (value->kind) {
    case CS_NODE_NUMBER:
        node->number = value->number;
        break;
    case CS_NODE_STRING:
        node->string = value->string;
        break;
    default:
        node->first = value->first;
        for (cs_node *child = node->first; child; child = child->next) {
            child->parent = node;
        }
    }
}

/// Where the path ends and the value begins; false after a problem.
static bool split(override *o)
{
    const char *equals = strchr(o->text, '=');
    if (!equals) {
        cs_problem_add(o->problems, CS_ERROR, place_at(o, o->size), "an override is path=value", "expected '='");
        return false;
    }
    o->path_size = (size_t)(equals - o->text);
    o->value_at = o->path_size + 1;
    while (o->path_size > 0 && o->text[o->path_size - 1] == ' ') {
        o->path_size--;
    }
    return true;
}

cs_status cs_override_apply(cs_document *document, const char *text, int number, cs_problems *problems)
{
    cs_status status = cs_document_add_source(document, "--set", text, strlen(text));
    if (status) {
        return status;
    }
    cs_source_text *source = &document->sources[document->source_count - 1];
    source->line_base = number;
    source->line_count = 1;
    override o = {document, problems, document->source_count - 1, source->text, source->size, 0, 0};
    if (!split(&o)) {
        return CS_OK;
    }
    cs_node *value = NULL, *node = NULL;
    status = read_value(&o, &value);
    if (status) {
        return status == CS_INVALID_SCENE ? CS_OK : status;
    }
    status = find_or_make(&o, &node);
    if (!status && node) {
        replace(node, value);
    }
    return status;
}
