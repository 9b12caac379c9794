// SPDX-License-Identifier: MIT
//
// The key table as Markdown, for people.
#include "scene/writer.h"

static void put_type(cs_text *out, const cs_key *key)
{
    static const char *const words[] = {
        [CS_KEY_INT] = "whole number",
        [CS_KEY_NUMBER] = "number",
        [CS_KEY_BOOL] = "true or false",
        [CS_KEY_INT2] = "2 whole numbers",
        [CS_KEY_VEC2] = "2 numbers",
        [CS_KEY_VEC3] = "3 numbers",
        [CS_KEY_COLOR] = "colour",
        [CS_KEY_STRING] = "string",
        [CS_KEY_ENUM] = "",
        [CS_KEY_OBJECT] = "object",
        [CS_KEY_ARRAY] = "list of objects",
        [CS_KEY_WORD_OR_OBJECT] = "",
        [CS_KEY_PRESET] = "",
        [CS_KEY_VERSION] = "1",
        [CS_KEY_IGNORED] = "string",
    };
    cs_text_puts(out, words[key->type]);
    for (int i = 0; key->choices && key->choices[i]; i++) {
        cs_text_printf(out, "%s`%s`", i > 0 ? ", " : "", key->choices[i]);
    }
    bool or_object = key->type == CS_KEY_WORD_OR_OBJECT || key->type == CS_KEY_PRESET;
    cs_text_puts(out, or_object ? " or object" : "");
}

/// "2 to 5", ">= 0", "> 0, < 180"
static void put_range(cs_text *out, const cs_range *range)
{
    if (range->has_low && range->has_high && !range->low_open && !range->high_open) {
        cs_text_number(out, range->low);
        cs_text_puts(out, " to ");
        cs_text_number(out, range->high);
        return;
    }
    if (range->has_low) {
        cs_text_puts(out, range->low_open ? "> " : ">= ");
        cs_text_number(out, range->low);
    }
    if (range->has_high) {
        cs_text_puts(out, range->has_low ? ", " : "");
        cs_text_puts(out, range->high_open ? "< " : "<= ");
        cs_text_number(out, range->high);
    }
}

static void put_default(cs_text *out, const cs_section *section, const cs_key *key)
{
    if (key->required) {
        cs_text_puts(out, "required");
    } else if ((section->variants == CS_VARIANTS_BY_KEY && key->variant != 0) || (key->group && key->group->required)) {
        cs_text_puts(out, "one of them");
    } else if (key->derived) {
        cs_text_puts(out, key->derived);
    } else if (key->group && key->choice != 0) {
        cs_text_puts(out, "none");
    } else if (cs_key_has_default(key)) {
        cs_text_puts(out, "`");
        cs_write_default(out, key);
        cs_text_puts(out, "`");
    }
}

static void put_row(cs_text *out, const char *path, const cs_section *section, const cs_key *key)
{
    cs_text_printf(out, "| `%s` | ", path);
    put_type(out, key);
    cs_text_puts(out, " | ");
    put_range(out, &key->range);
    cs_text_puts(out, " | ");
    put_default(out, section, key);
    cs_text_printf(out, " | %s | ", key->unit ? key->unit : "");
    if (section->variants == CS_VARIANTS_BY_TYPE && key->variant != 0) {
        cs_text_printf(out, "%s: ", cs_section_find(section, "type")->choices[key->variant - 1]);
    }
    cs_text_printf(out, "%s |\n", key->doc);
}

static void put_section(cs_text *out, cs_text *path, const cs_section *section)
{
    size_t length = path->length;
    for (int i = 0; i < section->key_count && !path->failed; i++) {
        const cs_key *key = &section->keys[i];
        cs_text_printf(path, "%s%s%s", length > 0 ? "." : "", key->name, key->type == CS_KEY_ARRAY ? "[]" : "");
        if (path->failed) {
            break;
        }
        put_row(out, path->bytes, section, key);
        if (key->section) {
            put_section(out, path, key->section);
        }
        path->length = length;
        path->bytes[length] = '\0';
    }
}

char *cs_scene_key_table(void)
{
    cs_text out = {0}, path = {0};
    cs_text_puts(&out, "| key | type | range | default | unit | meaning |\n|---|---|---|---|---|---|\n");
    put_section(&out, &path, &cs_scene_section);
    out.failed = out.failed || path.failed;
    cs_text_free(&path);
    return cs_text_take(&out);
}
