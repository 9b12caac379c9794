// SPDX-License-Identifier: MIT
//
// Questions to the tree of a scene: members, paths both ways, words for messages.
#include "scene/document.h"

#include <limits.h>
#include <string.h>

cs_node *cs_node_find(const cs_node *object, const char *key)
{
    if (!object || object->kind != CS_NODE_OBJECT) {
        return NULL;
    }
    for (cs_node *child = object->first; child; child = child->next) {
        if (strcmp(child->key, key) == 0) {
            return child;
        }
    }
    return NULL;
}

bool cs_node_sound(const cs_node *object, const char *key)
{
    const cs_node *child = cs_node_find(object, key);
    return !child || !child->bad;
}

const char *cs_node_noun(const cs_node *node)
{
    switch (node->kind) {
    case CS_NODE_NULL:
        return "null";
    case CS_NODE_BOOL:
        return node->boolean ? "true" : "false";
    case CS_NODE_NUMBER:
        return "a number";
    case CS_NODE_STRING:
        return "a string";
    case CS_NODE_ARRAY:
        return "an array";
    case CS_NODE_OBJECT:
        return "an object";
    }
    return "?";
}

static void put_path(cs_text *text, const cs_node *node)
{
    if (!node->parent) {
        return;
    }
    put_path(text, node->parent);
    if (node->key) {
        cs_text_printf(text, "%s%s", text->length > 0 ? "." : "", node->key);
    } else {
        cs_text_printf(text, "[%d]", node->index);
    }
}

const char *cs_node_path(cs_arena *arena, const cs_node *node)
{
    if (!node->parent) {
        return "the scene";
    }
    cs_text text = {0};
    put_path(&text, node);
    const char *path = text.failed ? NULL : cs_arena_text(arena, text.bytes, text.length);
    cs_text_free(&text);
    return path ? path : "?";
}

int cs_path_step(const char *path, size_t size, size_t *at, cs_step *step)
{
    size_t i = *at;
    if (i >= size) {
        return 0;
    }
    if (path[i] == '[') {
        long index = 0;
        size_t first = ++i;
        while (i < size && path[i] >= '0' && path[i] <= '9' && index < INT_MAX / 10 - 1) {
            index = 10 * index + (path[i++] - '0');
        }
        if (i == first || i >= size || path[i] != ']') {
            return -1;
        }
        *step = (cs_step){.index = (int)index, .at = first};
        *at = i + 1;
        return 1;
    }
    if (i > 0 && path[i] != '.') {
        return -1;
    }
    i += i > 0;
    size_t first = i;
    while (i < size && path[i] != '.' && path[i] != '[') {
        i++;
    }
    if (i == first) {
        return -1;
    }
    *step = (cs_step){.key = path + first, .length = i - first, .at = first};
    *at = i;
    return 1;
}

cs_node *cs_node_follow(const cs_node *node, const cs_step *step)
{
    if (node->kind != (step->key ? CS_NODE_OBJECT : CS_NODE_ARRAY)) {
        return NULL;
    }
    for (cs_node *child = node->first; child; child = child->next) {
        bool found = step->key ? strlen(child->key) == step->length && memcmp(child->key, step->key, step->length) == 0
                               : child->index == step->index;
        if (found) {
            return child;
        }
    }
    return NULL;
}
