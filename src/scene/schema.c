// SPDX-License-Identifier: MIT
//
// The key table as a JSON Schema, draft 2020-12, for editors and other programs.
#include "scene/writer.h"

#include <stdlib.h>

/// A JSON text being written, one member a line.
typedef struct writer {
    cs_text text;
    int indent;
    bool first; ///< nothing stands yet in the innermost object or array
} writer;

static void next_line(writer *w)
{
    cs_text_printf(&w->text, "%s\n%*s", w->first ? "" : ",", 2 * w->indent, "");
    w->first = false;
}

/// Starts a member; the value follows. `name` NULL: an element.
static void member(writer *w, const char *name)
{
    next_line(w);
    if (name) {
        cs_text_quote(&w->text, name);
        cs_text_puts(&w->text, ": ");
    }
}

static void string_member(writer *w, const char *name, const char *value)
{
    member(w, name);
    cs_text_quote(&w->text, value);
}

static void raw_member(writer *w, const char *name, const char *value)
{
    member(w, name);
    cs_text_puts(&w->text, value);
}

static void number_member(writer *w, const char *name, double value)
{
    member(w, name);
    cs_text_number(&w->text, value);
}

static void open_bracket(writer *w, const char *name, const char *bracket)
{
    member(w, name);
    cs_text_puts(&w->text, bracket);
    w->indent++;
    w->first = true;
}

static void close_bracket(writer *w, const char *bracket)
{
    w->indent--;
    cs_text_printf(&w->text, "\n%*s%s", 2 * w->indent, "", bracket);
    w->first = false;
}

// ---- keys -------------------------------------------------------------------------------

static void section(writer *w, const cs_section *of);

static void range(writer *w, const cs_range *range)
{
    if (range->has_low) {
        number_member(w, range->low_open ? "exclusiveMinimum" : "minimum", range->low);
    }
    if (range->has_high) {
        number_member(w, range->high_open ? "exclusiveMaximum" : "maximum", range->high);
    }
}

static void vector(writer *w, const cs_key *key, const char *type, int count)
{
    raw_member(w, "type", "\"array\"");
    open_bracket(w, "items", "{");
    string_member(w, "type", type);
    range(w, &key->range);
    close_bracket(w, "}");
    number_member(w, "minItems", count);
    number_member(w, "maxItems", count);
}

static void choices(writer *w, const char *const *words)
{
    member(w, "enum");
    for (int i = 0; words[i]; i++) {
        cs_text_puts(&w->text, i == 0 ? "[" : ", ");
        cs_text_quote(&w->text, words[i]);
    }
    cs_text_puts(&w->text, "]");
}

static void array(writer *w, const cs_key *key)
{
    raw_member(w, "type", "\"array\"");
    open_bracket(w, "items", "{");
    section(w, key->section);
    close_bracket(w, "}");
    if (key->least > 0) {
        number_member(w, "minItems", key->least);
    }
}

static void word_or_object(writer *w, const cs_key *key)
{
    open_bracket(w, "oneOf", "[");
    open_bracket(w, NULL, "{");
    choices(w, key->choices);
    close_bracket(w, "}");
    open_bracket(w, NULL, "{");
    section(w, key->section);
    close_bracket(w, "}");
    close_bracket(w, "]");
}

static void type_of(writer *w, const cs_key *key)
{
    switch (key->type) {
    case CS_KEY_INT:
    case CS_KEY_NUMBER:
        string_member(w, "type", key->type == CS_KEY_INT ? "integer" : "number");
        range(w, &key->range);
        break;
    case CS_KEY_BOOL:
        string_member(w, "type", "boolean");
        break;
    case CS_KEY_INT2:
        vector(w, key, "integer", 2);
        break;
    case CS_KEY_VEC2:
        vector(w, key, "number", 2);
        break;
    case CS_KEY_VEC3:
    case CS_KEY_COLOR:
        vector(w, key, "number", 3);
        break;
    case CS_KEY_STRING:
    case CS_KEY_IGNORED:
        string_member(w, "type", "string");
        if (key->least > 0) {
            number_member(w, "minLength", key->least);
        }
        break;
    case CS_KEY_ENUM:
        choices(w, key->choices);
        break;
    case CS_KEY_OBJECT:
        section(w, key->section);
        break;
    case CS_KEY_ARRAY:
        array(w, key);
        break;
    case CS_KEY_WORD_OR_OBJECT:
    case CS_KEY_PRESET:
        word_or_object(w, key);
        break;
    case CS_KEY_VERSION:
        number_member(w, "const", CS_SCENE_VERSION);
        break;
    }
}

static void description(writer *w, const cs_key *key)
{
    cs_text text = {0};
    cs_text_puts(&text, key->doc);
    if (key->unit) {
        cs_text_printf(&text, " [%s]", key->unit);
    }
    if (key->derived) {
        cs_text_printf(&text, "; default: %s", key->derived);
    }
    string_member(w, "description", text.failed ? "" : text.bytes);
    w->text.failed = w->text.failed || text.failed;
    cs_text_free(&text);
}

static void property(writer *w, const cs_key *key)
{
    open_bracket(w, key->name, "{");
    description(w, key);
    type_of(w, key);
    if (cs_key_has_default(key) && !key->derived && !(key->group && key->choice != 0)) {
        member(w, "default");
        cs_write_default(&w->text, key);
    }
    close_bracket(w, "}");
}

// ---- sections -------------------------------------------------------------------------------

static bool belongs(const cs_section *section, const cs_key *key, int kind)
{
    return section->variants != CS_VARIANTS_BY_TYPE || cs_key_applies(key, kind);
}

static void required(writer *w, const cs_section *section, int kind)
{
    const char *before = "[";
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        if (!key->required || !belongs(section, key, kind)) {
            continue;
        }
        if (*before == '[') {
            member(w, "required");
        }
        cs_text_puts(&w->text, before);
        cs_text_quote(&w->text, key->name);
        before = ", ";
    }
    if (*before != '[') {
        cs_text_puts(&w->text, "]");
    }
}

/// Whether the first and the second of two keys, in the order of the table, exclude each other.
static bool exclude(const cs_section *section, const cs_key *first, const cs_key *second)
{
    const cs_key *other = first->instead_of ? cs_section_find(section, first->instead_of) : NULL;
    return other == second || (first->group && !first->group->required && first->group == second->group);
}

/// Writes the pairs of keys that exclude each other, or only counts them (`w` NULL).
static int put_pairs(writer *w, const cs_section *section, bool alone)
{
    int count = 0;
    for (int i = 0; i < section->key_count; i++) {
        for (int j = i + 1; j < section->key_count; j++) {
            if (!exclude(section, &section->keys[i], &section->keys[j])) {
                continue;
            }
            count++;
            if (w) {
                member(w, alone ? "not" : NULL);
                cs_text_printf(&w->text, "{ \"required\": [\"%s\", \"%s\"] }", section->keys[i].name,
                               section->keys[j].name);
            }
        }
    }
    return count;
}

/// Of keys of which one may be given: no two.
static void pairs(writer *w, const cs_section *section)
{
    int count = put_pairs(NULL, section, true);
    if (count <= 1) {
        put_pairs(w, section, true);
        return;
    }
    open_bracket(w, "not", "{");
    open_bracket(w, "anyOf", "[");
    put_pairs(w, section, false);
    close_bracket(w, "]");
    close_bracket(w, "}");
}

/// Of keys of which one must be given: exactly one.
static void required_groups(writer *w, const cs_section *section)
{
    const cs_group *group = NULL;
    for (int i = 0; i < section->key_count && !group; i++) {
        const cs_key *key = &section->keys[i];
        group = key->group && key->group->required ? key->group : NULL;
    }
    if (!group) {
        return;
    }
    open_bracket(w, "oneOf", "[");
    for (int i = 0; i < section->key_count; i++) {
        if (section->keys[i].group == group) {
            member(w, NULL);
            cs_text_printf(&w->text, "{ \"required\": [\"%s\"] }", section->keys[i].name);
        }
    }
    close_bracket(w, "]");
}

/// Of arrays of which one must have an element: any of them.
static void needs_one(writer *w, const cs_section *section)
{
    if (!section->needs_one) {
        return;
    }
    open_bracket(w, "anyOf", "[");
    for (int i = 0; section->needs_one[i]; i++) {
        const char *name = section->needs_one[i];
        member(w, NULL);
        cs_text_printf(&w->text, "{ \"required\": [\"%s\"], \"properties\": { \"%s\": { \"minItems\": 1 } } }", name,
                       name);
    }
    close_bracket(w, "]");
}

/// The object with the keys of one kind; `type` is the word that names the kind, NULL without.
static void object(writer *w, const cs_section *section, int kind, const char *type)
{
    string_member(w, "type", "object");
    open_bracket(w, "properties", "{");
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        if (type && key->variant == 0 && key->choices && (int)key->offset == (int)section->kind_offset) {
            open_bracket(w, key->name, "{");
            description(w, key);
            string_member(w, "const", type);
            close_bracket(w, "}");
        } else if (belongs(section, key, kind)) {
            property(w, key);
        }
    }
    close_bracket(w, "}");
    required(w, section, kind);
    pairs(w, section);
    required_groups(w, section);
    needs_one(w, section);
    raw_member(w, "additionalProperties", "false");
}

static void section(writer *w, const cs_section *of)
{
    if (of->variants == CS_VARIANTS_BY_TYPE) {
        const char *const *types = cs_section_find(of, "type")->choices;
        open_bracket(w, "oneOf", "[");
        for (int kind = 0; types[kind]; kind++) {
            open_bracket(w, NULL, "{");
            object(w, of, kind, types[kind]);
            close_bracket(w, "}");
        }
        close_bracket(w, "]");
        return;
    }
    object(w, of, 0, NULL);
    if (of->variants == CS_VARIANTS_BY_KEY) {
        open_bracket(w, "oneOf", "[");
        for (int i = 0; i < of->key_count; i++) {
            if (of->keys[i].variant != 0) {
                member(w, NULL);
                cs_text_printf(&w->text, "{ \"required\": [\"%s\"] }", of->keys[i].name);
            }
        }
        close_bracket(w, "]");
    }
}

char *cs_scene_schema(void)
{
    writer w = {.first = true};
    cs_text_puts(&w.text, "{");
    w.indent++;
    string_member(&w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    string_member(&w, "title", "clothsim scene, version 1");
    section(&w, &cs_scene_section);
    close_bracket(&w, "}");
    cs_text_puts(&w.text, "\n");
    return cs_text_take(&w.text);
}
