// SPDX-License-Identifier: MIT
//
// Every operation of the wide vectors, and exp, ln, pow and atan2 on them, against plain C lane by lane:
// the same bits at every width that this machine has, over random and special values. Loads and
// stores of a part of a vector touch nothing behind it.
#include "base/base.h"
#include "math/math.h"
#include "math/wide_probe.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT  20000 // a multiple of PROBE_LANES
#define TABLE  64
#define SEED   UINT64_C(7)
#define UNUSED (-12345.0)

_Static_assert(COUNT % PROBE_LANES == 0, "whole vectors");

static probe_function *const operations[] = CS_WIDE_TABLE(probe_operations);
static probe_tail_function *const tails[] = CS_WIDE_TABLE(probe_tail);
static probe_truth_function *const truths[] = CS_WIDE_TABLE(probe_truth);
static probe_truth_function *const lane_counts[] = CS_WIDE_TABLE(probe_lanes);

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

static uint64_t to_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

/// Special values, whole numbers, numbers of everyday size and of any size.
static double sample(uint64_t stream, int i)
{
    static const double special[] = {0,          -0.0,         1,          -1,        0.5,
                                     -0.5,       1.5,          -1.5,       1e300,     -1e300,
                                     INFINITY,   -INFINITY,    NAN,        0x1p52,    -0x1p52,
                                     0x1p53 + 2, 0x1p51 + 0.5, -0x1p-1074, 0x1p-1022, 4503599627370495.5,
                                     -0.9999,    2147483646.7};
    double pick = cs_random(SEED + stream, (uint64_t)i);
    uint64_t any = (uint64_t)(cs_random(SEED + stream + 1, (uint64_t)i) * 0x1p53) * UINT64_C(2049);
    if (pick < 0.2) {
        return special[any % CS_COUNT(special)];
    }
    if (pick < 0.4) {
        return (double)(any % 4001) / 2 - 1000;
    }
    return pick < 0.8 ? cs_random(SEED + stream + 2, (uint64_t)i) * 20 - 10 : from_bits(any);
}

static double *column(void)
{
    double *memory = cs_alloc_aligned(COUNT, sizeof(double));
    assert_non_null(memory);
    return memory;
}

typedef struct fixture {
    double *a, *b, table[TABLE];
    int32_t *index;
} fixture;

static fixture make_fixture(void)
{
    fixture f = {.a = column(), .b = column(), .index = cs_alloc_aligned(COUNT, sizeof(int32_t))};
    assert_non_null(f.index);
    for (int i = 0; i < COUNT; i++) {
        f.a[i] = sample(0, i);
        f.b[i] = i % 5 == 0 ? f.a[i] : sample(10, i);
        f.index[i] = (int32_t)(cs_random(SEED + 20, (uint64_t)i) * TABLE);
    }
    for (int i = 0; i < TABLE; i++) {
        f.table[i] = cs_random(SEED + 21, (uint64_t)i);
    }
    return f;
}

static probe_input run(const fixture *f, cs_simd simd)
{
    probe_input in = {.count = COUNT, .a = f->a, .b = f->b, .table = f->table, .index = f->index};
    for (int c = 0; c < PROBE_COLUMNS; c++) {
        in.columns[c] = column();
    }
    in.less = cs_alloc_aligned(COUNT, 1);
    assert_non_null(in.less);
    operations[simd](&in);
    return in;
}

static void release(probe_input *in)
{
    for (int c = 0; c < PROBE_COLUMNS; c++) {
        free(in->columns[c]);
    }
    free(in->less);
}

/// The same bits; NaNs may differ in sign and payload, which no result of ours depends on.
static bool same(double x, double y)
{
    return (isnan(x) && isnan(y)) || to_bits(x) == to_bits(y);
}

/// What column c must hold, in plain C.
static double expected(const fixture *f, int c, int i)
{
    double a = f->a[i], b = f->b[i];
    switch ((enum probe_column)c) {
    case PROBE_ADD:
        return a + b;
    case PROBE_SUBTRACT:
        return a - b;
    case PROBE_MULTIPLY:
        return a * b;
    case PROBE_DIVIDE:
        return a / b;
    case PROBE_NEGATE:
        return -a;
    case PROBE_SCALAR_RIGHT:
        return a * 3 + 1;
    case PROBE_SQRT:
        return sqrt(a);
    case PROBE_FLOOR:
        return floor(a);
    case PROBE_ABS:
        return fabs(a);
    case PROBE_MIN:
        return a < b ? a : b;
    case PROBE_MAX:
        return a > b ? a : b;
    case PROBE_CLAMP:
        return isnan(a) ? a : cs_clamp(a, -2, 0.5);
    case PROBE_COPYSIGN:
        return copysign(a, b);
    case PROBE_SELECT_LESS:
        return a < b ? a : b;
    case PROBE_SELECT_LESS_EQUAL:
        return a <= b ? a : b;
    case PROBE_SELECT_GREATER:
        return a > b ? a : b;
    case PROBE_SELECT_GREATER_EQUAL:
        return a >= b ? a : b;
    case PROBE_SELECT_EQUAL:
        return a == b ? 1 : 2;
    case PROBE_SELECT_NOT_EQUAL:
        return a != b ? 1 : 2;
    case PROBE_MASK_AND:
        return a < b && a > 0 ? 1 : 2;
    case PROBE_MASK_OR:
        return a < b || a > 0 ? 1 : 2;
    case PROBE_MASK_ANDNOT:
        return a < b && !(a > 0) ? 1 : 2;
    case PROBE_MASK_NOT:
        return a < b ? 2 : 1;
    case PROBE_BITS_AND:
        return from_bits(to_bits(a) & to_bits(b));
    case PROBE_BITS_OR:
        return from_bits(to_bits(a) | to_bits(b));
    case PROBE_BITS_ADD:
        return from_bits(to_bits(a) + to_bits(b));
    case PROBE_BITS_SUBTRACT:
        return from_bits(to_bits(a) - to_bits(b));
    case PROBE_BITS_LEFT:
        return from_bits(to_bits(a) << 7);
    case PROBE_BITS_RIGHT:
        return from_bits(to_bits(a) >> 52);
    case PROBE_GATHER:
        return f->table[f->index[i]];
    case PROBE_INT32:
        return (int32_t)cs_clamp(isnan(a) ? (isnan(b * 0) ? 1e9 : b * 0) : a, -1e9, 1e9);
    case PROBE_EXP:
        return cs_exp(a);
    case PROBE_LN:
        return cs_ln(a);
    case PROBE_POW:
        return cs_pow(a, b);
    case PROBE_ATAN2:
        return cs_atan2(a, b);
    case PROBE_COLUMNS:
        break;
    }
    fail_msg("column %d has no oracle", c);
    return 0;
}

static void check_operations(cs_simd simd)
{
    fixture f = make_fixture();
    probe_input in = run(&f, simd);
    for (int c = 0; c < PROBE_COLUMNS; c++) {
        for (int i = 0; i < COUNT; i++) {
            if (c == PROBE_INT32 && (isnan(f.a[i]) || isnan(f.b[i] * 0))) {
                continue; // not a number has no integer
            }
            double want = expected(&f, c, i);
            if (!same(in.columns[c][i], want)) {
                fail_msg("column %d, a = %a, b = %a: %a instead of %a (simd %d, seed %llu)", c, f.a[i], f.b[i],
                         in.columns[c][i], want, (int)simd, (unsigned long long)SEED);
            }
        }
    }
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(in.less[i], f.a[i] < f.b[i]);
    }
    release(&in);
    free(f.a);
    free(f.b);
    free(f.index);
}

static void check_tails(cs_simd simd)
{
    int lanes = lane_counts[simd]();
    for (int n = -1; n <= lanes + 1; n++) {
        for (int m = -1; m <= lanes + 1; m++) {
            int inside = n < 0 ? 0 : n > lanes ? lanes : n, stored = m < 0 ? 0 : m > lanes ? lanes : m;
            // Exactly the elements that may be touched, so that the address sanitizer sees one too many.
            double *p = malloc((size_t)inside * sizeof(double) + 1), *out = malloc((size_t)stored * sizeof(double) + 1);
            double *where = malloc((size_t)inside * sizeof(double) + 1);
            assert_non_null(p);
            assert_non_null(out);
            assert_non_null(where);
            for (int i = 0; i < inside; i++) {
                p[i] = i % 2 ? -(i + 1) : i + 1;
                where[i] = UNUSED;
            }
            tails[simd](p, n, m, out, where);
            for (int i = 0; i < stored; i++) {
                assert_true(out[i] == (i < inside ? p[i] : 0));
            }
            for (int i = 0; i < inside; i++) {
                assert_true(where[i] == (p[i] > 0 ? p[i] : UNUSED));
            }
            free(p);
            free(out);
            free(where);
        }
    }
}

/// Runs a check for every width; one that this machine lacks resolves to a narrower one and is left out.
static void for_each_width(void (*check)(cs_simd simd))
{
    for (int wish = CS_SIMD_SCALAR; wish <= CS_SIMD_512; wish++) {
        if (cs_simd_resolve((cs_simd)wish) == (cs_simd)wish) {
            check((cs_simd)wish);
        }
    }
}

static void test_operations(void **state)
{
    (void)state;
    for_each_width(check_operations);
}

static void test_tails(void **state)
{
    (void)state;
    for_each_width(check_tails);
}

static void check_truth(cs_simd simd)
{
    assert_int_equal(truths[simd](), 255);
    static const int lanes[] = {[CS_SIMD_SCALAR] = 1, [CS_SIMD_128] = 2, [CS_SIMD_256] = 4, [CS_SIMD_512] = 8};
    assert_int_equal(lane_counts[simd](), lanes[simd]);
}

static void test_truth(void **state)
{
    (void)state;
    for_each_width(check_truth);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_operations),
        cmocka_unit_test(test_tails),
        cmocka_unit_test(test_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
