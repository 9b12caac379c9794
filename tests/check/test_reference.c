// SPDX-License-Identifier: MIT
//
// Reference files: what is written reads back bit for bit, and a slip of the user's is told with line and column.
#include "check/made_up_run.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SCRATCH CS_BINARY_DIR "/test_reference_scratch.json"

static void write_text(const char *text)
{
    FILE *file = fopen(SCRATCH, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static void assert_round_trip(const cs_reference *reference)
{
    char *text = cs_reference_json(reference);
    assert_non_null(text);
    write_text(text);
    cs_reference read;
    assert_int_equal(cs_reference_read(SCRATCH, NULL, &read), CS_OK);
    char *again = cs_reference_json(&read);
    assert_string_equal(again, text);
    assert_true(cs_reference_equal(reference, &read));
    assert_true(read.own_tolerances);
    assert_memory_equal(&read.tolerances, &reference->tolerances, sizeof read.tolerances);
    cs_reference_free(&read);
    free(text);
    free(again);
    remove(SCRATCH);
}

static void round_trips(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference();
    reference.tolerances.y = 1.0 / 3;
    assert_round_trip(&reference);
    reference.picture = strdup("picture.png");
    reference.statistics.state.y_mean = -0.1234567890123456789;
    reference.statistics.state.has_free = false;
    reference.statistics.state.y_min = reference.statistics.state.y_max = reference.statistics.state.y_mean = 0;
    assert_round_trip(&reference);
    reference.statistics.has_image = false;
    assert_round_trip(&reference);
    reference.statistics.state.iterations = 17;
    reference.statistics.state.residual = 1.0 / 3e9;
    assert_round_trip(&reference);
    cs_reference_free(&reference);
}

static void equal_means_every_number(void **state)
{
    (void)state;
    cs_reference a = made_up_reference(), b = made_up_reference();
    assert_true(cs_reference_equal(&a, &b));
    b.tolerances.y = 5; // no number of the run
    assert_true(cs_reference_equal(&a, &b));
    b.statistics.tile_colors[7][7][2] += 0.001;
    assert_false(cs_reference_equal(&a, &b));
    b.statistics.tile_colors[7][7][2] = a.statistics.tile_colors[7][7][2];
    b.picture = strdup("p.png");
    assert_false(cs_reference_equal(&a, &b));
    cs_reference_free(&a);
    cs_reference_free(&b);
}

/// Tolerances that the file leaves out are the usual ones.
static void tolerances_may_be_left_out(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference(), read;
    char *text = cs_reference_json(&reference);
    char *start = strstr(text, "\"tolerances\": {"), *end = strstr(text, "\"statistics\"");
    memset(start, ' ', (size_t)(end - start));
    write_text(text);
    assert_int_equal(cs_reference_read(SCRATCH, NULL, &read), CS_OK);
    assert_false(read.own_tolerances);
    assert_memory_equal(&read.tolerances, &reference.tolerances, sizeof read.tolerances);
    cs_reference_free(&read);
    memcpy(start, "\"tolerances\": {\"y\": 0.5},", 25);
    write_text(text);
    assert_int_equal(cs_reference_read(SCRATCH, NULL, &read), CS_OK);
    reference.tolerances.y = 0.5;
    assert_memory_equal(&read.tolerances, &reference.tolerances, sizeof read.tolerances);
    cs_reference_free(&read);
    free(text);
    cs_reference_free(&reference);
    remove(SCRATCH);
}

/// The page about references has a row for every tolerance.
static void documented(void **state)
{
    (void)state;
    char *page = NULL;
    size_t size = 0;
    assert_int_equal(cs_file_read(CS_SOURCE_DIR "/src/check/README.md", 1 << 20, NULL, &page, &size), CS_OK);
    for (int i = 0; i < CS_TOLERANCE_COUNT; i++) {
        char row[128];
        snprintf(row, sizeof row, "\n| `%s` | %s | ", cs_tolerance_table[i].name, cs_tolerance_table[i].unit);
        assert_non_null(strstr(page, row));
    }
    free(page);
}

static void missing_is_not_broken(void **state)
{
    (void)state;
    cs_reference read;
    assert_int_equal(cs_reference_read(CS_BINARY_DIR "/no such reference.json", NULL, &read), CS_NO_REFERENCE);
}

/// Replaces the first `from` by `to` in a good reference and expects this one message.
static void assert_message(const char *from, const char *to, const char *message)
{
    cs_reference reference = made_up_reference();
    char *text = cs_reference_json(&reference), *at = strstr(text, from);
    assert_non_null(at);
    cs_text edited = {0};
    cs_text_append(&edited, text, (size_t)(at - text));
    cs_text_puts(&edited, to);
    cs_text_puts(&edited, at + strlen(from));
    write_text(edited.bytes);
    cs_log *log = cs_log_create();
    cs_reference read;
    assert_int_equal(cs_reference_read(SCRATCH, log, &read), CS_IO);
    assert_int_equal(cs_log_count(log, CS_ERROR), 1);
    const cs_diagnostic *diagnostic = cs_log_get(log, 0);
    char told[512];
    snprintf(told, sizeof told, "%d:%d: %s", diagnostic->where.line, diagnostic->where.column, diagnostic->message);
    assert_string_equal(told, message);
    cs_log_destroy(log);
    cs_text_free(&edited);
    free(text);
    cs_reference_free(&reference);
    remove(SCRATCH);
}

static void mistakes_are_located(void **state)
{
    (void)state;
    assert_message("\"y\": 0.001", "\"y\": 0.001 oops", "4:16: this is not JSON");
    assert_message("\"clothsim_reference\": 1", "\"clothsim_reference\": 2", "2:25: \"clothsim_reference\" must be 1");
    assert_message("\"clothsim_reference\"", "\"reference\"", "1:1: missing key \"clothsim_reference\"");
    assert_message("\"tolerances\": {", "\"comment\": 1, \"tolerances\": {", "3:14: unknown key \"comment\"");
    assert_message("\"y\": 0.001", "\"yy\": 0.001", "4:11: unknown tolerance \"yy\"");
    assert_message("\"y\": 0.001", "\"y\": -1", "4:10: tolerance \"y\" must not be negative");
    assert_message("\"y\": 0.001", "\"y\": \"a lot\"", "4:10: \"y\" must be a number");
    assert_message("\"y\": 0.001", "\"y\": 1e400", "4:10: \"y\" must be a number");
    assert_message("\"scene_hash\": \"0123", "\"scene_hash\": \"123",
                   "18:19: \"scene_hash\" must be 16 hexadecimal digits");
    assert_message("\"step\": 300", "\"step\": 300.5", "19:13: \"step\" must be a whole number of at least 0");
    assert_message("\"width\": 80", "\"width\": 0", "32:16: \"width\" must be a whole number from 1 to 16384");
    assert_message("\"centroid\": [", "\"centroid\": [1, ", "40:19: this array must have 2 elements");
    assert_message("\"cloths\": [", "\"cloths\": 5, \"x\": [", "53:15: \"cloths\" must be an array");
    assert_message("\"tolerances\": {", "\"picture\": \"../x.png\", \"tolerances\": {",
                   "3:14: \"picture\" must be the name of a file beside the reference");
    assert_message("\"tolerances\": {", "\"picture\": \"scene.json\", \"tolerances\": {",
                   "3:14: \"picture\" must be the name of a PNG and end in .png");
}

static void not_even_an_object(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "[]", "1", "{}", "{} {}", "null", "{\"a\": [1, {\"b\": ["};
    for (size_t i = 0; i < CS_COUNT(texts); i++) {
        write_text(texts[i]);
        cs_log *log = cs_log_create();
        cs_reference read;
        assert_int_equal(cs_reference_read(SCRATCH, log, &read), CS_IO);
        assert_int_equal(cs_log_count(log, CS_ERROR), 1);
        assert_true(cs_log_get(log, 0)->where.line >= 1);
        cs_log_destroy(log);
    }
    remove(SCRATCH);
}

/// No cut-off or corrupted reference does anything but fail or read.
static void any_bytes_are_safe(void **state)
{
    (void)state;
    cs_reference reference = made_up_reference();
    char *text = cs_reference_json(&reference);
    size_t size = strlen(text);
    uint32_t seed = 12345;
    for (int round = 0; round < 300; round++) {
        seed = seed * 1664525u + 1013904223u;
        size_t at = (seed >> 8) % size;
        char kept = text[at];
        text[at] = round % 3 == 0 ? '\0' : (char)(seed >> 24);
        write_text(text);
        cs_reference read;
        cs_status status = cs_reference_read(SCRATCH, NULL, &read);
        assert_true(status == CS_OK || status == CS_IO);
        if (status == CS_OK)
            cs_reference_free(&read);
        text[at] = kept;
    }
    free(text);
    cs_reference_free(&reference);
    remove(SCRATCH);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trips),
        cmocka_unit_test(equal_means_every_number),
        cmocka_unit_test(tolerances_may_be_left_out),
        cmocka_unit_test(missing_is_not_broken),
        cmocka_unit_test(mistakes_are_located),
        cmocka_unit_test(documented),
        cmocka_unit_test(not_even_an_object),
        cmocka_unit_test(any_bytes_are_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
