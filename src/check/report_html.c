// SPDX-License-Identifier: MIT
//
// The report for a browser: one page that needs no other file and no network. Pictures are data URIs; the colours
// follow the reader's light or dark setting.
#include "check/report.h"

#include <stdlib.h>

static const char style[] =
    ":root{color-scheme:light dark;--bg:#fbfbfc;--fg:#1b1d22;--dim:#636a76;--line:#dcdfe5;--card:#fff;"
    "--good:#1a7f37;--bad:#c62836;--badbg:#fdecee}\n"
    "@media(prefers-color-scheme:dark){:root{--bg:#14161a;--fg:#e4e6eb;--dim:#949ba8;--line:#31353d;--card:#1c1f25;"
    "--good:#4ac26b;--bad:#ff7b82;--badbg:#3a1d22}}\n"
    "*{box-sizing:border-box}body{margin:0 auto;padding:2rem 1.5rem;max-width:80rem;background:var(--bg);"
    "color:var(--fg);font:15px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.5rem;margin:0}header p{margin:.25rem 0 1rem;color:var(--dim)}\n"
    "nav{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1.5rem}nav a{border:1px solid var(--line);"
    "border-radius:1rem;padding:.15rem .8rem;color:inherit;text-decoration:none;background:var(--card)}\n"
    "section{border:1px solid var(--line);border-radius:.6rem;background:var(--card);padding:1.25rem;"
    "margin-bottom:1.5rem}h2{font-size:1.15rem;margin:0 0 .25rem}section>p{margin:.25rem 0;color:var(--dim);"
    "overflow-wrap:anywhere}\n"
    ".pass{color:var(--good)}.fail{color:var(--bad)}section>p.fail{color:var(--bad)}\n"
    ".pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(18rem,100%),1fr));gap:1rem;"
    "margin:1rem 0}figure{margin:0}figure img{display:block;width:100%;border:1px solid var(--line);"
    "border-radius:.3rem}figcaption{color:var(--dim);font-size:.85rem;padding-top:.25rem}\n"
    ".wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}"
    "th,td{padding:.2rem .75rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}"
    "th{color:var(--dim);font-weight:500}th:first-child,td:first-child{text-align:left}"
    "summary{cursor:pointer;color:var(--dim);padding:.25rem 0}"
    "tr.bad td{background:var(--badbg)}td.pass,td.fail{font-weight:600}\n";

static void put_base64(cs_text *html, const cs_png_bytes *png)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < png->size; i += 3) {
        size_t left = png->size - i;
        uint32_t bits = (uint32_t)png->bytes[i] << 16;
        bits |= left > 1 ? (uint32_t)png->bytes[i + 1] << 8 : 0;
        bits |= left > 2 ? (uint32_t)png->bytes[i + 2] : 0;
        char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63], left > 1 ? digits[bits >> 6 & 63] : '=',
                        left > 2 ? digits[bits & 63] : '='};
        cs_text_append(html, four, 4);
    }
}

static void put_figure(cs_text *html, const char *caption, const cs_png_bytes *png)
{
    if (!png->bytes)
        return;
    cs_text_printf(html, "<figure><img alt=\"%s\" src=\"data:image/png;base64,", caption);
    put_base64(html, png);
    cs_text_printf(html, "\"><figcaption>%s</figcaption></figure>\n", caption);
}

static void put_metrics(cs_text *html, const cs_verdict *verdict)
{
    // Open when there is something to see; a page of many scenes stays short.
    cs_text_puts(html, verdict->pass ? "<details>" : "<details open>");
    cs_text_printf(html, "<summary>%d metrics</summary>\n", verdict->metric_count);
    cs_text_puts(html, "<div class=\"wide\"><table><thead><tr><th>metric</th><th>measured</th><th>expected</th>"
                       "<th>tolerance</th><th>ratio</th><th>verdict</th></tr></thead><tbody>\n");
    for (int i = 0; i < verdict->metric_count; i++) {
        const cs_metric *metric = &verdict->metrics[i];
        cs_text_puts(html, metric->pass ? "<tr><td>" : "<tr class=\"bad\"><td>");
        report_escape(html, metric->name);
        if (metric->tile_row >= 0)
            cs_text_printf(html, " [%d][%d]", metric->tile_row, metric->tile_column);
        cs_text_puts(html, "</td><td>");
        report_number(html, metric->measured, 10);
        cs_text_puts(html, "</td><td>");
        report_number(html, metric->expected, 10);
        cs_text_puts(html, "</td><td>");
        report_number(html, metric->tolerance, 5);
        cs_text_puts(html, "</td><td>");
        report_ratio(html, metric->ratio);
        cs_text_puts(html, metric->pass ? "</td><td class=\"pass\">pass" : "</td><td class=\"fail\">FAIL");
        cs_text_puts(html, "</td></tr>\n");
    }
    cs_text_puts(html, "</tbody></table></div></details>\n");
}

static const char *verdict_class(const cs_check_result *result)
{
    return result->has_verdict && result->status == CS_OK ? "pass" : "fail";
}

static const char *verdict_word(const cs_check_result *result)
{
    return !result->has_verdict ? "no verdict" : result->status == CS_OK ? "pass" : "FAIL";
}

static void put_result(cs_text *html, const cs_check_result *result, int number)
{
    cs_text_printf(html, "<section id=\"scene-%d\">\n<h2>", number);
    report_escape(html, result->name);
    cs_text_printf(html, ": <span class=\"%s\">%s</span></h2>\n<p>", verdict_class(result), verdict_word(result));
    report_escape(html, result->scene);
    cs_text_puts(html, " against ");
    report_escape(html, result->reference_path);
    cs_text_puts(html, "</p>\n");
    if (result->message) {
        cs_text_puts(html, "<p class=\"fail\">");
        report_escape(html, result->message);
        cs_text_puts(html, "</p>\n");
    }
    if (!result->has_verdict) {
        cs_text_puts(html, "</section>\n");
        return;
    }
    if (result->verdict.same_bits)
        cs_text_puts(html, "<p>State and picture are the same bits as in the reference.</p>\n");
    if (result->verdict.scene_changed)
        cs_text_puts(html, "<p class=\"fail\">The reference was made for another scene: the scene has changed since."
                           "</p>\n");
    cs_text_puts(html, "<p>");
    cs_text tile = {0};
    report_worst_tile(&tile, result);
    if (tile.bytes)
        report_escape(html, tile.bytes);
    html->failed |= tile.failed;
    cs_text_free(&tile);
    cs_text_puts(html, "</p>\n<div class=\"pictures\">\n");
    put_figure(html, "reference", &result->expected);
    put_figure(html, "actual", &result->actual);
    put_figure(html, "difference", &result->difference);
    cs_text_puts(html, "</div>\n");
    if (!result->expected.bytes)
        cs_text_puts(html, "<p>The reference keeps no picture; check --update --picture would add one.</p>\n");
    put_metrics(html, &result->verdict);
    cs_text_puts(html, "</section>\n");
}

char *cs_report_html(const cs_check_report *report)
{
    cs_text html = {0};
    cs_text_puts(&html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                        "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
                        "<title>clothsim check</title>\n<style>\n");
    cs_text_puts(&html, style);
    cs_text_puts(&html, "</style>\n</head>\n<body>\n<header><h1>clothsim check</h1>\n<p>");
    char *summary = cs_report_summary(report);
    cs_text_puts(&html, summary ? summary : "");
    html.failed |= !summary;
    free(summary);
    cs_text_puts(&html, " &middot; clothsim " CS_VERSION "</p></header>\n<nav>\n");
    for (int i = 0; i < report->count; i++) {
        cs_text_printf(&html, "<a href=\"#scene-%d\">", i + 1);
        report_escape(&html, report->results[i].name);
        cs_text_printf(&html, " <span class=\"%s\">%s</span></a>\n", verdict_class(&report->results[i]),
                       verdict_word(&report->results[i]));
    }
    cs_text_puts(&html, "</nav>\n<main>\n");
    for (int i = 0; i < report->count; i++)
        put_result(&html, &report->results[i], i + 1);
    cs_text_puts(&html, "</main>\n</body>\n</html>\n");
    return cs_text_take(&html);
}
