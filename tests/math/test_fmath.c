// SPDX-License-Identifier: MIT
//
// The functions of math.h against the C library's long double ones: within one ulp over a million
// points each, and the special values of C Annex F. Long double has 64 or 113 bits where this runs;
// where it is no wider than double the comparison says nothing and is skipped.
#include "math/math.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define POINTS  1000000
#define MAX_ULP 1.0L
#define SEED    UINT64_C(20240229)

static double uniform(uint64_t stream, int i)
{
    return cs_random(SEED + stream, (uint64_t)i);
}

/// In (-1, 1) with an exponent spread over [low, high].
static double spread(uint64_t stream, int i, int low, int high)
{
    double size = ldexp(0.5 + 0.5 * uniform(stream, i), low + (int)(uniform(stream + 1, i) * (high - low + 1)));
    return uniform(stream + 2, i) < 0.5 ? -size : size;
}

/// The error of `got` in units of the last place of the true value.
static long double ulps(double got, long double want)
{
    double rounded = (double)want;
    if (isnan(want) || isinf(rounded) || isnan(got) || isinf(got)) {
        bool same = isnan(want) ? isnan(got) : got == rounded;
        return same ? 0 : INFINITY;
    }
    int exponent;
    frexp(rounded, &exponent);
    int place = rounded == 0 || exponent < DBL_MIN_EXP ? DBL_MIN_EXP : exponent;
    return fabsl((long double)got - want) / ldexpl(1, place - DBL_MANT_DIG);
}

typedef double one_function(double);
typedef long double long_function(long double);

static void check_one(const char *name, one_function *ours, long_function *truth, const double *points, int count)
{
    for (int i = 0; i < count; i++) {
        long double error = ulps(ours(points[i]), truth((long double)points[i]));
        if (!(error < MAX_ULP)) {
            fail_msg("%s(%a) = %a is %.3Lf ulp off (seed %llu, point %d)", name, points[i], ours(points[i]), error,
                     (unsigned long long)SEED, i);
        }
    }
}

static bool long_is_wider(void)
{
    return LDBL_MANT_DIG > DBL_MANT_DIG;
}

#define BLOCK 1000

static void test_circular(void **state)
{
    (void)state;
    if (!long_is_wider()) {
        skip();
    }
    double x[BLOCK];
    for (int done = 0; done < POINTS; done += BLOCK) {
        for (int i = 0; i < BLOCK; i++) {
            // All sizes up to 2^20, and closely around multiples of pi/4.
            int k = done + i;
            x[i] = k % 4 ? spread(0, k, -40, 19)
                         : floor(uniform(3, k) * 1e6) * (CS_PI / 4) * (1 + (uniform(4, k) - 0.5) * 0x1p-45);
        }
        check_one("sin", cs_sin, sinl, x, BLOCK);
        check_one("cos", cs_cos, cosl, x, BLOCK);
        check_one("tan", cs_tan, tanl, x, BLOCK);
    }
}

static void test_exponential(void **state)
{
    (void)state;
    if (!long_is_wider()) {
        skip();
    }
    double x[BLOCK];
    for (int done = 0; done < POINTS; done += BLOCK) {
        for (int i = 0; i < BLOCK; i++) {
            int k = done + i;
            x[i] = k % 3 == 0 ? (uniform(5, k) - 0.5) * 1500 : k % 3 == 1 ? spread(6, k, -60, 9) : uniform(7, k) - 0.5;
        }
        check_one("exp", cs_exp, expl, x, BLOCK);
        for (int i = 0; i < BLOCK; i++) {
            int k = done + i;
            x[i] = k % 3 == 0 ? fabs(spread(8, k, -1073, 1024)) : 1 + spread(9, k, -52, -1);
        }
        check_one("ln", cs_ln, logl, x, BLOCK);
    }
}

static void test_power(void **state)
{
    (void)state;
    if (!long_is_wider()) {
        skip();
    }
    for (int k = 0; k < POINTS; k++) {
        // A third as highlights use it, a third near the limits of the range, a third anywhere.
        double x = k % 3 == 0 ? uniform(10, k) : fabs(spread(11, k, -1073, 1024));
        double y = k % 3 == 0   ? uniform(12, k) * 256
                   : k % 3 == 1 ? (uniform(13, k) - 0.5) * 1500 / cs_ln(x)
                                : spread(14, k, -20, 12);
        long double error = ulps(cs_pow(x, y), powl(x, y));
        if (!(error < MAX_ULP)) {
            fail_msg("pow(%a, %a) = %a is %.3Lf ulp off (seed %llu, point %d)", x, y, cs_pow(x, y), error,
                     (unsigned long long)SEED, k);
        }
    }
}

static void test_inverse(void **state)
{
    (void)state;
    if (!long_is_wider()) {
        skip();
    }
    for (int k = 0; k < POINTS; k++) {
        double x = k % 2 ? 2 * uniform(20, k) - 1 : copysign(1 - fabs(spread(21, k, -53, -1)), uniform(24, k) - 0.5);
        x = k % 5 == 0 ? spread(25, k, -60, 0) : x;
        long double error = ulps(cs_asin(x), asinl(x));
        if (!(error < MAX_ULP)) {
            fail_msg("asin(%a) is %.3Lf ulp off (point %d)", x, error, k);
        }
        double v = k % 2 ? uniform(30, k) - 0.5 : spread(31, k, -1073, 1024);
        double w = k % 2 ? uniform(34, k) - 0.5 : spread(35, k, -1073, 1024);
        error = ulps(cs_atan2(v, w), atan2l(v, w));
        if (!(error < MAX_ULP)) {
            fail_msg("atan2(%a, %a) is %.3Lf ulp off (point %d)", v, w, error, k);
        }
    }
}

/// Equal including the sign of zero; any NaN equals any NaN; else within an ulp.
static void expect(const char *name, double x, double y, double got, double want)
{
    bool same = (isnan(got) && isnan(want)) ||
                (isinf(got) || isinf(want) ? got == want : fabs(got - want) <= fabs(want) * DBL_EPSILON);
    if (!same || (!isnan(want) && !signbit(got) != !signbit(want))) {
        fail_msg("%s(%g, %g) = %g instead of %g", name, x, y, got, want);
    }
}

static void test_special_values(void **state)
{
    (void)state;
    const double values[] = {0,   -0.0,      1,          -1,        0.5,     2,        -3,     INFINITY,   -INFINITY,
                             NAN, 0x1p-1074, -0x1p-1074, 0x1p-1022, DBL_MAX, -DBL_MAX, 1e-310, 1 - 0x1p-53};
    const int count = (int)(sizeof(values) / sizeof(values[0]));
    for (int i = 0; i < count; i++) {
        double x = values[i];
        expect("exp", x, 0, cs_exp(x), exp(x));
        expect("ln", x, 0, cs_ln(x), log(x));
        expect("asin", x, 0, cs_asin(x), asin(x));
        if (!(fabs(x) > 0x1p20) || isinf(x)) {
            expect("sin", x, 0, cs_sin(x), sin(x));
            expect("cos", x, 0, cs_cos(x), cos(x));
            expect("tan", x, 0, cs_tan(x), tan(x));
        }
        for (int k = 0; k < count; k++) {
            double y = values[k];
            expect("atan2", x, y, cs_atan2(x, y), atan2(x, y));
            // Negative bases are outside what cs_pow promises: NaN, and -0 counts as 0.
            expect("pow", x, y, cs_pow(x, y), x < 0 ? (y == 0 ? 1 : NAN) : pow(fabs(x), y));
        }
    }
}

static void test_srgb(void **state)
{
    (void)state;
    // IEC 61966-2-1: the two branches, and values to ten digits.
    assert_true(cs_srgb_encode(0) == 0);
    assert_true(fabs(cs_srgb_encode(1) - 1) < 1e-15);
    assert_true(fabs(cs_srgb_encode(0.002) - 0.02584) < 1e-15);
    assert_true(fabs(cs_srgb_encode(0.5) - 0.7353569830524495) < 1e-14);
    assert_true(fabs(cs_srgb_encode(0.21404114048223255) - 0.5) < 1e-14);
    assert_true(fabs(cs_srgb_decode(0.04) - 0.04 / 12.92) < 1e-16);
    for (int i = 0; i <= 1000; i++) {
        double x = i / 1000.0;
        assert_true(fabs(cs_srgb_decode(cs_srgb_encode(x)) - x) < 2e-8); // the branches do not meet exactly
        assert_true(i == 0 || cs_srgb_encode(x) > cs_srgb_encode((i - 1) / 1000.0));
    }
}

static void test_random(void **state)
{
    (void)state;
    // Uniform: mean and variance within five standard errors, every one of 64 bins near its share, neighbours (in the
    // counter and in the seed) uncorrelated.
    enum { COUNT = 200000, BINS = 64 };
    double sum = 0, squares = 0, along = 0, across = 0;
    int bins[BINS] = {0};
    for (int i = 0; i < COUNT; i++) {
        double x = cs_random(SEED, (uint64_t)i);
        assert_true(x >= 0 && x < 1);
        assert_true(x == cs_random(SEED, (uint64_t)i));
        sum += x;
        squares += x * x;
        along += (x - 0.5) * (cs_random(SEED, (uint64_t)i + 1) - 0.5);
        across += (x - 0.5) * (cs_random(SEED + 1, (uint64_t)i) - 0.5);
        bins[(int)(x * BINS)]++;
    }
    double error = 1 / sqrt(COUNT);
    assert_true(fabs(sum / COUNT - 0.5) < 5 * error / sqrt(12));
    assert_true(fabs(squares / COUNT - 1.0 / 3) < 5 * error * sqrt(4.0 / 45));
    assert_true(fabs(along / COUNT) < 5 * error / 12);
    assert_true(fabs(across / COUNT) < 5 * error / 12);
    double chi = 0;
    for (int b = 0; b < BINS; b++) {
        double expected = (double)COUNT / BINS;
        chi += (bins[b] - expected) * (bins[b] - expected) / expected;
    }
    assert_true(chi > 20 && chi < 130); // 63 degrees of freedom, both tails below 1e-5
}

static void test_vectors(void **state)
{
    (void)state;
    cs_vec3 x = cs_vec3_make(1, 0, 0), y = cs_vec3_make(0, 1, 0);
    cs_vec3 z = cs_cross(x, y);
    assert_true(z.x == 0 && z.y == 0 && z.z == 1); // right-handed
    cs_vec3 n = cs_normalize(cs_vec3_make(0, 3, 4));
    assert_true(n.x == 0 && n.y == 0.6 && n.z == 0.8);
    cs_vec3 none = cs_normalize(cs_vec3_make(0, 0, 0));
    assert_true(none.x == 0 && none.y == 0 && none.z == 0);
    assert_true(cs_dot(cs_add(x, y), cs_sub(x, y)) == 0);
    assert_true(cs_length(cs_scale(cs_mul(y, y), -2)) == 2);
    assert_true(cs_clamp(3, 0, 2) == 2 && cs_clamp(-3, 0, 2) == 0 && cs_clamp(1, 0, 2) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_circular), cmocka_unit_test(test_exponential),    cmocka_unit_test(test_power),
        cmocka_unit_test(test_inverse),  cmocka_unit_test(test_special_values), cmocka_unit_test(test_srgb),
        cmocka_unit_test(test_random),   cmocka_unit_test(test_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
