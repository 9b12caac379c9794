// SPDX-License-Identifier: MIT
//
// Reading decimals, against the C library in the C locale: the same bits for every text that both take.
#include "base/base.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SEED 20240708u

static bool read_text(const char *text, double *value)
{
    size_t length = strlen(text);
    char *exact = malloc(length > 0 ? length : 1); // not terminated, so that a byte read too many is seen
    assert_non_null(exact);
    memcpy(exact, text, length);
    bool read = cs_number_read(exact, length, value);
    free(exact);
    return read;
}

static void check(const char *text)
{
    double value = 0, expected = strtod(text, NULL);
    bool read = read_text(text, &value);
    if (!read || memcmp(&value, &expected, sizeof value) != 0) {
        print_error("%s: %.17g, expected %.17g\n", text, value, expected);
    }
    assert_true(read);
    assert_memory_equal(&value, &expected, sizeof value);
}

static void plain_numbers(void **state)
{
    (void)state;
    static const char *const texts[] = {"0",
                                        "-0",
                                        "1",
                                        "+1",
                                        "-1.5",
                                        ".5",
                                        "2.",
                                        "-.25e1",
                                        "1e3",
                                        "1E+3",
                                        "1e-3",
                                        "0.1",
                                        "123456789012345678901234567890",
                                        "9007199254740993",
                                        "9007199254740992e22",
                                        "1e22",
                                        "1e23",
                                        "8.5e-23",
                                        "0.000000000000000000000000000001",
                                        "1.7976931348623157e308",
                                        "4.9e-324",
                                        "2.4e-324",
                                        "2.5e-324",
                                        "2.2250738585072011e-308",
                                        "000001.500",
                                        "1e-400",
                                        "0e999999999999",
                                        "0.0000e-5",
                                        "179769313486231580793728971405301e276"};
    for (size_t i = 0; i < CS_COUNT(texts); i++) {
        check(texts[i]);
    }
    double value;
    assert_true(read_text("1e309", &value) && isinf(value));
    assert_true(read_text("-1e999999999999999999999", &value) && isinf(value) && value < 0);
}

static void what_is_no_number(void **state)
{
    (void)state;
    static const char *const texts[] = {"",    "-",   "+",  ".",  "e5",  "1e",    "1e+", "1.5.2",    "0x10", "1,5",
                                        "nan", "inf", " 1", "1 ", "--1", "1e1.5", "1_0", "\xC2\xB2", "1f"};
    for (size_t i = 0; i < CS_COUNT(texts); i++) {
        double value;
        assert_false(read_text(texts[i], &value));
    }
}

/// The next number of a simple sequence (Marsaglia's xorshift).
static uint64_t next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/// Doubles of every size, written with any number of digits.
static void random_numbers(void **state)
{
    (void)state;
    uint64_t seed = SEED;
    print_message("seed %u\n", SEED);
    for (int i = 0; i < 200000; i++) {
        uint64_t bits = next(&seed);
        double value;
        char text[64];
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) {
            snprintf(text, sizeof text, i % 2 ? "%.*e" : "%.*g", (int)(next(&seed) % 22), value);
            check(text);
        }
        snprintf(text, sizeof text, "%.*f", (int)(next(&seed) % 12), (double)(int64_t)next(&seed) * 1e-12);
        check(text);
    }
}

/// Halfway between two doubles the last of hundreds of digits decides.
static void halfway_cases(void **state)
{
    (void)state;
    static char text[2000];
    // The smallest double in full, and with more digits than are kept.
    double smallest = 4.9406564584124654e-324;
    snprintf(text, sizeof text, "%.1074f", smallest);
    check(text);
    snprintf(text, sizeof text, "%.1200f", smallest);
    check(text);
    // 1 + 2^-53 lies halfway between 1 and the next double: to even, unless something follows
    const char *half = "1.00000000000000011102230246251565404236316680908203125";
    check(half);
    snprintf(text, sizeof text, "%s%01000d1", half, 0);
    check(text);
    double above;
    assert_true(read_text(text, &above) && above > 1);
    snprintf(text, sizeof text, "%s%01000d", half, 0);
    check(text);
    // more digits than count before the point
    memset(text, '7', 1500);
    text[1500] = '\0';
    double value;
    assert_true(read_text(text, &value) && isinf(value));
    snprintf(text + 1500, sizeof text - 1500, "e-1490");
    check(text);
}

static void another_locale_changes_nothing(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        skip();
    }
    double value, hard;
    bool read = read_text("0.5", &value) && read_text("1.123456789012345678901234567890e-7", &hard);
    bool comma = read_text("0,5", &value);
    setlocale(LC_ALL, "C");
    assert_true(read && value == 0.5 && hard == 1.123456789012345678901234567890e-7);
    assert_false(comma);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_numbers),
        cmocka_unit_test(what_is_no_number),
        cmocka_unit_test(random_numbers),
        cmocka_unit_test(halfway_cases),
        cmocka_unit_test(another_locale_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
