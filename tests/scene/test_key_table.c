// SPDX-License-Identifier: MIT
//
// The key table itself: its rows are consistent, and a section of one's own, of rows alone, is read, checked,
// defaulted, written and described without another line of code.
#include "scene/reader.h"
#include "scene/suggest.h"
#include "scene/writer.h"
#include "scene_text.h"

#define MOST_KEYS 64 // the reader keeps the set of keys it has seen in one word

// ---- the rows of the format ------------------------------------------------------------

static bool stores(const cs_key *key)
{
    return key->type != CS_KEY_VERSION && key->type != CS_KEY_IGNORED;
}

static bool in_range(const cs_range *range, double x)
{
    bool low = !range->has_low || (range->low_open ? x > range->low : x >= range->low);
    bool high = !range->has_high || (range->high_open ? x < range->high : x <= range->high);
    return low && high;
}

static void check_row(const cs_section *section, const cs_key *key, size_t size)
{
    bool either = key->type == CS_KEY_WORD_OR_OBJECT || key->type == CS_KEY_PRESET;
    bool words = key->type == CS_KEY_ENUM || either;
    bool nested = key->type == CS_KEY_OBJECT || key->type == CS_KEY_ARRAY || either;
    size_t length = strlen(key->doc);
    assert_true(cs_section_find(section, key->name) == key); // its name is its own
    assert_true(length > 0 && key->doc[length - 1] != '.');
    assert_true(!stores(key) || size == 0 || key->offset < size);
    assert_true(words == (key->choices != NULL));
    assert_true(nested == (key->section != NULL));
    assert_true(key->type != CS_KEY_STRING || key->text);
    assert_true(!words || key->standard[0] < cs_choice_count(key->choices));
    assert_true(!key->instead_of || cs_section_find(section, key->instead_of));
    assert_true(!key->range.has_low || !key->range.has_high || key->range.low < key->range.high);
    bool number = key->type == CS_KEY_INT || key->type == CS_KEY_NUMBER;
    assert_true(!number || !cs_key_has_default(key) || key->variant || key->derived ||
                in_range(&key->range, key->standard[0]));
    assert_true(!key->group || !size || key->group->offset < size);
    assert_true(key->type != CS_KEY_PRESET || key->section->finish);
}

static int check_section(const cs_section *section, size_t size)
{
    int rows = section->key_count;
    size = section->size ? section->size : size;
    assert_non_null(section->noun);
    assert_true(section->key_count <= MOST_KEYS);
    if (section->variants == CS_VARIANTS_BY_TYPE) {
        const cs_key *type = cs_section_find(section, "type");
        assert_true(type && type->type == CS_KEY_ENUM && type->required && type->offset == section->kind_offset);
    }
    for (int i = 0; i < section->key_count; i++) {
        const cs_key *key = &section->keys[i];
        check_row(section, key, size);
        if (key->section) {
            rows += check_section(key->section, size);
        }
    }
    return rows;
}

static void test_the_rows_are_consistent(void **state)
{
    (void)state;
    assert_true(check_section(&cs_scene_section, 0) > 120);
}

// ---- rows of our own ----------------------------------------------------------------------

typedef struct lamp {
    bool on;
    double size[2];
    int cell[2];
    const char *label;
    double watts, amperes;
    int color;
} lamp;

static const char *const colors[] = {"warm", "cold", NULL};
static const cs_key lamp_keys[] = {
    {.name = "on", .type = CS_KEY_BOOL, .offset = offsetof(lamp, on), .standard = {1}, .doc = "whether it shines"},
    {.name = "size", .type = CS_KEY_VEC2, .offset = offsetof(lamp, size), .standard = {1, 2}, .doc = "of the glass"},
    {.name = "cell", .type = CS_KEY_INT2, .offset = offsetof(lamp, cell), .range = CS_AT_LEAST(0), .doc = "its place"},
    {.name = "label", .type = CS_KEY_STRING, .offset = offsetof(lamp, label), .text = "lamp", .doc = "on the box"},
    {.name = "watts",
     .type = CS_KEY_NUMBER,
     .offset = offsetof(lamp, watts),
     .range = {.has_high = true, .high_open = true, .high = 100},
     .standard = {40},
     .instead_of = "amperes",
     .unit = "W",
     .doc = "power"},
    {.name = "amperes",
     .type = CS_KEY_NUMBER,
     .offset = offsetof(lamp, amperes),
     .instead_of = "watts",
     .unit = "A",
     .doc = "current"},
    {.name = "color", .type = CS_KEY_ENUM, .offset = offsetof(lamp, color), .choices = colors, .doc = "of its light"},
};
static const cs_section lamp_section = {
    .noun = "a lamp", .size = sizeof(lamp), .keys = lamp_keys, .key_count = (int)CS_COUNT(lamp_keys)};

/// Reads a lamp; returns the messages, one a line, for free().
static char *read_lamp(const char *text, lamp *out)
{
    cs_arena *arena = cs_arena_create();
    cs_source_text source;
    cs_document document = {.arena = arena, .sources = &source};
    cs_problems *problems = cs_arena_alloc(arena, 1, sizeof *problems);
    cs_text messages = {0};
    problems->arena = arena;
    memset(out, 0, sizeof *out);
    assert_int_equal(cs_document_add_source(&document, "lamp", text, strlen(text)), CS_OK);
    assert_int_equal(cs_document_parse(&document, 0, 0, problems, &document.root), CS_OK);
    cs_reader reader = {.arena = arena, .document = &document, .problems = problems, .max_memory = UINT64_MAX};
    cs_read_section(&reader, &lamp_section, document.root, out);
    for (int i = 0; i < problems->kept; i++) {
        cs_text_printf(&messages, "%s\n", problems->items[i].message);
    }
    out->label = out->label == lamp_keys[3].text ? out->label : NULL; // it stands in the arena
    cs_document_clear(&document);
    cs_arena_destroy(arena);
    return cs_text_take(&messages);
}

static void test_rows_alone_read_and_fill_in(void **state)
{
    (void)state;
    lamp l;
    char *messages = read_lamp("{ \"on\": false, \"cell\": [3, 4], \"amperes\": 2.5, \"color\": \"cold\" }", &l);
    assert_string_equal(messages, "");
    assert_true(!l.on && l.size[0] == 1 && l.size[1] == 2 && l.cell[0] == 3 && l.cell[1] == 4);
    assert_true(l.watts == 0 && l.amperes == 2.5 && l.color == 1);
    assert_string_equal(l.label, "lamp");
    free(messages);
    messages = read_lamp("{ \"on\": 1, \"cell\": [-1, 2.5], \"size\": [1], \"watts\": 100, \"colour\": 1 }", &l);
    assert_string_equal(messages, "expected true or false for on, found a number\n"
                                  "cell[0] must be at least 0, not -1\n"
                                  "expected a whole number for cell[1], found 2.5\n"
                                  "expected 2 numbers for size, found 1\n"
                                  "watts must be less than 100, not 100\n"
                                  "unknown key \"colour\" in the scene\n");
    free(messages);
}

static void test_rows_alone_are_written(void **state)
{
    (void)state;
    const lamp l = {true, {0.1, 1e30}, {7, -8}, "a \"b\" \\ \n\x01 \xC3\xA9", 0, 2, 1};
    const cs_key key = {.name = "lamp", .type = CS_KEY_OBJECT, .section = &lamp_section};
    cs_text out = {0};
    cs_write_value(&out, &key, &l, -1);
    assert_string_equal(out.bytes, "{ \"on\": true, \"size\": [0.1, 1e+30], \"cell\": [7, -8], "
                                   "\"label\": \"a \\\"b\\\" \\\\ \\u000a\\u0001 \xC3\xA9\", \"amperes\": 2, "
                                   "\"color\": \"cold\" }");
    cs_text_free(&out);
    cs_write_default(&out, &lamp_keys[0]);
    assert_string_equal(out.bytes, "true");
    cs_text_free(&out);
}

// ---- spelling -------------------------------------------------------------------------------

static void test_spelling(void **state)
{
    (void)state;
    assert_int_equal(cs_suggest_distance("stiffness", "stiffness"), 0);
    assert_int_equal(cs_suggest_distance("stifness", "stiffness"), 1);
    assert_int_equal(cs_suggest_distance("simulatoin", "simulation"), 1); // neighbours swapped
    assert_int_equal(cs_suggest_distance("Tone-Mapping", "tone_mapping"), 0);
    assert_int_equal(cs_suggest_distance("rows", "columns"), -1);
    assert_int_equal(cs_suggest_distance("x", "u"), -1);
    assert_int_equal(cs_suggest_distance("", "u"), -1);
    assert_int_equal(cs_suggest_distance("a_word_that_is_longer_than_any_key_can_be_at_all", "a"), -1);
}

static void test_quoting_cuts_between_characters(void **state)
{
    (void)state;
    cs_arena *arena = cs_arena_create();
    char text[200];
    for (int shift = 0; shift < 3; shift++) {
        memset(text, 'x', sizeof text);
        for (size_t i = (size_t)shift; i + 3 < sizeof text; i += 3) {
            memcpy(text + i, "\xE2\x82\xAC", 3);
        }
        text[sizeof text - 1] = '\0';
        const char *quoted = cs_quote(arena, text);
        size_t length = strlen(quoted);
        assert_string_equal(quoted + length - 4, "...\"");
        assert_int_equal((length - 5 - (size_t)shift) % 3, 0);
    }
    assert_string_equal(cs_quote(arena, "short"), "\"short\"");
    cs_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_rows_are_consistent),         cmocka_unit_test(test_rows_alone_read_and_fill_in),
        cmocka_unit_test(test_rows_alone_are_written),          cmocka_unit_test(test_spelling),
        cmocka_unit_test(test_quoting_cuts_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
