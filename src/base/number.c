// SPDX-License-Identifier: MIT
//
// A decimal number as a correctly rounded double, whatever the locale. Few digits and a small power of ten are one
// exact multiplication or division (Clinger 1990); everything else goes to the C library's strtod, which is correctly
// rounded, too, rewritten as a whole number with an exponent, so that no decimal point is needed.
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Digits that decide the rounding of any decimal are at most 767; one more stands for whatever follows.
#define KEPT_DIGITS 770
// Beyond this every exponent means zero or infinity, whatever KEPT_DIGITS digits stand before it.
#define LARGEST_EXPONENT 100000
// 10^22 and 2^53 are the largest of their kind that a double holds with everything below.
#define EXACT_POWER    22
#define EXACT_MANTISSA (UINT64_C(1) << 53)

/// A decimal taken apart: digits * 10^exponent.
typedef struct decimal {
    bool negative;
    int count;        // of digits, leading zeros left out
    bool more;        // a digit that is not 0 was dropped
    int64_t exponent; // of the last digit kept
    char digits[KEPT_DIGITS];
} decimal;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void add_digit(decimal *d, char digit, bool behind_point)
{
    if (d->count == KEPT_DIGITS) {
        d->more = d->more || digit != '0';
        d->exponent += !behind_point;
        return;
    }
    if (d->count > 0 || digit != '0') {
        d->digits[d->count++] = digit;
    }
    d->exponent -= behind_point;
}

/// The exponent behind an "e": at least one digit up to the end.
static bool take_exponent(const char *c, const char *end, int64_t *exponent)
{
    bool negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+')) {
        c++;
    }
    int64_t value = 0;
    bool any = false;
    for (; c < end && is_digit(*c); c++) {
        any = true;
        value = value < LARGEST_EXPONENT ? value * 10 + (*c - '0') : value;
    }
    *exponent += negative ? -value : value;
    return any && c == end;
}

static bool take_apart(const char *c, const char *end, decimal *d)
{
    d->negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+')) {
        c++;
    }
    bool any = false;
    for (; c < end && is_digit(*c); c++) {
        any = true;
        add_digit(d, *c, false);
    }
    if (c < end && *c == '.') {
        for (c++; c < end && is_digit(*c); c++) {
            any = true;
            add_digit(d, *c, true);
        }
    }
    if (any && c < end && (*c == 'e' || *c == 'E')) {
        return take_exponent(c + 1, end, &d->exponent);
    }
    return any && c == end;
}

/// digits * 10^exponent when both are exact; false when not.
static bool exact(const decimal *d, double *value)
{
    static const double powers[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    uint64_t mantissa = 0;
    if (d->count > 18 || d->exponent < -EXACT_POWER || d->exponent > EXACT_POWER) {
        return false;
    }
    for (int i = 0; i < d->count; i++) {
        mantissa = mantissa * 10 + (uint64_t)(d->digits[i] - '0');
    }
    if (mantissa > EXACT_MANTISSA) {
        return false;
    }
    double m = (double)mantissa;
    *value = d->exponent < 0 ? m / powers[-d->exponent] : m * powers[d->exponent];
    return true;
}

bool cs_number_read(const char *bytes, size_t length, double *value)
{
    decimal d;
    d.count = 0;
    d.more = false;
    d.exponent = 0;
    if (!take_apart(bytes, bytes + length, &d)) {
        return false;
    }
    if (d.count == 0) {
        *value = 0;
    } else if (d.more || !exact(&d, value)) {
        char text[KEPT_DIGITS + 32];
        memcpy(text, d.digits, (size_t)d.count);
        snprintf(text + d.count, sizeof(text) - (size_t)d.count, "%se%lld", d.more ? "1" : "",
                 (long long)(d.exponent - d.more));
        *value = strtod(text, NULL);
    }
    *value = d.negative ? -*value : *value;
    return true;
}
