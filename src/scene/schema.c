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
    if (cs_key_has_default(key) && !key->derived) {
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

/// Of two keys of which one may be given: not both.
static void pairs(writer *w, const cs_section *section)
{
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        const cs_key *other = key->instead_of ? cs_section_find(section, key->instead_of) : NULL;
        if (other && other > key) {
            member(w, "not");
            cs_text_printf(&w->text, "{ \"required\": [\"%s\", \"%s\"] }", key->name, other->name);
        }
    }
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
