// SPDX-License-Identifier: MIT
//
// The report for CI servers, in the JUnit form that Jenkins, GitLab and the GitHub test reporters read: one test case a
// scene, the table of metrics as the text of a failure.
#include "check/report.h"

#include <stdlib.h>

/// The characters that XML 1.0 allows; no reference or escape can stand for the others.
static bool is_xml_character(uint32_t code)
{
    return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code <= 0xD7FF) ||
           (code >= 0xE000 && code <= 0xFFFD) || (code >= 0x10000 && code <= 0x10FFFF);
}

void report_escape(cs_text *text, const char *value)
{
    uint32_t code;
    for (const char *c = value; *c;) {
        size_t size = cs_utf8_decode(c, &code);
        switch (*c) {
        case '&':
            cs_text_puts(text, "&amp;");
            break;
        case '<':
            cs_text_puts(text, "&lt;");
            break;
        case '>':
            cs_text_puts(text, "&gt;");
            break;
        case '"':
            cs_text_puts(text, "&quot;");
            break;
        case '\'':
            cs_text_puts(text, "&#39;");
            break;
        default:
            if (size > 0 && is_xml_character(code))
                cs_text_append(text, c, size);
            break;
        }
        c += size > 0 ? size : 1;
    }
}

static void write_failure(cs_text *xml, const cs_check_result *result)
{
    cs_text_puts(xml, "      <failure type=\"mismatch\" message=\"");
    if (result->message)
        report_escape(xml, result->message);
    else
        cs_text_printf(xml, "%d of %d metrics", result->verdict.failed, result->verdict.metric_count);
    if (!result->message && result->verdict.worst) {
        cs_text_puts(xml, ", worst ");
        report_escape(xml, result->verdict.worst->name);
        cs_text_puts(xml, " with ratio ");
        report_ratio(xml, result->verdict.worst->ratio);
    }
    cs_text_puts(xml, "\">");
    char *table = cs_report_text(result);
    if (table)
        report_escape(xml, table);
    else
        xml->failed = true;
    free(table);
    cs_text_puts(xml, "</failure>\n");
}

static void write_case(cs_text *xml, const cs_check_result *result)
{
    cs_text_puts(xml, "    <testcase classname=\"clothsim.check\" name=\"");
    report_escape(xml, result->name);
    cs_text_printf(xml, "\" time=\"%.3f\"", result->seconds);
    if (result->has_verdict && result->status == CS_OK) {
        cs_text_puts(xml, "/>\n");
        return;
    }
    cs_text_puts(xml, ">\n");
    if (result->has_verdict) {
        write_failure(xml, result);
    } else {
        cs_text_printf(xml, "      <error type=\"exit %d\" message=\"", (int)result->status);
        report_escape(xml, result->message ? result->message : "");
        cs_text_puts(xml, "\"/>\n");
    }
    cs_text_puts(xml, "    </testcase>\n");
}

char *cs_report_junit(const cs_check_report *report)
{
    report_counts counts = report_count(report);
    double seconds = 0;
    for (int i = 0; i < report->count; i++)
        seconds += report->results[i].seconds;
    cs_text xml = {0};
    cs_text_puts(&xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    cs_text_printf(&xml, "<testsuites name=\"clothsim\" tests=\"%d\" failures=\"%d\" errors=\"%d\" time=\"%.3f\">\n",
                   report->count, counts.failed, counts.errors, seconds);
    cs_text_printf(&xml,
                   "  <testsuite name=\"clothsim check\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"0\" "
                   "time=\"%.3f\">\n",
                   report->count, counts.failed, counts.errors, seconds);
    for (int i = 0; i < report->count; i++)
        write_case(&xml, &report->results[i]);
    cs_text_puts(&xml, "  </testsuite>\n</testsuites>\n");
    return cs_text_take(&xml);
}
