// SPDX-License-Identifier: MIT
//
// exp, ln, pow and atan2, written once for every width; the scalar cs_exp, cs_ln, cs_pow and cs_atan2 of
// math.h are these with one lane. Without branches, so that it vectorises.
//
// exp: Cody and Waite's reduction by ln 2 to |r| <= ln2/2, then the Taylor series. ln: x = 2^k m with
// m in [sqrt(1/2), sqrt(2)), ln m = 2 artanh(s), s = (m-1)/(m+1), as an unevaluated sum of two
// doubles with some 65 good bits, which is what pow needs: it multiplies by up to 745. The two-double
// arithmetic is Dekker's (A floating-point technique for extending the available precision, 1971).
// atan2: atan(y/x) = atan(k/8) + atan(u) with u = (y - x k/8) / (x + y k/8), |u| <= 1/16.
#ifndef CS_MATH_WIDE_MATH_H
#define CS_MATH_WIDE_MATH_H

#include "math/wide.h"

/// hi + lo, |lo| at most half an ulp of hi.
typedef struct cs_wide_pair {
    cs_wide hi, lo;
} cs_wide_pair;

// ln 2 in two pieces: the first has 32 bits, so that its product with an exponent is exact. Horizontally the sum is
// good to 86 bits.
#define CS_LN2_HI 0x1.62e42fefp-1
#define CS_LN2_LO 0x1.473de6af278edp-34
// Results beyond these are infinity and zero; clamping there keeps the exponent arithmetic in range.
#define CS_EXP_LARGEST  710.0
#define CS_EXP_SMALLEST (-746.0)

/// a + b exactly, for |a| >= |b| or a = 0.
static inline cs_wide_pair cs_wide_fast_sum(cs_wide a, cs_wide b)
{
    cs_wide sum = a + b;
    return (cs_wide_pair){sum, b - (sum - a)};
}

/// a + b exactly (Knuth).
static inline cs_wide_pair cs_wide_two_sum(cs_wide a, cs_wide b)
{
    cs_wide sum = a + b;
    cs_wide part = sum - a;
    return (cs_wide_pair){sum, (a - (sum - part)) + (b - part)};
}

/// The upper 26 bits of a number; the rest is a - upper, exactly.
static inline cs_wide cs_wide_upper(cs_wide a)
{
    return cs_wide_of_bits(cs_wide_int_and(cs_wide_bits_of(a), cs_wide_int_set(~((UINT64_C(1) << 27) - 1))));
}

/// a * b to twice the precision (the last product may lose one bit of 107).
static inline cs_wide_pair cs_wide_two_product(cs_wide a, cs_wide b)
{
    cs_wide product = a * b;
    cs_wide a1 = cs_wide_upper(a), b1 = cs_wide_upper(b);
    cs_wide a2 = a - a1, b2 = b - b1;
    return (cs_wide_pair){product, ((a1 * b1 - product) + (a1 * b2 + a2 * b1)) + a2 * b2};
}

/// 2^n for whole n in [-1022, 1023].
static inline cs_wide cs_wide_power_of_two(cs_wide n)
{
    // Adding 2^52 puts the biased exponent into the lowest bits.
    cs_wide_int biased = cs_wide_bits_of(n + (0x1p52 + 1023.0));
    return cs_wide_of_bits(cs_wide_int_shift_left(biased, 52));
}

/// exp(hi + lo) for any hi, |lo| at most an ulp of hi.
static inline cs_wide cs_wide_exp_pair(cs_wide hi, cs_wide lo)
{
    // Outside the range the low part means nothing any more. NaN passes through the clamp.
    cs_wide x = cs_wide_clamp(hi, CS_EXP_SMALLEST, CS_EXP_LARGEST);
    lo = cs_wide_select(cs_wide_equal(x, hi), lo, cs_wide_zero());

    // x = n ln2 + r. The first subtraction is exact; r and its low part come from the second.
    cs_wide n = cs_wide_floor(x * 0x1.71547652b82fep+0 + 0.5);
    cs_wide rest = x - n * CS_LN2_HI;
    cs_wide_pair r = cs_wide_two_sum(rest, -(n * CS_LN2_LO));
    r = cs_wide_two_sum(r.hi, r.lo + lo);

    // exp(r) - 1 - r = r^2 (1/2! + r/3! + ... + r^12/14!), even and odd powers apart; the rest is below 2^-62.
    cs_wide z = r.hi * r.hi;
    cs_wide even =
        ((((((z * (1.0 / 87178291200.0) + 1.0 / 479001600.0) * z + 1.0 / 3628800.0) * z + 1.0 / 40320.0) * z +
           1.0 / 720.0) *
              z +
          1.0 / 24.0) *
             z +
         0.5);
    cs_wide odd =
        (((((z * (1.0 / 6227020800.0) + 1.0 / 39916800.0) * z + 1.0 / 362880.0) * z + 1.0 / 5040.0) * z + 1.0 / 120.0) *
             z +
         1.0 / 6.0);
    cs_wide tail = z * (even + odd * r.hi) + (r.lo + r.lo * r.hi);
    cs_wide_pair sum = cs_wide_fast_sum(cs_wide_set(1), r.hi);
    cs_wide value = sum.hi + (sum.lo + tail);

    // Two factors, because 2^n itself may be out of range.
    cs_wide half = cs_wide_floor(n * 0.5);
    return value * cs_wide_power_of_two(half) * cs_wide_power_of_two(n - half);
}

/// ln x for finite x > 0, as a pair.
static inline cs_wide_pair cs_wide_ln_pair(cs_wide x)
{
    // x = 2^k m. Subnormal numbers are scaled into the normal range first.
    cs_wide_mask tiny = cs_wide_less(x, cs_wide_set(0x1p-1022));
    x = cs_wide_select(tiny, x * 0x1p54, x);
    const cs_wide_int root = cs_wide_int_set(UINT64_C(0x3FE6A09E00000000)); // the bits of sqrt(1/2), cut
    const cs_wide_int one = cs_wide_int_set(UINT64_C(0x3FF0000000000000));
    cs_wide_int bits = cs_wide_int_add(cs_wide_bits_of(x), cs_wide_int_sub(one, root));
    cs_wide_int exponent = cs_wide_int_shift_right(bits, 52);
    cs_wide k =
        cs_wide_of_bits(cs_wide_int_or(exponent, cs_wide_int_set(UINT64_C(0x4330000000000000)))) - (0x1p52 + 1023.0);
    k = cs_wide_select(tiny, k - 54.0, k);
    cs_wide m = cs_wide_of_bits(cs_wide_int_add(cs_wide_int_and(bits, cs_wide_int_set((UINT64_C(1) << 52) - 1)), root));

    // s = (m-1)/(m+1); m-1 is exact, m+1 leaves a low part.
    cs_wide f = m - 1.0, d = m + 1.0;
    cs_wide d_lo = f - (d - 2.0);
    cs_wide s = f / d;
    cs_wide_pair back = cs_wide_two_product(s, d);
    cs_wide s_lo = (((f - back.hi) - back.lo) - s * d_lo) / d;

    // ln m = 2s + s z (2/3 + z (2/5 + 2/7 z + ...)), z = s^2 <= 0.0295; the first terms as pairs.
    cs_wide_pair z = cs_wide_two_product(s, s);
    z.lo = z.lo + 2.0 * s * s_lo;
    cs_wide w = z.hi * z.hi;
    cs_wide even =
        ((((w * (2.0 / 25.0) + 2.0 / 21.0) * w + 2.0 / 17.0) * w + 2.0 / 13.0) * w + 2.0 / 9.0) * w + 2.0 / 5.0;
    cs_wide odd =
        ((((w * (2.0 / 27.0) + 2.0 / 23.0) * w + 2.0 / 19.0) * w + 2.0 / 15.0) * w + 2.0 / 11.0) * w + 2.0 / 7.0;
    cs_wide_pair c = cs_wide_fast_sum(cs_wide_set(0x1.5555555555555p-1), z.hi * (even + odd * z.hi));
    c.lo = c.lo + 0x1.5555555555555p-55; // 2/3 behind its 53 bits
    cs_wide_pair v = cs_wide_two_product(z.hi, c.hi);
    v.lo = v.lo + (z.hi * c.lo + z.lo * c.hi);
    cs_wide_pair u = cs_wide_two_product(s, v.hi);
    u.lo = u.lo + (s * v.lo + s_lo * v.hi);
    cs_wide_pair ln_m = cs_wide_fast_sum(2.0 * s, u.hi);
    ln_m.lo = ln_m.lo + (u.lo + 2.0 * s_lo);

    cs_wide_pair sum = cs_wide_fast_sum(k * CS_LN2_HI, ln_m.hi);
    sum.lo = sum.lo + (ln_m.lo + k * CS_LN2_LO);
    return cs_wide_fast_sum(sum.hi, sum.lo);
}

static inline cs_wide cs_wide_exp(cs_wide x)
{
    return cs_wide_exp_pair(x, cs_wide_zero());
}

/// -infinity for 0, NaN below.
static inline cs_wide cs_wide_ln(cs_wide x)
{
    const cs_wide infinity = cs_wide_set(INFINITY);
    cs_wide_pair ln = cs_wide_ln_pair(x);
    cs_wide value = cs_wide_select(cs_wide_less(x, infinity), ln.hi + ln.lo, x);
    value = cs_wide_select(cs_wide_equal(x, cs_wide_zero()), -infinity, value);
    return cs_wide_select(cs_wide_less(x, cs_wide_zero()), cs_wide_set(NAN), value);
}

/// x^y for x >= 0; x^0 = 1^y = 1, NaN for x < 0 unless y is 0.
static inline cs_wide cs_wide_pow(cs_wide x, cs_wide y)
{
    const cs_wide zero = cs_wide_zero(), one = cs_wide_set(1), infinity = cs_wide_set(INFINITY);
    // Beyond 2^66 every x but 1 gives zero or infinity.
    cs_wide exponent = cs_wide_clamp(y, -0x1p66, 0x1p66);
    cs_wide_pair ln = cs_wide_ln_pair(x);
    cs_wide_pair product = cs_wide_two_product(exponent, ln.hi);
    cs_wide_pair sum = cs_wide_fast_sum(product.hi, product.lo + exponent * ln.lo);
    cs_wide value = cs_wide_exp_pair(sum.hi, sum.lo);

    cs_wide_mask rising = cs_wide_greater(y, zero), falling = cs_wide_less(y, zero);
    value = cs_wide_select(cs_wide_mask_or(cs_wide_mask_and(cs_wide_equal(x, zero), rising),
                                           cs_wide_mask_and(cs_wide_equal(x, infinity), falling)),
                           zero, value);
    value = cs_wide_select(cs_wide_mask_or(cs_wide_mask_and(cs_wide_equal(x, zero), falling),
                                           cs_wide_mask_and(cs_wide_equal(x, infinity), rising)),
                           infinity, value);
    value = cs_wide_select(cs_wide_less(x, zero), cs_wide_set(NAN), value);
    value = cs_wide_select(cs_wide_not_equal(x, x), x, value);
    return cs_wide_select(cs_wide_mask_or(cs_wide_equal(y, zero), cs_wide_equal(x, one)), one, value);
}

// A ratio below this adds nothing to pi/2 or pi, and its arc tangent is itself.
#define CS_ATAN_NEGLIGIBLE 0x1p-70

/// a / b as a pair.
static inline cs_wide_pair cs_wide_divide_pair(cs_wide_pair a, cs_wide_pair b)
{
    cs_wide q = a.hi / b.hi;
    cs_wide_pair back = cs_wide_two_product(q, b.hi);
    return (cs_wide_pair){q, (((a.hi - back.hi) - back.lo) + (a.lo - q * b.lo)) / b.hi};
}

/// The arc tangent of y/x for 0 <= y <= x, x > 0, both far from overflow and underflow.
static inline cs_wide_pair cs_wide_atan_pair(cs_wide_pair y, cs_wide_pair x)
{
    static const double eighths_hi[] = {
        0,
        0x1.fd5ba9aac2f6ep-4,
        0x1.f5b75f92c80ddp-3,
        0x1.6f61941e4def1p-2,
        0x1.dac670561bb4fp-2,
        0x1.1e00babdefeb4p-1,
        0x1.4978fa3269ee1p-1,
        0x1.700a7c5784634p-1,
        0x1.921fb54442d18p-1,
    };
    static const double eighths_lo[] = {
        0,
        -0x1.cd37686760c17p-59,
        0x1.8ab6e3cf7afbdp-57,
        -0x1.c63aae6f6e918p-56,
        0x1.a2b7f222f65e2p-56,
        -0x1.928df287a668fp-58,
        0x1.2419a87f2a458p-56,
        -0x1.8c34d25aadef6p-56,
        0x1.1a62633145c07p-55,
    };
    cs_wide k = cs_wide_floor(8.0 * (y.hi / x.hi) + 0.5), c = k * 0.125;
    cs_wide_pair cx = cs_wide_two_product(c, x.hi), cy = cs_wide_two_product(c, y.hi);
    cs_wide_pair numerator = cs_wide_two_sum(y.hi, -cx.hi), denominator = cs_wide_two_sum(x.hi, cy.hi);
    numerator = cs_wide_two_sum(numerator.hi, numerator.lo + ((y.lo - cx.lo) - c * x.lo));
    denominator.lo = denominator.lo + ((x.lo + cy.lo) + c * y.lo);
    cs_wide_pair u = cs_wide_divide_pair(numerator, denominator);

    cs_wide z = u.hi * u.hi;
    cs_wide series =
        (((((((z * (1.0 / 17.0) - 1.0 / 15.0) * z + 1.0 / 13.0) * z - 1.0 / 11.0) * z + 1.0 / 9.0) * z - 1.0 / 7.0) *
              z +
          1.0 / 5.0) *
             z -
         1.0 / 3.0);
    int32_t index[CS_WIDE];
    cs_wide_store_int32(index, k);
    cs_wide_pair sum = cs_wide_fast_sum(cs_wide_gather(eighths_hi, index), u.hi);
    return cs_wide_fast_sum(sum.hi, sum.lo + (cs_wide_gather(eighths_lo, index) + (u.lo + u.hi * z * series)));
}

/// base + sign * angle, rounded.
static inline cs_wide cs_wide_turned(cs_wide_pair base, cs_wide sign, cs_wide_pair angle)
{
    cs_wide_pair sum = cs_wide_fast_sum(base.hi, sign * angle.hi);
    return sum.hi + (sum.lo + (base.lo + sign * angle.lo));
}

static inline cs_wide cs_wide_atan2(cs_wide y, cs_wide x)
{
    const cs_wide zero = cs_wide_zero(), one = cs_wide_set(1);
    cs_wide width = cs_wide_abs(x), height = cs_wide_abs(y);
    cs_wide_mask left = cs_wide_less(cs_wide_copysign(one, x), zero), steep = cs_wide_greater(height, width);
    cs_wide_mask turned = cs_wide_mask_or(left, steep);
    cs_wide_mask unknown = cs_wide_mask_or(cs_wide_not_equal(x, x), cs_wide_not_equal(y, y));
    cs_wide small = cs_wide_select(steep, width, height), large = cs_wide_select(steep, height, width);
    cs_wide_mask infinite = cs_wide_equal(small, cs_wide_set(INFINITY)); // the diagonals
    small = cs_wide_select(infinite, one, small);
    large = cs_wide_select(infinite, one, large);

    cs_wide_mask negligible = cs_wide_mask_or(cs_wide_less(small, large * CS_ATAN_NEGLIGIBLE), unknown);
    negligible = cs_wide_mask_or(negligible, cs_wide_equal(large, zero));
    cs_wide scale = cs_wide_select(cs_wide_greater(large, cs_wide_set(0x1p500)), cs_wide_set(0x1p-600), one);
    scale = cs_wide_select(cs_wide_less(large, cs_wide_set(0x1p-500)), cs_wide_set(0x1p600), scale);
    cs_wide_pair angle = cs_wide_atan_pair((cs_wide_pair){cs_wide_select(negligible, zero, small * scale), zero},
                                           (cs_wide_pair){cs_wide_select(negligible, one, large * scale), zero});
    if (cs_wide_any(negligible)) {
        cs_wide_mask nothing = cs_wide_mask_or(cs_wide_equal(large, zero), turned);
        angle.hi = cs_wide_select(negligible, cs_wide_select(nothing, zero, small / large), angle.hi);
    }

    cs_wide_pair base = {
        cs_wide_select(steep, cs_wide_set(0x1.921fb54442d18p+0), cs_wide_set(0x1.921fb54442d18p+1)),
        cs_wide_select(steep, cs_wide_set(0x1.1a62633145c07p-54), cs_wide_set(0x1.1a62633145c07p-53)),
    };
    cs_wide sign = cs_wide_select(cs_wide_mask_and(steep, left), one, cs_wide_set(-1));
    cs_wide value = cs_wide_select(turned, cs_wide_turned(base, sign, angle), angle.hi + angle.lo);
    return cs_wide_select(unknown, x + y, cs_wide_copysign(value, y));
}

#endif
