// SPDX-License-Identifier: MIT
//
// A scene's text as a tree in which every value knows its place. The file and each override are a source;
// values of all of them stand in one tree. cJSON builds it and is not seen outside document.c.
#ifndef CS_SCENE_DOCUMENT_H
#define CS_SCENE_DOCUMENT_H

#include "scene/key_table.h"
#include "scene/lexer.h"
#include "scene/problems.h"

typedef enum cs_node_kind {
    CS_NODE_NULL,
    CS_NODE_BOOL,
    CS_NODE_NUMBER,
    CS_NODE_STRING,
    CS_NODE_ARRAY,
    CS_NODE_OBJECT,
} cs_node_kind;

struct cs_node {
    cs_node_kind kind;
    bool boolean;
    bool bad;    ///< an error was found in it
    int count;   ///< of children
    int index;   ///< among its siblings
    cs_place at; ///< of the value
    cs_place key_at;
    const char *key; ///< NULL for elements and the root
    union {
        double number;
        const char *string;
        cs_node *first; ///< child
    };
    cs_node *next, *parent;
};

/// One text.
typedef struct cs_source_text {
    const char *name; ///< as diagnostics show it
    const char *text; ///< the document's own copy
    size_t size;
    int line_base;       ///< number of the first line
    size_t *line_starts; ///< NULL: one line
    size_t line_count;
    void *json; ///< the cJSON tree that owns the strings of the nodes
} cs_source_text;

typedef struct cs_document {
    cs_arena *arena;
    int source_count, source_capacity;
    cs_source_text *sources;
    cs_node *root;
} cs_document;

void cs_document_clear(cs_document *document); ///< the JSON trees; the arena is its owner's

/// Adds a text (copied) as the next source. Sources must not be more than the capacity that was set.
cs_status cs_document_add_source(cs_document *document, const char *name, const char *text, size_t size);
/// Reads bytes from `start` on of a source as JSON. CS_INVALID_SCENE: not JSON, one problem added.
cs_status cs_document_parse(cs_document *document, int source, size_t start, cs_problems *problems, cs_node **root);

/// Line and column of a place, and its line as a new string in the arena (NULL when it is too long to show).
cs_location cs_document_locate(const cs_document *document, cs_place place);
const char *cs_document_line(const cs_document *document, cs_arena *arena, cs_place place);

/// The member of that name, or NULL (also when `object` is NULL or no object).
cs_node *cs_node_find(const cs_node *object, const char *key);
/// True when the member is missing or nothing was wrong with it.
bool cs_node_sound(const cs_node *object, const char *key);
/// "an object", "a number" ...
const char *cs_node_noun(const cs_node *node);
/// "cloths[0].grid.rows"; "the scene" for the root. In the arena; "?" when there is no memory.
const char *cs_node_path(cs_arena *arena, const cs_node *node);

/// One step of a path: a key, or an index when `key` is NULL.
typedef struct cs_step {
    const char *key; ///< not terminated
    size_t length;
    int index;
    size_t at; ///< offset in the path
} cs_step;

/// The next step of a path ("simulation.phases[1].wind") from `*at` on, which moves past it. 1: a step, 0: the end,
/// -1: not a path from `*at` on.
int cs_path_step(const char *path, size_t size, size_t *at, cs_step *step);
/// The child that a step leads to, or NULL.
cs_node *cs_node_follow(const cs_node *node, const cs_step *step);

#endif
