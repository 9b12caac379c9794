// SPDX-License-Identifier: MIT
//
// The parts of the command line that are functions of their arguments: values, suggestions, names of frames, the bar.
#include "cli/cli.h"
#include "cli/frame_pattern.h"
#include "cli/terminal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_integers(void **state)
{
    (void)state;
    int64_t value;
    assert_true(cs_parse_integer("0", &value) && value == 0);
    assert_true(cs_parse_integer("-17", &value) && value == -17);
    assert_true(cs_parse_integer("9223372036854775807", &value) && value == INT64_MAX);
    static const char *const bad[] = {"", "-", "+1", " 1", "1 ", "1.0", "0x10", "1e3", "9223372036854775808", "one"};
    for (size_t i = 0; i < CS_COUNT(bad); i++)
        assert_false(cs_parse_integer(bad[i], &value));
}

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t bytes;
    } good[] = {{"0", 0},
                {"4096", 4096},
                {"1K", 1024},
                {"512M", INT64_C(512) << 20},
                {"4g", INT64_C(4) << 30},
                {"2T", INT64_C(2) << 40},
                {"3MiB", INT64_C(3) << 20},
                {"1KB", 1024}};
    int64_t bytes;
    for (size_t i = 0; i < CS_COUNT(good); i++) {
        assert_true(cs_parse_size(good[i].text, &bytes));
        assert_int_equal(bytes, good[i].bytes);
    }
    static const char *const bad[] = {
        "", "M", "-1M", "1.5G", "4GG", "4 G", "1P", "9999999999T", "99999999999999999999"};
    for (size_t i = 0; i < CS_COUNT(bad); i++)
        assert_false(cs_parse_size(bad[i], &bytes));
}

static void test_numbers(void **state)
{
    (void)state;
    double values[3];
    assert_true(cs_parse_numbers("0.5,-2,1e3", 3, values));
    assert_true(values[0] == 0.5 && values[1] == -2 && values[2] == 1000);
    assert_true(cs_parse_numbers("7", 1, values) && values[0] == 7);
    static const char *const bad[] = {"",      "1",       "1,2",     "1,2,3,4", "1,,2",      "1,2,3,", ",1,2",
                                      "1,2,x", "1,2,nan", "1,inf,2", "1, 2,3",  "1,2,1e999", "0x1,2,3"};
    for (size_t i = 0; i < CS_COUNT(bad); i++)
        assert_false(cs_parse_numbers(bad[i], 3, values));
}

static void test_nearest_word(void **state)
{
    (void)state;
    static const char *const words[] = {"render", "frames", "montage", "schema", "output", NULL};
    assert_string_equal(cs_nearest_word("redner", words), "render"); // neighbours swapped
    assert_string_equal(cs_nearest_word("frame", words), "frames");  // one missing
    assert_string_equal(cs_nearest_word("montagge", words), "montage");
    assert_string_equal(cs_nearest_word("shcema", words), "schema");
    assert_string_equal(cs_nearest_word("out", words), "output");
    assert_null(cs_nearest_word("xyzzy", words));
    assert_null(cs_nearest_word("", words));
    assert_null(cs_nearest_word("a", words));
    char longest[500];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_null(cs_nearest_word(longest, words));
}

static void test_worse(void **state)
{
    (void)state;
    static const cs_status order[] = {CS_OK, CS_MISMATCH, CS_NO_REFERENCE, CS_DIVERGED,    CS_INVALID_SCENE,
                                      CS_IO, CS_USAGE,    CS_RESUMABLE,    CS_INTERRUPTED, CS_INTERNAL};
    for (size_t i = 0; i < CS_COUNT(order); i++)
        for (size_t j = 0; j < CS_COUNT(order); j++)
            assert_int_equal(cs_worse(order[i], order[j]), order[i > j ? i : j]);
}

static void test_scene_names(void **state)
{
    (void)state;
    static const struct {
        const char *path, *name;
    } cases[] = {{"a.json", "a"},          {"x/y/a.json", "a"}, {"a.b.json", "a.b"},   {"-", "stdin"},
                 {"noending", "noending"}, {"x.y/a", "a"},      {".hidden", ".hidden"}};
    for (size_t i = 0; i < CS_COUNT(cases); i++) {
        char *name = cs_scene_name(cases[i].path);
        assert_string_equal(name, cases[i].name);
        free(name);
    }
    char *path = cs_output_expand("{name}/{name}.png{nam}{name", "s/flag.json");
    assert_string_equal(path, "flag/flag.png{nam}{name");
    free(path);
}

static void check_pattern(const char *text, const char *expected_file, const char *expected_manifest)
{
    cs_cli cli = {0};
    cs_frame_pattern pattern;
    assert_int_equal(cs_frame_pattern_parse(&cli, text, &pattern), CS_OK);
    char *file = cs_frame_pattern_file(&pattern, 1234), *manifest = cs_frame_pattern_manifest(&pattern);
    assert_string_equal(file, expected_file);
    assert_string_equal(manifest, expected_manifest);
    free(file);
    free(manifest);
    cs_frame_pattern_free(&pattern);
}

static void test_frame_patterns(void **state)
{
    (void)state;
    check_pattern("f_######.png", "f_001234.png", "f_.manifest.jsonl");
    check_pattern("a/b/f_##.png", "f_1234.png", "a/b/f_.manifest.jsonl");
    check_pattern("a#b/%05d.png", "01234.png", "a#b/frames.manifest.jsonl");
    check_pattern("x%d.PNG", "x1234.PNG", "x.manifest.jsonl");
    check_pattern("100%_####_end.png", "100%_1234_end.png", "100%__end.manifest.jsonl");
    check_pattern("%s#.png", "%s1234.png", "%s.manifest.jsonl");
}

/// The bar fits at every width, holds its figures when there is room, and never more than the whole.
static void test_progress(void **state)
{
    (void)state;
    static const double left[] = {-1, 0, 0.4, 59.6, 61, 3599, 3600, 1e7};
    for (int width = 0; width < 200; width++)
        for (size_t i = 0; i < CS_COUNT(left); i++)
            for (int64_t done = 0; done <= 10; done++) {
                char text[256];
                cs_progress_format(text, sizeof text, "a label", done, 10, left[i], width);
                assert_true((int)strlen(text) < (width > 0 ? width : 1));
            }
    char text[256];
    cs_progress_format(text, sizeof text, "flag", 1, 2, 90, 80);
    assert_string_equal(text, "flag  [###############...............]   50 %  1m30s left");
    cs_progress_format(text, sizeof text, "flag", 1, 2, 7322, 30);
    assert_string_equal(text, "flag   50 %  2h02m left");
    cs_progress_format(text, sizeof text, "flag", 2, 2, -1, 10);
    assert_string_equal(text, "100 %");
    cs_progress_format(text, 8, "flag", 2, 2, -1, 80);
    assert_true(strlen(text) < 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers),       cmocka_unit_test(test_sizes),    cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_nearest_word),   cmocka_unit_test(test_worse),    cmocka_unit_test(test_scene_names),
        cmocka_unit_test(test_frame_patterns), cmocka_unit_test(test_progress),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
