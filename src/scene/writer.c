// SPDX-License-Identifier: MIT
//
// The canonical text of a scene: every key of the table that applies, defaults included, in table order, numbers in
// the shortest form that reads back as the same double. Equal scenes give equal texts.
#include "scene/writer.h"

#include <stdlib.h>
#include <string.h>

static void write_numbers(cs_text *out, const double *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        cs_text_puts(out, i == 0 ? "[" : ", ");
        cs_text_number(out, numbers[i]);
    }
    cs_text_puts(out, "]");
}

/// Starts the next line, or goes on in this one.
static void write_break(cs_text *out, int indent)
{
    if (indent < 0) {
        cs_text_puts(out, " ");
    } else {
        cs_text_printf(out, "\n%*s", 2 * indent, "");
    }
}

/// A key that is there in a written scene: of the right kind, with a meaning, and not the yielding one of a pair or
/// group.
static bool is_written(const cs_section *section, const cs_key *key, const void *value)
{
    int kind = 0;
    double number = 0;
    if (section->variants != CS_VARIANTS_NONE) {
        memcpy(&kind, (const char *)value + section->kind_offset, sizeof kind);
    }
    if ((key->group && cs_group_choice(key->group, value) != key->choice) || (key->written && !key->written(value))) {
        return false;
    }
    if (key->instead_of) {
        memcpy(&number, (const char *)value + key->offset, sizeof number);
        return number > 0;
    }
    return key->type != CS_KEY_IGNORED && cs_key_applies(key, kind);
}

static void write_section(cs_text *out, const cs_section *section, const void *value, int indent)
{
    int inner = indent < 0 ? indent : indent + 1;
    const char *before = "{";
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        if (!is_written(section, key, value)) {
            continue;
        }
        cs_text_puts(out, before);
        write_break(out, inner);
        cs_text_quote(out, key->name);
        cs_text_puts(out, ": ");
        cs_write_value(out, key, value, inner);
        before = ",";
    }
    write_break(out, indent);
    cs_text_puts(out, "}");
}

static void write_list(cs_text *out, const cs_section *section, const void *elements, int count, int indent)
{
    if (count == 0) {
        cs_text_puts(out, "[]");
        return;
    }
    int inner = indent < 0 ? indent : indent + 1;
    for (int i = 0; i < count; i++) {
        cs_text_puts(out, i == 0 ? "[" : ",");
        write_break(out, inner);
        write_section(out, section, (const char *)elements + (size_t)i * section->size, inner);
    }
    write_break(out, indent);
    cs_text_puts(out, "]");
}

static void write_array(cs_text *out, const cs_key *key, const void *value, int indent)
{
    const void *elements;
    int count;
    memcpy(&elements, (const char *)value + key->offset, sizeof elements);
    memcpy(&count, (const char *)value + key->count_offset, sizeof count);
    write_list(out, key->section, elements, count, indent);
}

static void write_word_or_object(cs_text *out, const cs_key *key, const void *field, int indent)
{
    int kind;
    memcpy(&kind, (const char *)field + key->section->kind_offset, sizeof kind);
    if (kind < cs_choice_count(key->choices)) {
        cs_text_quote(out, key->choices[kind]);
    } else {
        write_section(out, key->section, field, indent);
    }
}

void cs_write_value(cs_text *out, const cs_key *key, const void *value, int indent)
{
    const void *field = (const char *)value + key->offset;
    int integers[2];
    switch (key->type) {
    case CS_KEY_INT:
        cs_text_printf(out, "%d", *(const int *)field);
        break;
    case CS_KEY_NUMBER:
        cs_text_number(out, *(const double *)field);
        break;
    case CS_KEY_BOOL:
        cs_text_puts(out, *(const bool *)field ? "true" : "false");
        break;
    case CS_KEY_INT2:
        memcpy(integers, field, sizeof integers);
        cs_text_printf(out, "[%d, %d]", integers[0], integers[1]);
        break;
    case CS_KEY_VEC2:
        write_numbers(out, field, 2);
        break;
    case CS_KEY_VEC3:
    case CS_KEY_COLOR:
        write_numbers(out, field, 3);
        break;
    case CS_KEY_STRING:
        cs_text_quote(out, *(const char *const *)field ? *(const char *const *)field : "");
        break;
    case CS_KEY_ENUM:
        memcpy(integers, field, sizeof *integers);
        cs_text_quote(out, key->choices[integers[0]]);
        break;
    case CS_KEY_OBJECT:
    case CS_KEY_PRESET:
        write_section(out, key->section, field, indent);
        break;
    case CS_KEY_ARRAY:
        write_array(out, key, value, indent);
        break;
    case CS_KEY_WORD_OR_OBJECT:
        write_word_or_object(out, key, field, indent);
        break;
    case CS_KEY_VERSION:
        cs_text_printf(out, "%d", CS_SCENE_VERSION);
        break;
    case CS_KEY_IGNORED:
        break;
    }
}

void cs_write_default(cs_text *out, const cs_key *key)
{
    switch (key->type) {
    case CS_KEY_INT:
    case CS_KEY_NUMBER:
        cs_text_number(out, key->standard[0]);
        break;
    case CS_KEY_BOOL:
        cs_text_puts(out, key->standard[0] != 0 ? "true" : "false");
        break;
    case CS_KEY_VEC2:
        write_numbers(out, key->standard, 2);
        break;
    case CS_KEY_VEC3:
    case CS_KEY_COLOR:
        write_numbers(out, key->standard, 3);
        break;
    case CS_KEY_STRING:
        cs_text_quote(out, key->text);
        break;
    case CS_KEY_ENUM:
    case CS_KEY_WORD_OR_OBJECT:
    case CS_KEY_PRESET:
        cs_text_quote(out, key->choices[(int)key->standard[0]]);
        break;
    case CS_KEY_ARRAY:
        write_list(out, key->section, key->standard_list, key->standard_count, -1);
        break;
    case CS_KEY_INT2:
    case CS_KEY_OBJECT:
    case CS_KEY_VERSION:
    case CS_KEY_IGNORED:
        break;
    }
}

char *cs_scene_resolved(const cs_scene *scene)
{
    cs_text out = {0};
    write_section(&out, &cs_scene_section, scene, 0);
    cs_text_puts(&out, "\n");
    return cs_text_take(&out);
}

bool cs_scene_hash(const cs_scene *scene, uint64_t *hash)
{
    char *text = cs_scene_resolved(scene);
    if (!text) {
        return false;
    }
    *hash = cs_hash_bytes(text, strlen(text), 0);
    free(text);
    for (int i = 0; i < scene->cloth_count; i++) {
        if (scene->cloths[i].source == CS_CLOTH_MESH) {
            char file[CS_HASH_TEXT];
            cs_hash_format(scene->cloths[i].mesh.file_hash, file);
            *hash = cs_hash_bytes(file, sizeof file, *hash);
        }
    }
    return true;
}
