// SPDX-License-Identifier: MIT
//
// The strict lexical pass: what is JSON by the letter of RFC 8259 is let through, and for the rest the offset of the
// first byte that cannot continue the text is right.
#include "scene/lexer.h"
#include "scene_text.h"

/// Offset of the error, or -1 for a good text.
static int error_at(const char *text, size_t size)
{
    cs_marks marks = {0};
    cs_syntax_error error;
    cs_status status = cs_lex(text, 0, size, &marks, &error);
    free(marks.items);
    assert_true(status == CS_OK || status == CS_INVALID_SCENE);
    return status == CS_OK ? -1 : (int)error.at;
}

static void test_good_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "0",
        "-0",
        "-0.0e-0",
        "1E+2",
        "1e-400",
        "123.456e7",
        "true",
        "false",
        "null",
        "\"\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"",
        "\"\\uD83D\\uDE00\"",
        "\"\xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 \xEF\xBF\xBF \xF0\x90\x80\x80 \xF4\x8F\xBF\xBF\"",
        "\"\x7F\"",
        "[]",
        "{}",
        " [ ] ",
        "\r\n\t{ \"a\" : [ 1 , { } ] } \n",
        "[[[[]]]]",
        "{\"a\":{\"a\":{\"a\":[{}]}}}",
        "[1,2,3]",
        "{\"\":0}",
    };
    for (size_t i = 0; i < CS_COUNT(texts); i++) {
        if (error_at(texts[i], strlen(texts[i])) != -1) {
            print_error("%s\n", texts[i]);
        }
        assert_int_equal(error_at(texts[i], strlen(texts[i])), -1);
    }
}

/// With the offset of the first byte that cannot continue them.
static const struct {
    const char *text;
    int at;
} bad_texts[] = {
    {"", 0},
    {"  ", 2},
    {"{", 1},
    {"}", 0},
    {"[", 1},
    {"]", 0},
    {"[1", 2},
    {"[1,", 3},
    {"[1,]", 3},
    {"[,1]", 1},
    {"[1 2]", 3},
    {"[1}", 2},
    {"{]", 1},
    {"{\"a\"", 4},
    {"{\"a\"}", 4},
    {"{\"a\":", 5},
    {"{\"a\":}", 5},
    {"{\"a\":1", 6},
    {"{\"a\":1]", 6},
    {"{\"a\":1,", 7},
    {"{\"a\":1,}", 7},
    {"{\"a\":1 \"b\":2}", 7},
    {"{\"a\" 1}", 5},
    {"{a:1}", 1},
    {"{1:1}", 1},
    {"{\"a\":1}}", 7},
    {"[] []", 3},
    {"1 1", 2},
    {"tru", 3},
    {"truE", 3},
    {"truee", 4},
    {"nulL", 3},
    {"-", 1},
    {"--1", 1},
    {"+1", 0},
    {".5", 0},
    {"-.5", 1},
    {"01", 1},
    {"-01", 2},
    {"00", 1},
    {"1.", 2},
    {"1.e1", 2},
    {"1e", 2},
    {"1e+", 3},
    {"1e+-1", 3},
    {"1.2.3", 3},
    {"0x1", 1},
    {"1_000", 1},
    {"1f", 1},
    {"NaN", 0},
    {"Infinity", 0},
    {"-Infinity", 1},
    {"\"", 1},
    {"\"a", 2},
    {"\"\\", 2},
    {"\"\\\"", 3},
    {"\"\\x\"", 2},
    {"\"\\u", 3},
    {"\"\\u12", 5},
    {"\"\\u12G0\"", 5},
    {"\"\\u0000\"", 1},
    {"\"\\uD800\"", 1},
    {"\"\\uD800\\n\"", 1},
    {"\"\\uD800\\u0041\"", 1},
    {"\"\\uDC00\"", 1},
    {"\"\\uD800\\uDC0\"", 12},
    {"\"\n\"", 1},
    {"\"\x1F\"", 1},
    {"\"\x80\"", 1},
    {"\"\xC0\x80\"", 1},
    {"\"\xC1\xBF\"", 1},
    {"\"\xC3\"", 2},
    {"\"\xE0\x9F\xBF\"", 2},
    {"\"\xE1\x80\"", 3},
    {"\"\xED\xA0\x80\"", 2},
    {"\"\xF0\x8F\xBF\xBF\"", 2},
    {"\"\xF4\x90\x80\x80\"", 2},
    {"\"\xF5\x80\x80\x80\"", 1},
    {"\"\xC3", 2},
    {"//x", 0},
    {"[1//x\n]", 2},
    {"[1/*x*/]", 2},
    {"#", 0},
    {"'a'", 0},
    {"\xC2\xA0", 0},
    {"\f1", 0},
    {"\v1", 0},
    {"\xFF\xFE{\"", 0},
    {"@", 0},
};

static void test_where_bad_texts_go_wrong(void **state)
{
    (void)state;
    for (size_t i = 0; i < CS_COUNT(bad_texts); i++) {
        int at = error_at(bad_texts[i].text, strlen(bad_texts[i].text));
        if (at != bad_texts[i].at) {
            print_error("%s: error at %d, not %d\n", bad_texts[i].text, at, bad_texts[i].at);
        }
        assert_int_equal(at, bad_texts[i].at);
    }
    assert_int_equal(error_at("[1]\0", 4), 3);
    assert_int_equal(error_at("\"\0\"", 3), 1);
}

/// Every text that is cut short is wrong at its end, and nowhere before.
static void test_a_cut_text_is_wrong_at_its_end(void **state)
{
    (void)state;
    static const char text[] = "{\"a\\u00e9\":[-1.5e+3,true,null,{\"\xE2\x82\xAC\":\"\\n\"}],\"b\":{}}";
    for (size_t size = 0; size + 1 < sizeof text; size++) {
        assert_int_equal(error_at(text, size), (int)size);
    }
    assert_int_equal(error_at(text, sizeof text - 1), -1);
}

static void test_marks_are_the_places_in_order(void **state)
{
    (void)state;
    static const char text[] = " {\"a\": [1, {\"b\" :2}], \"c\":\"d\"}";
    static const cs_mark expected[] = {{1, 1}, {7, 2}, {8, 8}, {11, 11}, {17, 12}, {26, 22}};
    cs_marks marks = {0};
    cs_syntax_error error;
    assert_int_equal(cs_lex(text, 0, strlen(text), &marks, &error), CS_OK);
    assert_int_equal(marks.count, CS_COUNT(expected));
    assert_memory_equal(marks.items, expected, sizeof expected);
    free(marks.items);
}

static char *nested(int depth, char open, char close, size_t *size)
{
    *size = 2 * (size_t)depth;
    char *text = malloc(*size);
    memset(text, open, (size_t)depth);
    memset(text + depth, close, (size_t)depth);
    return text;
}

static void test_depth(void **state)
{
    (void)state;
    size_t size;
    char *text = nested(CS_SCENE_MAX_DEPTH, '[', ']', &size);
    assert_int_equal(error_at(text, size), -1);
    free(text);
    text = nested(CS_SCENE_MAX_DEPTH + 1, '[', ']', &size);
    assert_int_equal(error_at(text, size), CS_SCENE_MAX_DEPTH);
    free(text);
    text = nested(20000, '[', ']', &size);
    assert_int_equal(error_at(text, size), CS_SCENE_MAX_DEPTH);
    cs_scene *scene;
    cs_log *log = cs_log_create();
    assert_int_equal(cs_scene_parse("deep.json", text, size, NULL, log, &scene), CS_INVALID_SCENE);
    assert_string_equal(cs_log_get(log, 0)->message, "nested deeper than 100 levels");
    assert_int_equal(cs_log_get(log, 0)->where.column, CS_SCENE_MAX_DEPTH + 1);
    cs_log_destroy(log);
    free(text);
}

static void test_long_numbers(void **state)
{
    (void)state;
    char text[200];
    memset(text, '7', sizeof text);
    assert_int_equal(error_at(text, CS_SCENE_MAX_NUMBER), -1);
    assert_int_equal(error_at(text, CS_SCENE_MAX_NUMBER + 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_texts),
        cmocka_unit_test(test_where_bad_texts_go_wrong),
        cmocka_unit_test(test_a_cut_text_is_wrong_at_its_end),
        cmocka_unit_test(test_marks_are_the_places_in_order),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_long_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
