// SPDX-License-Identifier: MIT
//
// The walk over tree and key table together: objects, variants, arrays, and what is wrong with their keys.
#include "scene/reader.h"
#include "scene/suggest.h"

#include <string.h>

// The keys of a section that were seen are bits of one word.
#define MAX_KEYS 64

static void *field_of(void *value, size_t offset)
{
    return (char *)value + offset;
}

// ---- kinds --------------------------------------------------------------------

/// "row, column, particle or box": the keys of the group, or without one those that tell the kind.
static const char *variant_names(cs_reader *reader, const cs_section *section, const cs_group *group)
{
    if (cs_reader_full(reader)) {
        return "";
    }
    cs_text text = {0};
    const cs_key *last = NULL;
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        if (group ? key->group == group : key->variant != 0) {
            if (last) {
                cs_text_printf(&text, "%s%s", text.length > 0 ? ", " : "", last->name);
            }
            last = key;
        }
    }
    cs_text_printf(&text, " or %s", last ? last->name : "");
    const char *names = text.failed ? NULL : cs_arena_text(reader->arena, text.bytes, text.length);
    cs_text_free(&text);
    return names ? names : "?";
}

/// The kind of an object whose keys tell it: that of the first of them. Others are errors.
static int kind_by_key(cs_reader *reader, const cs_section *section, cs_node *object)
{
    const cs_key *first = NULL;
    for (cs_node *child = object->first; child; child = child->next) {
        const cs_key *key = cs_section_find(section, child->key);
        if (!key || key->variant == 0 || key == first) {
            continue;
        }
        if (first) {
            cs_reader_key_error(reader, child, NULL, "only one of %s can stand in %s, not both %s and %s",
                                variant_names(reader, section, NULL), cs_reader_path(reader, object), first->name,
                                key->name);
        } else {
            first = key;
        }
    }
    if (!first) {
        cs_reader_error(reader, object, NULL, "%s needs %s", cs_reader_path(reader, object),
                        variant_names(reader, section, NULL));
    }
    return first ? first->variant - 1 : -1;
}

/// The kind that the key "type" names; -1 when it does not. Its own errors are found when it is read.
static int kind_by_type(const cs_section *section, const cs_node *object)
{
    const cs_node *node = cs_node_find(object, "type");
    const cs_key *key = cs_section_find(section, "type");
    if (node && node->kind == CS_NODE_STRING) {
        for (int i = 0; key->choices[i]; i++) {
            if (strcmp(key->choices[i], node->string) == 0) {
                return i;
            }
        }
    }
    return -1;
}

static int kind_of(cs_reader *reader, const cs_section *section, cs_node *object)
{
    switch (section->variants) {
    case CS_VARIANTS_BY_TYPE:
        return kind_by_type(section, object);
    case CS_VARIANTS_BY_KEY:
        return kind_by_key(reader, section, object);
    case CS_VARIANTS_NONE:
        break;
    }
    return 0;
}

// ---- members -------------------------------------------------------------------

static void report_unknown(cs_reader *reader, const cs_section *section, int kind, cs_node *child)
{
    if (cs_reader_full(reader)) {
        cs_reader_key_error(reader, child, NULL, "unknown key");
        return;
    }
    cs_reader_key_error(reader, child, cs_suggest_key(reader->arena, section, kind, child->key), "unknown key %s in %s",
                        cs_quote(reader->arena, child->key), cs_reader_path(reader, child->parent));
}

static void report_duplicate(cs_reader *reader, cs_node *child)
{
    if (cs_reader_full(reader)) {
        cs_reader_key_error(reader, child, NULL, "duplicate key");
        return;
    }
    const cs_node *first = cs_node_find(child->parent, child->key);
    cs_location where = cs_document_locate(reader->document, first->key_at);
    const char *help =
        cs_arena_printf(reader->arena, "it was given before at line %d, column %d", where.line, where.column);
    cs_reader_key_error(reader, child, help, "duplicate key \"%s\" in %s", child->key,
                        cs_reader_path(reader, child->parent));
}

/// A key of another kind of the same section.
static void report_foreign(cs_reader *reader, const cs_section *section, const cs_key *key, int kind, cs_node *child)
{
    if (cs_reader_full(reader)) {
        cs_reader_key_error(reader, child, NULL, "foreign key");
        return;
    }
    const cs_key *type = cs_section_find(section, "type");
    const char *help = cs_arena_printf(reader->arena, "it goes with \"type\": \"%s\"", type->choices[key->variant - 1]);
    cs_reader_key_error(reader, child, help, "key \"%s\" does not belong to %s of type \"%s\"", key->name,
                        section->noun, type->choices[kind]);
}

/// Takes note of which key of a group was given; a second one is an error, and the first counts.
static void take_choice(cs_reader *reader, const cs_section *section, const cs_key *key, uint64_t seen, cs_node *child,
                        void *value)
{
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *other = &section->keys[i];
        if (other->group == key->group && other != key && (seen >> i & 1)) {
            cs_reader_key_error(reader, child, NULL, "only one of %s can stand in %s, not both %s and %s",
                                variant_names(reader, section, key->group), cs_reader_path(reader, child->parent),
                                other->name, key->name);
            return;
        }
    }
    cs_group_choose(key->group, value, key->choice);
}

/// Reads the members and returns the set of keys that were there.
static uint64_t read_members(cs_reader *reader, const cs_section *section, int kind, cs_node *object, void *value)
{
    uint64_t seen = 0;
    for (cs_node *child = object->first; child; child = child->next) {
        const cs_key *key = cs_section_find(section, child->key);
        if (!key) {
            report_unknown(reader, section, kind, child);
            continue;
        }
        uint64_t bit = UINT64_C(1) << (key - section->keys);
        if (seen & bit) {
            report_duplicate(reader, child);
            continue;
        }
        if (key->group) {
            take_choice(reader, section, key, seen, child, value);
        }
        seen |= bit;
        if (section->variants == CS_VARIANTS_BY_TYPE && kind >= 0 && !cs_key_applies(key, kind)) {
            report_foreign(reader, section, key, kind, child);
        } else {
            cs_read_key(reader, key, child, value);
        }
    }
    return seen;
}

static const char *missing_help(cs_reader *reader, const cs_key *key)
{
    if (cs_reader_full(reader)) {
        return NULL;
    }
    if (key->type == CS_KEY_VERSION) {
        return cs_arena_printf(reader->arena, "this clothsim reads \"version\": %d", CS_SCENE_VERSION);
    }
    return key->choices ? cs_suggest_choice(reader->arena, key->choices, key->section, "")
                        : cs_arena_printf(reader->arena, "%s: %s", key->name, key->doc);
}

/// "grid: a rectangle of particles; mesh: triangles from a file"
static const char *group_help(cs_reader *reader, const cs_section *section, const cs_group *group)
{
    cs_text text = {0};
    for (int i = 0; i < section->key_count && !cs_reader_full(reader); i++) {
        if (section->keys[i].group == group) {
            cs_text_printf(&text, "%s%s: %s", text.length > 0 ? "; " : "", section->keys[i].name, section->keys[i].doc);
        }
    }
    const char *help = text.length > 0 ? cs_arena_text(reader->arena, text.bytes, text.length) : NULL;
    cs_text_free(&text);
    return help;
}

/// Of keys of which one must be given, when none is.
static void report_missing_group(cs_reader *reader, const cs_section *section, uint64_t seen, cs_node *object)
{
    const cs_group *group = NULL;
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        if (key->group && key->group->required) {
            group = key->group;
            if (seen >> i & 1) {
                return;
            }
        }
    }
    if (group) {
        cs_reader_error(reader, object, group_help(reader, section, group), "%s needs %s",
                        cs_reader_path(reader, object), variant_names(reader, section, group));
    }
}

/// Of arrays of which one must have an element, when none has. What is there and wrong has its own error.
static void report_all_empty(cs_reader *reader, const cs_section *section, cs_node *object)
{
    cs_node *empty = NULL;
    for (int i = 0; section->needs_one[i]; i++) {
        cs_node *node = cs_node_find(object, section->needs_one[i]);
        if (node && (node->kind != CS_NODE_ARRAY || node->count > 0)) {
            return;
        }
        empty = node ? node : empty;
    }
    const char *const *names = section->needs_one;
    const char *help = cs_reader_full(reader) ? NULL
                                              : cs_arena_printf(reader->arena, "%s: %s; %s: %s", names[0],
                                                                cs_section_find(section, names[0])->doc, names[1],
                                                                cs_section_find(section, names[1])->doc);
    cs_reader_error(reader, empty ? empty : object, help, "%s has neither %s nor %s", cs_reader_path(reader, object),
                    names[0], names[1]);
}

static void report_missing(cs_reader *reader, const cs_section *section, int kind, uint64_t seen, cs_node *object)
{
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        if (key->required && !(seen >> i & 1) && cs_key_applies(key, kind)) {
            cs_reader_error(reader, object, missing_help(reader, key), "missing key \"%s\" in %s", key->name,
                            cs_reader_path(reader, object));
        }
    }
    report_missing_group(reader, section, seen, object);
    if (section->needs_one) {
        report_all_empty(reader, section, object);
    }
}

/// Of two keys of which one may be given: both are an error, and the field of the one that yields is 0.
static void settle_pairs(cs_reader *reader, const cs_section *section, uint64_t seen, cs_node *object, void *value)
{
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        if (!key->instead_of || !cs_node_find(object, key->instead_of)) {
            continue;
        }
        cs_node *self = cs_node_find(object, key->name), *other = cs_node_find(object, key->instead_of);
        if (!(seen >> i & 1)) {
            *(double *)field_of(value, key->offset) = 0;
        } else if (self && self->index > other->index) {
            cs_reader_key_error(reader, self, "keep one of the two", "both \"%s\" and \"%s\" are given in %s",
                                other->key, self->key, cs_reader_path(reader, object));
        }
    }
}

void cs_read_section(cs_reader *reader, const cs_section *section, cs_node *object, void *value)
{
    int kind = kind_of(reader, section, object);
    cs_section_defaults(section, kind < 0 ? 0 : kind, value);
    uint64_t seen = read_members(reader, section, kind, object, value);
    report_missing(reader, section, kind, seen, object);
    settle_pairs(reader, section, seen, object, value);
    if (section->finish && kind >= 0) {
        section->finish(reader, object, value);
    }
}

// ---- objects and arrays -----------------------------------------------------------

static bool expect_object(cs_reader *reader, const cs_section *section, cs_node *node)
{
    if (node->kind != CS_NODE_OBJECT) {
        cs_reader_error(reader, node, NULL, "expected an object (%s) for %s, found %s", section->noun,
                        cs_reader_path(reader, node), cs_node_noun(node));
        return false;
    }
    return true;
}

static void read_array(cs_reader *reader, const cs_key *key, cs_node *node, void *value)
{
    if (node->kind != CS_NODE_ARRAY) {
        cs_reader_error(reader, node, node->kind == CS_NODE_OBJECT ? "put it in [ ]" : NULL,
                        "expected an array for %s, found %s", cs_reader_path(reader, node), cs_node_noun(node));
        return;
    }
    if (node->count < key->least) {
        cs_reader_error(reader, node, NULL, "%s is empty, but needs at least %d", cs_reader_path(reader, node),
                        key->least);
    }
    char *elements = cs_arena_alloc(reader->arena, (size_t)node->count, key->section->size);
    if (!elements) {
        reader->out_of_memory = true;
        return;
    }
    for (cs_node *child = node->first; child; child = child->next) {
        if (expect_object(reader, key->section, child)) {
            cs_read_section(reader, key->section, child, elements + (size_t)child->index * key->section->size);
        }
    }
    const void *pointer = elements;
    memcpy(field_of(value, key->offset), &pointer, sizeof pointer);
    memcpy(field_of(value, key->count_offset), &node->count, sizeof node->count);
}

static void read_word_or_object(cs_reader *reader, const cs_key *key, cs_node *node, void *field)
{
    int kind = 0;
    if (node->kind == CS_NODE_OBJECT) {
        kind = cs_choice_count(key->choices);
        cs_read_section(reader, key->section, node, field);
    } else if (node->kind == CS_NODE_STRING) {
        cs_key word = *key;
        word.type = CS_KEY_ENUM;
        cs_read_plain(reader, &word, node, &kind);
    } else {
        cs_reader_error(reader, node, NULL, "expected a word or an object (%s) for %s, found %s", key->section->noun,
                        cs_reader_path(reader, node), cs_node_noun(node));
    }
    memcpy(field_of(field, key->section->kind_offset), &kind, sizeof kind);
}

static void read_preset(cs_reader *reader, const cs_key *key, cs_node *node, void *field)
{
    if (node->kind != CS_NODE_STRING) {
        if (node->kind == CS_NODE_OBJECT) {
            cs_read_section(reader, key->section, node, field);
        } else {
            cs_reader_error(reader, node, NULL, "expected a word or an object (%s) for %s, found %s",
                            key->section->noun, cs_reader_path(reader, node), cs_node_noun(node));
        }
        return;
    }
    cs_key word = *key;
    word.type = CS_KEY_ENUM;
    cs_section_defaults(key->section, 0, field);
    cs_read_plain(reader, &word, node, field_of(field, key->section->kind_offset));
    key->section->finish(reader, node, field);
}

void cs_read_key(cs_reader *reader, const cs_key *key, cs_node *node, void *value)
{
    void *field = field_of(value, key->offset);
    switch (key->type) {
    case CS_KEY_OBJECT:
        if (expect_object(reader, key->section, node)) {
            cs_read_section(reader, key->section, node, field);
        }
        break;
    case CS_KEY_ARRAY:
        read_array(reader, key, node, value);
        break;
    case CS_KEY_WORD_OR_OBJECT:
        read_word_or_object(reader, key, node, field);
        break;
    case CS_KEY_PRESET:
        read_preset(reader, key, node, field);
        break;
    default:
        cs_read_plain(reader, key, node, field);
    }
}
