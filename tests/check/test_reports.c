// SPDX-License-Identifier: MIT
//
// Reports: the exact text of a failure, JSON that parses and tells the same, JUnit and HTML that escape what they must.
// check_reports.sh validates the files of whole runs with the tools that read them.
#include "check/made_up_run.h"
#include "check/report.h"

#include <cJSON.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/// Three results: one that passes, one that fails, one without a verdict and with a name that needs escaping.
typedef struct three {
    cs_check_result results[3];
    cs_check_report report;
} three;

static uint8_t png_bytes[] = {0x89, 'P', 'N', 'G', 0xFF};

static void setup(three *t)
{
    memset(t, 0, sizeof *t);
    static const char *const names[3] = {"calm", "windy", "a<b>&\"c\""};
    for (int i = 0; i < 3; i++) {
        cs_check_result *result = &t->results[i];
        result->name = names[i];
        result->scene = "scene.json";
        result->reference_path = "reference/scene.json";
        if (i == 2) {
            result->status = CS_DIVERGED;
            result->message = "the simulation diverged";
            continue;
        }
        result->reference = made_up_reference();
        result->statistics = made_up_statistics();
        if (i == 1) {
            result->status = CS_MISMATCH;
            result->statistics.state.y_max += 0.002;
            result->statistics.image.tiles[3][5] -= 0.01;
            result->statistics.state.particles++;
            result->actual_path = "windy.actual.png";
            result->actual = (cs_png_bytes){png_bytes, sizeof png_bytes};
        }
        result->has_verdict = true;
        assert_int_equal(cs_verdict_make(&result->statistics, &result->reference, NULL, false, &result->verdict),
                         CS_OK);
    }
    t->report = (cs_check_report){.count = 3, .results = t->results};
}

static void teardown(three *t)
{
    for (int i = 0; i < 2; i++) {
        cs_reference_free(&t->results[i].reference);
        cs_statistics_free(&t->results[i].statistics);
        cs_verdict_free(&t->results[i].verdict);
    }
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static void text_of_a_pass_is_a_line(void **state)
{
    (void)state;
    three t;
    setup(&t);
    char *text = cs_report_text(&t.results[0]);
    assert_string_equal(text, "calm: pass, every metric equal (992 pixels, mean colour 105.89 "
                              "105.24 53.95, y -1.000000 to 0.500000)\n");
    free(text);
    char *summary = cs_report_summary(&t.report);
    assert_string_equal(summary, "3 scenes: 1 passed, 1 failed, 1 without a verdict");
    free(summary);
    teardown(&t);
}

static void text_of_a_failure_is_the_table(void **state)
{
    (void)state;
    three t;
    setup(&t);
    char *text = cs_report_text(&t.results[1]);
    assert_contains(text,
                    "windy: FAIL, 2 of 59 metrics differ from reference/scene.json\n"
                    "  metric                                measured        expected    tolerance     ratio\n"
                    "  step                                       300             300            0      0.00  pass\n"
                    "  particles                                   41              40            0       inf  FAIL\n");
    assert_contains(text,
                    "  y.max                                    0.502             0.5        0.001      2.00  FAIL\n");
    assert_contains(text, "  worst tile: tiles[3][5] (pixels 50-59 across, 24-31 down): 0.59, expected 0.6\n");
    assert_contains(text, "  actual picture: windy.actual.png\n");
    assert_null(strstr(text, "difference"));
    assert_null(strstr(text, "note:"));
    free(text);
    t.results[1].verdict.scene_changed = true;
    text = cs_report_text(&t.results[1]);
    assert_contains(text, "note: the reference was made for another scene");
    free(text);
    teardown(&t);
}

static void changes_are_told_old_to_new(void **state)
{
    (void)state;
    three t;
    setup(&t);
    char *text = cs_report_changes(&t.results[1].verdict);
    assert_string_equal(text, "  particles: 40 -> 41\n  y.max: 0.5 -> 0.502\n  tiles: 0.6 -> 0.59\n");
    free(text);
    text = cs_report_changes(&t.results[0].verdict);
    assert_string_equal(text, "");
    free(text);
    teardown(&t);
}

static void json_tells_everything(void **state)
{
    (void)state;
    three t;
    setup(&t);
    char *text = cs_report_json(&t.report);
    cJSON *root = cJSON_Parse(text);
    assert_non_null(root);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(root, "pass")));
    assert_int_equal(cJSON_GetObjectItem(root, "failed")->valueint, 1);
    const cJSON *checks = cJSON_GetObjectItem(root, "checks");
    assert_int_equal(cJSON_GetArraySize(checks), 3);
    const cJSON *windy = cJSON_GetArrayItem(checks, 1);
    assert_string_equal(cJSON_GetObjectItem(windy, "verdict")->valuestring, "fail");
    const cJSON *metrics = cJSON_GetObjectItem(windy, "metrics");
    assert_int_equal(cJSON_GetArraySize(metrics), t.results[1].verdict.metric_count);
    const cJSON *particles = cJSON_GetArrayItem(metrics, 1);
    assert_string_equal(cJSON_GetObjectItem(particles, "name")->valuestring, "particles");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(particles, "ratio"))); // infinite
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(particles, "pass")));
    const cJSON *statistics = cJSON_GetObjectItem(windy, "statistics");
    assert_int_equal(cJSON_GetObjectItem(statistics, "particles")->valueint, 41);
    const cJSON *broken = cJSON_GetArrayItem(checks, 2);
    assert_string_equal(cJSON_GetObjectItem(broken, "verdict")->valuestring, "error");
    assert_int_equal(cJSON_GetObjectItem(broken, "exit_code")->valueint, 5);
    assert_string_equal(cJSON_GetObjectItem(broken, "name")->valuestring, "a<b>&\"c\"");
    cJSON_Delete(root);
    free(text);
    teardown(&t);
}

static void junit_counts_and_escapes(void **state)
{
    (void)state;
    three t;
    setup(&t);
    t.results[1].seconds = 1.25;
    char *text = cs_report_junit(&t.report);
    assert_contains(text, "<testsuites name=\"clothsim\" tests=\"3\" failures=\"1\" errors=\"1\" time=\"1.250\">");
    assert_contains(text, "<testcase classname=\"clothsim.check\" name=\"calm\" time=\"0.000\"/>");
    assert_contains(text, "<failure type=\"mismatch\" message=\"2 of 59 metrics, worst particles with ratio inf\">");
    assert_contains(text, "name=\"a&lt;b&gt;&amp;&quot;c&quot;\"");
    assert_contains(text, "<error type=\"exit 5\" message=\"the simulation diverged\"/>");
    free(text);
    teardown(&t);
}

/// What XML 1.0 does not allow, and broken UTF-8, is left out; all else stays.
static void xml_holds_only_its_characters(void **state)
{
    (void)state;
    cs_text text = {0};
    report_escape(&text, "a\xEF\xBF\xBE"
                         "b\xEF\xBF\xBF"
                         "c\x1b[m\xff\xED\xA0\x80<\xEF\xBF\xBD\xF0\x9F\x98\x80");
    assert_string_equal(text.bytes, "abc[m&lt;\xEF\xBF\xBD\xF0\x9F\x98\x80");
    cs_text_free(&text);
}

/// Escape, bell, delete, C1 and a new line in a name do not reach the terminal.
static void names_do_not_steer_the_terminal(void **state)
{
    (void)state;
    three t;
    setup(&t);
    for (int i = 0; i < 3; i++) {
        t.results[i].name = "a\x1b]0;b\a\x7f\xC2\x9B\nc";
        t.results[i].reference_path = t.results[i].name;
        char *text = cs_report_text(&t.results[i]);
        assert_contains(text, "a\xEF\xBF\xBD]0;b");
        assert_null(strpbrk(text, "\x1b\a\x7f"));
        assert_null(strstr(text, "\xC2\x9B"));
        assert_null(strstr(text, "\nc"));
        free(text);
    }
    teardown(&t);
}

static void changes_look_like_changes(void **state)
{
    (void)state;
    three t;
    setup(&t);
    t.results[1].verdict.metrics[1].measured = 1.12;
    t.results[1].verdict.metrics[1].expected = 1.12 + 0x1p-52;
    char *text = cs_report_changes(&t.results[1].verdict);
    assert_contains(text, "  particles: 1.1200000000000003 -> 1.1200000000000001\n");
    free(text);
    teardown(&t);
}

static void html_is_self_contained(void **state)
{
    (void)state;
    three t;
    setup(&t);
    char *text = cs_report_html(&t.report);
    assert_contains(text, "<img alt=\"actual\" src=\"data:image/png;base64,iVBOR/8=\">");
    assert_contains(text, "a&lt;b&gt;&amp;&quot;c&quot;");
    assert_contains(text, "prefers-color-scheme:dark");
    assert_contains(text, "<tr class=\"bad\"><td>particles</td><td>41</td><td>40</td><td>0</td><td>inf</td>");
    assert_null(strstr(text, "http")); // nothing from anywhere else
    assert_null(strstr(text, "a<b>"));
    free(text);
    teardown(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_of_a_pass_is_a_line),      cmocka_unit_test(text_of_a_failure_is_the_table),
        cmocka_unit_test(changes_are_told_old_to_new),   cmocka_unit_test(json_tells_everything),
        cmocka_unit_test(junit_counts_and_escapes),      cmocka_unit_test(html_is_self_contained),
        cmocka_unit_test(xml_holds_only_its_characters), cmocka_unit_test(names_do_not_steer_the_terminal),
        cmocka_unit_test(changes_look_like_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
