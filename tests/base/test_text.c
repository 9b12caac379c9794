// SPDX-License-Identifier: MIT
//
// Growing text, and numbers that read back as the same double with no digit too many.
#include "base/base.h"

#include <float.h>
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

static void test_growth(void **state)
{
    (void)state;
    cs_text text = {0};
    for (int i = 0; i < 5000; i++) {
        cs_text_printf(&text, "%d,", i);
        assert_int_equal(text.bytes[text.length], 0);
    }
    cs_text_append(&text, "abc", 2);
    cs_text_puts(&text, "");
    char *bytes = cs_text_take(&text);
    assert_int_equal(strlen(bytes), 10 * 2 + 90 * 3 + 900 * 4 + 4000 * 5 + 2);
    assert_memory_equal(bytes, "0,1,2,3,", 8);
    assert_string_equal(bytes + strlen(bytes) - 8, ",4999,ab");
    free(bytes);
    assert_null(text.bytes); // ready for the next
    char *empty = cs_text_take(&text);
    assert_string_equal(empty, "");
    free(empty);
}

static void test_failure(void **state)
{
    (void)state;
    cs_text text = {0};
    cs_text_puts(&text, "kept");
    cs_text_append(&text, "", SIZE_MAX); // cannot fit
    assert_true(text.failed);
    assert_string_equal(text.bytes, "kept");
    assert_null(cs_text_take(&text));
    assert_false(text.failed);
}

static void expect_number(double value, const char *want)
{
    cs_text text = {0};
    cs_text_number(&text, value);
    assert_string_equal(text.bytes, want);
    cs_text_free(&text);
}

static void test_known_numbers(void **state)
{
    (void)state;
    expect_number(0, "0");
    expect_number(-0.0, "-0");
    expect_number(0.1, "0.1");
    expect_number(1.0 / 3, "0.3333333333333333");
    expect_number(0.1 + 0.2, "0.30000000000000004");
    expect_number(-2.5, "-2.5");
    expect_number(100, "100");
    expect_number(1e22, "1e+22");
    expect_number(5e-324, "5e-324");
    expect_number(DBL_MAX, "1.7976931348623157e+308");
    expect_number(9007199254740993.0, "9007199254740992");
    expect_number(INFINITY, "null");
    expect_number(-INFINITY, "null");
    expect_number(NAN, "null");
}

static void test_every_number_reads_back(void **state)
{
    (void)state;
    uint64_t bits = UINT64_C(88172645463325252);
    for (int i = 0; i < 100000; i++) {
        bits ^= bits << 13, bits ^= bits >> 7, bits ^= bits << 17;
        double value;
        memcpy(&value, &bits, sizeof(value));
        if (i % 2) {
            value = (double)(int64_t)(bits % 2000000) / 1000;
        }
        if (!isfinite(value)) {
            continue;
        }
        cs_text text = {0};
        cs_text_number(&text, value);
        assert_true(strtod(text.bytes, NULL) == value);
        // One digit fewer would not do.
        int digits = 0;
        for (const char *c = text.bytes; *c && *c != 'e'; c++) {
            digits += *c >= '0' && *c <= '9' && (digits > 0 || *c != '0');
        }
        if (strchr(text.bytes, '.') && digits > 1) {
            char shorter[400];
            snprintf(shorter, sizeof(shorter), "%.*g", digits - 1, value);
            assert_true(strtod(shorter, NULL) != value);
        }
        cs_text_free(&text);
    }
}

static void test_locale_does_not_matter(void **state)
{
    (void)state;
    static const char *const with_comma[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE", "fr_FR"};
    bool found = false;
    for (size_t i = 0; i < CS_COUNT(with_comma) && !found; i++) {
        found = setlocale(LC_NUMERIC, with_comma[i]) != NULL;
    }
    if (!found) {
        assert_null(getenv("CLOTHSIM_REQUIRE_ALL"));
        skip();
    }
    expect_number(1234.5, "1234.5");
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_failure),
        cmocka_unit_test(test_known_numbers),
        cmocka_unit_test(test_every_number_reads_back),
        cmocka_unit_test(test_locale_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
