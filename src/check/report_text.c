// SPDX-License-Identifier: MIT
//
// The report for people at a terminal: a line for a scene that passed, the whole table for one that did not.
#include "check/check.h"
#include "check/report.h"
#include "image/image.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void report_number(cs_text *text, double value, int digits)
{
    if (isnan(value))
        cs_text_puts(text, "none");
    else if (isinf(value))
        cs_text_puts(text, "inf");
    else
        cs_text_printf(text, "%.*g", digits, value);
}

void report_ratio(cs_text *text, double ratio)
{
    if (isinf(ratio))
        cs_text_puts(text, "inf");
    else if (ratio < 9999.995)
        cs_text_printf(text, "%.2f", ratio);
    else
        cs_text_printf(text, "%.1e", ratio);
}

/// One cell, right-aligned by its rendering.
static void put_cell(cs_text *text, int width, double value, int digits, bool ratio)
{
    cs_text cell = {0};
    if (ratio)
        report_ratio(&cell, value);
    else
        report_number(&cell, value, digits);
    cs_text_printf(text, " %*s", width, cell.bytes ? cell.bytes : "");
    text->failed |= cell.failed;
    cs_text_free(&cell);
}

static void put_table(cs_text *text, const cs_verdict *verdict)
{
    int widest = (int)strlen("metric");
    for (int i = 0; i < verdict->metric_count; i++) {
        cs_text name = {0};
        cs_text_plain(&name, verdict->metrics[i].name);
        widest = (int)name.length > widest ? (int)name.length : widest;
        cs_text_free(&name);
    }
    cs_text_printf(text, "  %-*s %15s %15s %12s %9s\n", widest, "metric", "measured", "expected", "tolerance", "ratio");
    for (int i = 0; i < verdict->metric_count; i++) {
        const cs_metric *metric = &verdict->metrics[i];
        cs_text name = {0};
        cs_text_plain(&name, metric->name);
        cs_text_printf(text, "  %-*s", widest, name.bytes ? name.bytes : "");
        cs_text_free(&name);
        put_cell(text, 15, metric->measured, 10, false);
        put_cell(text, 15, metric->expected, 10, false);
        put_cell(text, 12, metric->tolerance, 5, false);
        put_cell(text, 9, metric->ratio, 0, true);
        cs_text_puts(text, metric->pass ? "  pass\n" : "  FAIL\n");
    }
}

void report_worst_tile(cs_text *text, const cs_check_result *result)
{
    const cs_metric *tile = result->verdict.worst_tile;
    if (!tile || tile->ratio == 0)
        return;
    int width = result->statistics.width, height = result->statistics.height;
    cs_text_puts(text, "worst tile: ");
    cs_text_plain(text, tile->name);
    cs_text_printf(text, "[%d][%d] (pixels %d-%d across, %d-%d down): ", tile->tile_row, tile->tile_column,
                   cs_tile_start(width, tile->tile_column), cs_tile_start(width, tile->tile_column + 1) - 1,
                   cs_tile_start(height, tile->tile_row), cs_tile_start(height, tile->tile_row + 1) - 1);
    report_number(text, tile->measured, 6);
    cs_text_puts(text, ", expected ");
    report_number(text, tile->expected, 6);
}

static void put_pass(cs_text *text, const cs_check_result *result)
{
    const cs_statistics *statistics = &result->statistics;
    cs_text_plain(text, result->name);
    cs_text_puts(text, ": pass");
    if (result->verdict.same_bits) {
        cs_text_puts(text, ", the same bits");
    } else if (result->verdict.worst && result->verdict.worst->ratio == 0) {
        cs_text_puts(text, ", every metric equal");
    } else if (result->verdict.worst) {
        cs_text_puts(text, ", nearest to its tolerance is ");
        cs_text_plain(text, result->verdict.worst->name);
        cs_text_puts(text, " with ratio ");
        report_ratio(text, result->verdict.worst->ratio);
    }
    cs_text_printf(text, " (%lld pixels", (long long)statistics->image.pixels);
    if (statistics->image.pixels > 0)
        cs_text_printf(text, ", mean colour %.2f %.2f %.2f", statistics->image.mean_color[0],
                       statistics->image.mean_color[1], statistics->image.mean_color[2]);
    if (statistics->state.has_free)
        cs_text_printf(text, ", y %.6f to %.6f", statistics->state.y_min, statistics->state.y_max);
    cs_text_puts(text, ")\n");
}

/// What the path is, and the path, to the end of the line.
static void put_line(cs_text *text, const char *what, const char *path)
{
    cs_text_puts(text, what);
    cs_text_plain(text, path);
    cs_text_puts(text, "\n");
}

static void put_failure(cs_text *text, const cs_check_result *result)
{
    cs_text_plain(text, result->name);
    cs_text_printf(text, ": FAIL, %d of %d metrics differ from ", result->verdict.failed, result->verdict.metric_count);
    put_line(text, "", result->reference_path);
    put_table(text, &result->verdict);
    cs_text tile = {0};
    report_worst_tile(&tile, result);
    if (tile.length > 0)
        cs_text_printf(text, "  %s\n", tile.bytes);
    text->failed |= tile.failed;
    cs_text_free(&tile);
    if (result->actual_path)
        put_line(text, "  actual picture: ", result->actual_path);
    if (result->difference_path)
        put_line(text, "  difference: ", result->difference_path);
}

char *cs_report_text(const cs_check_result *result)
{
    cs_text text = {0};
    if (!result->has_verdict) {
        cs_text_plain(&text, result->name);
        put_line(&text, ": no verdict: ", result->message ? result->message : "");
    } else if (result->verdict.pass) {
        put_pass(&text, result);
    } else {
        put_failure(&text, result);
    }
    if (result->has_verdict && result->verdict.scene_changed) {
        cs_text_puts(&text, "  note: the reference was made for another scene (");
        cs_text_plain(&text, result->reference_path);
        cs_text_puts(&text, "); the scene has changed since\n");
    }
    return cs_text_take(&text);
}

report_counts report_count(const cs_check_report *report)
{
    report_counts counts = {0};
    for (int i = 0; i < report->count; i++) {
        const cs_check_result *result = &report->results[i];
        if (!result->has_verdict)
            counts.errors++;
        else if (result->verdict.pass && result->status == CS_OK)
            counts.passed++;
        else
            counts.failed++;
    }
    return counts;
}

char *cs_report_summary(const cs_check_report *report)
{
    report_counts counts = report_count(report);
    cs_text text = {0};
    cs_text_printf(&text, "%d scene%s: %d passed, %d failed", report->count, report->count == 1 ? "" : "s",
                   counts.passed, counts.failed);
    if (counts.errors > 0)
        cs_text_printf(&text, ", %d without a verdict", counts.errors);
    return cs_text_take(&text);
}

/// So many digits that two different numbers look different, and ten at least.
static int digits_to_tell(double a, double b)
{
    int digits = 10;
    char shown_a[40], shown_b[40];
    for (; digits < DBL_DECIMAL_DIG; digits++) {
        snprintf(shown_a, sizeof shown_a, "%.*g", digits, a);
        snprintf(shown_b, sizeof shown_b, "%.*g", digits, b);
        if (strcmp(shown_a, shown_b) != 0)
            break;
    }
    return digits;
}

char *cs_report_changes(const cs_verdict *verdict)
{
    cs_text text = {0};
    for (int i = 0; i < verdict->metric_count; i++) {
        const cs_metric *metric = &verdict->metrics[i];
        if (metric->ratio == 0)
            continue;
        cs_text_puts(&text, "  ");
        cs_text_plain(&text, metric->name);
        cs_text_puts(&text, ": ");
        int digits = digits_to_tell(metric->expected, metric->measured);
        report_number(&text, metric->expected, digits);
        cs_text_puts(&text, " -> ");
        report_number(&text, metric->measured, digits);
        cs_text_puts(&text, "\n");
    }
    return cs_text_take(&text);
}
