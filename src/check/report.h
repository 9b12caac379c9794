// SPDX-License-Identifier: MIT
//
// What the reports share. Private to the check module.
#ifndef CS_CHECK_REPORT_H
#define CS_CHECK_REPORT_H

#include "check/check.h"

typedef struct report_counts {
    int passed, failed, errors;
} report_counts;

report_counts report_count(const cs_check_report *report);
/// "none" for NaN, "inf", else with so many significant digits.
void report_number(cs_text *text, double value, int digits);
void report_ratio(cs_text *text, double ratio); ///< two decimals; "inf"
/// "worst tile: tiles[3][5] (pixels ...): 0.5, expected 0.4"; nothing when no tile differs.
void report_worst_tile(cs_text *text, const cs_check_result *result);

/// Text with & < > " ' as entities, and without the characters that XML forbids.
void report_escape(cs_text *text, const char *value);

#endif
