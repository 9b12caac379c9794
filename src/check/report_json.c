// SPDX-License-Identifier: MIT
//
// The report for programs. Keys stand in a fixed order; a ratio that is infinite or a number that does not exist is
// null.
#include "check/json_write.h"
#include "check/report.h"
#include "check/statistics_json.h"

static void write_metric(json_writer *json, const cs_metric *metric)
{
    json_begin(json, NULL, '{');
    json_string(json, "name", metric->name);
    json_number(json, "measured", metric->measured);
    json_number(json, "expected", metric->expected);
    json_number(json, "tolerance", metric->tolerance);
    json_number(json, "ratio", metric->ratio);
    json_bool(json, "pass", metric->pass);
    if (metric->tile_row >= 0)
        json_integers(json, "tile", (const int[2]){metric->tile_row, metric->tile_column}, 2);
    json_end(json, '}');
}

static void write_string_or_null(json_writer *json, const char *key, const char *value)
{
    if (value)
        json_string(json, key, value);
    else
        json_null(json, key);
}

static void write_verdict(json_writer *json, const cs_check_result *result)
{
    const cs_verdict *verdict = &result->verdict;
    json_bool(json, "same_bits", verdict->same_bits);
    json_bool(json, "scene_changed", verdict->scene_changed);
    json_begin(json, "metrics", '[');
    for (int i = 0; i < verdict->metric_count; i++)
        write_metric(json, &verdict->metrics[i]);
    json_end(json, ']');
    if (verdict->worst_tile && verdict->worst_tile->ratio > 0)
        write_string_or_null(json, "worst_tile", verdict->worst_tile->name);
    else
        json_null(json, "worst_tile");
    write_string_or_null(json, "actual", result->actual_path);
    write_string_or_null(json, "difference", result->difference_path);
    json_begin(json, "statistics", '{');
    statistics_write_members(json, &result->statistics);
    json_end(json, '}');
}

char *cs_report_json(const cs_check_report *report)
{
    report_counts counts = report_count(report);
    json_writer json = {.pretty = true};
    json_begin(&json, NULL, '{');
    json_string(&json, "tool", "clothsim " CS_VERSION);
    json_bool(&json, "pass", counts.failed == 0 && counts.errors == 0);
    json_integer(&json, "passed", counts.passed);
    json_integer(&json, "failed", counts.failed);
    json_integer(&json, "errors", counts.errors);
    json_begin(&json, "checks", '[');
    for (int i = 0; i < report->count; i++) {
        const cs_check_result *result = &report->results[i];
        json_begin(&json, NULL, '{');
        json_string(&json, "name", result->name);
        json_string(&json, "scene", result->scene);
        json_string(&json, "reference", result->reference_path);
        json_string(&json, "verdict", !result->has_verdict ? "error" : result->status == CS_OK ? "pass" : "fail");
        json_integer(&json, "exit_code", result->status);
        write_string_or_null(&json, "message", result->message);
        if (result->has_verdict)
            write_verdict(&json, result);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    json_end(&json, '}');
    return cs_text_take(&json.text);
}
