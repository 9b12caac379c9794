// SPDX-License-Identifier: MIT
//
// Choosing tolerances. Private to the check module.
#ifndef CS_CHECK_TOLERANCES_H
#define CS_CHECK_TOLERANCES_H

#include "check/check.h"

/// Two decimal digits, never above the value: what a person would have written. What is not above 0 and finite stays.
double tolerance_round_down(double value);

#endif
