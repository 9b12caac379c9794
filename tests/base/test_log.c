// SPDX-License-Identifier: MIT
//
// The log keeps what it says it keeps, and a diagnostic shows the place and nothing harmful.
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const cs_location nowhere = {0};

static void test_order_and_copies(void **state)
{
    (void)state;
    cs_log *log = cs_log_create();
    char file[] = "scene.json", line[] = "  \"dt\": 0,", help[] = "give a positive number";
    cs_log_add(log, CS_ERROR, (cs_location){file, 3, 9}, line, help, "%s must be above %d", "dt", 0);
    cs_log_warning(log, file, "slow");
    cs_log_add(log, CS_NOTE, nowhere, NULL, NULL, "by the way");
    memset(file, 'x', sizeof(file) - 1);
    memset(line, 'x', sizeof(line) - 1);
    memset(help, 'x', sizeof(help) - 1);
    assert_int_equal(cs_log_size(log), 3);
    assert_int_equal(cs_log_count(log, CS_NOTE), 3);
    assert_int_equal(cs_log_count(log, CS_WARNING), 2);
    assert_int_equal(cs_log_count(log, CS_ERROR), 1);
    const cs_diagnostic *first = cs_log_get(log, 0);
    assert_string_equal(first->message, "dt must be above 0");
    assert_string_equal(first->where.file, "scene.json");
    assert_string_equal(first->source_line, "  \"dt\": 0,");
    assert_string_equal(first->help, "give a positive number");
    assert_int_equal(first->where.line, 3);
    assert_int_equal(first->where.column, 9);
    assert_int_equal(cs_log_get(log, 1)->severity, CS_WARNING);
    assert_string_equal(cs_log_get(log, 1)->where.file, "scene.json");
    assert_null(cs_log_get(log, 2)->where.file);
    assert_null(cs_log_get(log, 3));
    assert_null(cs_log_get(log, -1));
    cs_log_clear(log);
    assert_int_equal(cs_log_size(log), 0);
    assert_int_equal(cs_log_count(log, CS_NOTE), 0);
    cs_log_destroy(log);
}

static void test_no_log(void **state)
{
    (void)state;
    cs_log_add(NULL, CS_ERROR, nowhere, NULL, NULL, "dropped");
    cs_log_error(NULL, "f", "dropped");
    cs_log_clear(NULL);
    cs_log_destroy(NULL);
    assert_int_equal(cs_log_count(NULL, CS_NOTE), 0);
    assert_int_equal(cs_log_size(NULL), 0);
    assert_null(cs_log_get(NULL, 0));
}

static void test_capacity(void **state)
{
    (void)state;
    cs_log *log = cs_log_create();
    for (int i = 0; i < CS_LOG_CAPACITY + 50; i++) {
        cs_log_warning(log, NULL, "warning %d", i);
    }
    assert_int_equal(cs_log_size(log), CS_LOG_CAPACITY);
    assert_int_equal(cs_log_count(log, CS_WARNING), CS_LOG_CAPACITY + 50);
    // An error is never lost behind warnings: the last of them makes room.
    cs_log_error(log, "scene.json", "the reason");
    assert_int_equal(cs_log_size(log), CS_LOG_CAPACITY);
    assert_string_equal(cs_log_get(log, CS_LOG_CAPACITY - 1)->message, "the reason");
    assert_string_equal(cs_log_get(log, CS_LOG_CAPACITY - 2)->message, "warning 98");
    for (int i = 0; i < 300; i++) {
        cs_log_error(log, NULL, "error %d", i);
    }
    assert_int_equal(cs_log_size(log), CS_LOG_CAPACITY);
    assert_string_equal(cs_log_get(log, 0)->message, "the reason");
    assert_string_equal(cs_log_get(log, CS_LOG_CAPACITY - 1)->message, "error 98");
    assert_int_equal(cs_log_count(log, CS_ERROR), 301);
    cs_log_destroy(log);
}

static void expect_format(const cs_diagnostic *diagnostic, const char *want)
{
    char *text = cs_diagnostic_format(diagnostic, false);
    assert_string_equal(text, want);
    free(text);
}

static void test_forms(void **state)
{
    (void)state;
    expect_format(&(cs_diagnostic){CS_ERROR,
                                   {"scene.json", 12, 9},
                                   "unknown key \"stifness\" in cloths[0].springs",
                                   "        \"stifness\": 800,",
                                   "did you mean \"stiffness\"?"},
                  "scene.json:12:9: error: unknown key \"stifness\" in cloths[0].springs\n"
                  "  \"stifness\": 800,\n"
                  "  ^\n"
                  "  help: did you mean \"stiffness\"?\n");
    expect_format(&(cs_diagnostic){CS_WARNING, {"a.json", 2, 12}, "large", "  { \"dt\" :  3 }", NULL},
                  "a.json:2:12: warning: large\n"
                  "  { \"dt\" :  3 }\n"
                  "           ^\n");
    // The end of a line, a column behind it, no column, no line, no file.
    expect_format(&(cs_diagnostic){CS_ERROR, {"a", 1, 4}, "m", "[1,", NULL}, "a:1:4: error: m\n  [1,\n     ^\n");
    expect_format(&(cs_diagnostic){CS_ERROR, {"a", 1, 99}, "m", "[1,", NULL}, "a:1:99: error: m\n  [1,\n     ^\n");
    expect_format(&(cs_diagnostic){CS_ERROR, {"a", 1, 0}, "m", "[1,", NULL}, "a:1: error: m\n  [1,\n");
    expect_format(&(cs_diagnostic){CS_ERROR, {"a", 1, 1}, "m", "", NULL}, "a:1:1: error: m\n");
    expect_format(&(cs_diagnostic){CS_ERROR, {"a", 0, 0}, "m", "ignored", NULL}, "a: error: m\n");
    expect_format(&(cs_diagnostic){CS_NOTE, {NULL, 0, 0}, "m", NULL, "h"}, "clothsim: note: m\n  help: h\n");
}

static void test_text_cannot_harm(void **state)
{
    (void)state;
    // A tab is one blank, so the caret stays in place; escapes, broken and overlong UTF-8 and direction
    // overrides are replaced; whole characters are kept and count once (wide ones twice).
    expect_format(&(cs_diagnostic){CS_ERROR, {"a\033[2J", 1, 6}, "x\ny", "{\t\"\ta\": 1", "\x9b"},
                  "a\xEF\xBF\xBD[2J:1:6: error: x\xEF\xBF\xBDy\n"
                  "  { \" a\": 1\n"
                  "       ^\n"
                  "  help: \xEF\xBF\xBD\n");
    expect_format(&(cs_diagnostic){CS_ERROR, {"a", 1, 9}, "m", "\"\xC3\xA4\xE2\x82\xAC\" : 1", NULL},
                  "a:1:9: error: m\n"
                  "  \"\xC3\xA4\xE2\x82\xAC\" : 1\n"
                  "       ^\n");
    expect_format(&(cs_diagnostic){CS_ERROR, {"a", 1, 8}, "m", "\xE6\xBC\xA2\xE5\xAD\x97 x", NULL},
                  "a:1:8: error: m\n"
                  "  \xE6\xBC\xA2\xE5\xAD\x97 x\n"
                  "       ^\n");
    expect_format(&(cs_diagnostic){CS_ERROR, {"a", 1, 1}, "\xC0\xAF \xED\xA0\x80 \xF5 \xE2\x80\xAE \xE2", NULL, NULL},
                  "a:1:1: error: \xEF\xBF\xBD\xEF\xBF\xBD \xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD \xEF\xBF\xBD "
                  "\xEF\xBF\xBD \xEF\xBF\xBD\n");
}

/// The second and third line of a formatted diagnostic.
static void source_lines(const cs_diagnostic *d, char line[256], char caret[256])
{
    char *text = cs_diagnostic_format(d, false);
    const char *second = strchr(text, '\n') + 1;
    const char *third = strchr(second, '\n') + 1;
    snprintf(line, 256, "%.*s", (int)(third - second - 1), second);
    snprintf(caret, 256, "%.*s", (int)strcspn(third, "\n"), third);
    free(text);
}

static void test_long_lines(void **state)
{
    (void)state;
    char line[2001], shown[256], caret[256];
    for (int i = 0; i < 2000; i++) {
        line[i] = (char)('a' + i % 26);
    }
    line[2000] = '\0';
    const int columns[] = {1, 2, 30, 41, 42, 60, 101, 1000, 1900, 1950, 2000, 2001};
    for (size_t i = 0; i < CS_COUNT(columns); i++) {
        source_lines(&(cs_diagnostic){CS_ERROR, {"a", 1, columns[i]}, "m", line, NULL}, shown, caret);
        assert_true(strlen(shown) <= 2 + 100 + 6);
        size_t at = strlen(caret) - 1;
        assert_int_equal(caret[at], '^');
        char under = at < strlen(shown) ? shown[at] : '\0';
        assert_int_equal(under, columns[i] <= 2000 ? 'a' + (columns[i] - 1) % 26 : '\0');
        assert_int_equal(strncmp(shown + 2, "...", 3) == 0, columns[i] > 41);
    }
    // Exactly as long as what is shown: nothing is cut.
    line[100] = '\0';
    source_lines(&(cs_diagnostic){CS_ERROR, {"a", 1, 100}, "m", line, NULL}, shown, caret);
    assert_int_equal(strlen(shown), 102);
    assert_string_equal(shown + 2, line);
}

static void test_color(void **state)
{
    (void)state;
    const cs_diagnostic d = {CS_ERROR, {"a", 1, 1}, "m", "x", "h"};
    char *text = cs_diagnostic_format(&d, true);
    // Without its escapes it is the plain text.
    char plain[256];
    size_t n = 0;
    int escapes = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '\033') {
            c = strchr(c, 'm');
            escapes++;
        } else {
            plain[n++] = *c;
        }
    }
    plain[n] = '\0';
    assert_true(escapes >= 6 && escapes % 2 == 0);
    expect_format(&d, plain);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_and_copies),
        cmocka_unit_test(test_no_log),
        cmocka_unit_test(test_capacity),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_text_cannot_harm),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_color),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
