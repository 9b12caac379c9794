// SPDX-License-Identifier: MIT
//
// sin, cos, tan, asin, atan2 with the same bits on every machine, each rounded from an unevaluated
// sum of two doubles. sin and cos: Cody and Waite's reduction by pi/2 in four pieces, then the Taylor
// series. atan2: atan(y/x) = atan(k/8) + atan(u) with u = (y - x k/8) / (x + y k/8), |u| <= 1/16.
#define CS_WIDE 1
#include "math/math.h"
#include "math/wide_math.h"

typedef cs_wide_pair pair;

// pi/2 in pieces of 33 bits, so that their products with a number of quadrants below 2^20 are exact, and a rest.
#define HALF_PI_1 0x1.921fb54400000p+0
#define HALF_PI_2 0x1.0b4611a600000p-34
#define HALF_PI_3 0x1.3198a2e000000p-69
#define HALF_PI_4 0x1.b839a252049c1p-104
// Below this sin x, tan x and asin x are x to half an ulp.
#define SAME_AS_ARGUMENT 0x1p-27
// A ratio below this adds nothing to pi/2 or pi, and its arc tangent is itself.
#define NEGLIGIBLE_RATIO 0x1p-70

static const pair half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
static const pair whole_pi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};

/// x = quadrant * pi/2 + r, |r| <= pi/4; the quadrant is 0, 1, 2 or 3.
static pair reduce(double x, double *quadrant)
{
    double n = floor(x * 0x1.45f306dc9c883p-1 + 0.5);
    *quadrant = n - 4 * floor(n * 0.25);
    double rest = x - n * HALF_PI_1;
    pair a = cs_wide_two_sum(rest, -(n * HALF_PI_2));
    pair b = cs_wide_two_sum(a.hi, -(n * HALF_PI_3));
    return cs_wide_two_sum(b.hi, a.lo + (b.lo - n * HALF_PI_4));
}

static pair sin_pair(pair r)
{
    double z = r.hi * r.hi;
    double series =
        ((((((z * (1.0 / 355687428096000.0) - 1.0 / 1307674368000.0) * z + 1.0 / 6227020800.0) * z - 1.0 / 39916800.0) *
               z +
           1.0 / 362880.0) *
              z -
          1.0 / 5040.0) *
             z +
         1.0 / 120.0) *
            z -
        1.0 / 6.0;
    return cs_wide_fast_sum(r.hi, r.hi * z * series + (r.lo - 0.5 * z * r.lo));
}

static pair cos_pair(pair r)
{
    pair z = cs_wide_two_product(r.hi, r.hi);
    double series =
        (((((((-z.hi * (1.0 / 6402373705728000.0) + 1.0 / 20922789888000.0) * z.hi - 1.0 / 87178291200.0) * z.hi +
             1.0 / 479001600.0) *
                z.hi -
            1.0 / 3628800.0) *
               z.hi +
           1.0 / 40320.0) *
              z.hi -
          1.0 / 720.0) *
             z.hi +
         1.0 / 24.0);
    pair w = cs_wide_fast_sum(1, -0.5 * z.hi);
    return cs_wide_fast_sum(w.hi, w.lo + (z.hi * z.hi * series - (0.5 * z.lo + r.hi * r.lo)));
}

double cs_sin(double x)
{
    if (fabs(x) < SAME_AS_ARGUMENT) {
        return x;
    }
    double quadrant;
    pair r = reduce(x, &quadrant);
    pair value = quadrant == 0 || quadrant == 2 ? sin_pair(r) : cos_pair(r);
    double sum = value.hi + value.lo;
    return quadrant >= 2 ? -sum : sum;
}

double cs_cos(double x)
{
    double quadrant;
    pair r = reduce(x, &quadrant);
    pair value = quadrant == 0 || quadrant == 2 ? cos_pair(r) : sin_pair(r);
    double sum = value.hi + value.lo;
    return quadrant == 1 || quadrant == 2 ? -sum : sum;
}

/// a / b as a pair.
static pair divide(pair a, pair b)
{
    double q = a.hi / b.hi;
    pair back = cs_wide_two_product(q, b.hi);
    return (pair){q, (((a.hi - back.hi) - back.lo) + (a.lo - q * b.lo)) / b.hi};
}

double cs_tan(double x)
{
    if (fabs(x) < SAME_AS_ARGUMENT) {
        return x;
    }
    double quadrant;
    pair r = reduce(x, &quadrant);
    pair s = sin_pair(r), c = cos_pair(r);
    bool odd = quadrant == 1 || quadrant == 3;
    pair value = odd ? divide(c, s) : divide(s, c);
    double sum = value.hi + value.lo;
    return odd ? -sum : sum;
}

/// The arc tangent of y/x for 0 <= y <= x, x > 0.
static pair arc_tangent(pair y, pair x)
{
    static const pair eighths[] = {
        {0, 0},
        {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
        {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
        {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
        {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
        {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
        {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
        {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
        {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
    };
    double k = floor(8 * (y.hi / x.hi) + 0.5), c = k * 0.125;
    pair cx = cs_wide_two_product(c, x.hi), cy = cs_wide_two_product(c, y.hi);
    pair numerator = cs_wide_two_sum(y.hi, -cx.hi), denominator = cs_wide_two_sum(x.hi, cy.hi);
    numerator = cs_wide_two_sum(numerator.hi, numerator.lo + ((y.lo - cx.lo) - c * x.lo));
    denominator.lo = denominator.lo + ((x.lo + cy.lo) + c * y.lo);
    pair u = divide(numerator, denominator);

    double z = u.hi * u.hi;
    double series =
        (((((((z * (1.0 / 17.0) - 1.0 / 15.0) * z + 1.0 / 13.0) * z - 1.0 / 11.0) * z + 1.0 / 9.0) * z - 1.0 / 7.0) *
              z +
          1.0 / 5.0) *
             z -
         1.0 / 3.0);
    pair start = eighths[(int)k];
    pair sum = cs_wide_fast_sum(start.hi, u.hi);
    return cs_wide_fast_sum(sum.hi, sum.lo + (start.lo + (u.lo + u.hi * z * series)));
}

/// base + sign * angle, rounded.
static double turned(pair base, double sign, pair angle)
{
    pair sum = cs_wide_fast_sum(base.hi, sign * angle.hi);
    return sum.hi + (sum.lo + (base.lo + sign * angle.lo));
}

double cs_atan2(double y, double x)
{
    if (isnan(x) || isnan(y)) {
        return x + y;
    }
    bool left = signbit(x) != 0;
    double width = fabs(x), height = fabs(y);
    bool steep = height > width;
    double small = steep ? width : height, large = steep ? height : width;
    if (isinf(small)) { // the diagonals
        small = large = 1;
    }
    pair angle;
    if (large == 0 || small < large * NEGLIGIBLE_RATIO) {
        angle = (pair){large == 0 || steep || left ? 0 : small / large, 0};
    } else {
        double scale = large > 0x1p500 ? 0x1p-600 : large < 0x1p-500 ? 0x1p600 : 1;
        angle = arc_tangent((pair){small * scale, 0}, (pair){large * scale, 0});
    }
    double value = steep  ? turned(half_pi, left ? 1 : -1, angle)
                   : left ? turned(whole_pi, -1, angle)
                          : angle.hi + angle.lo;
    return copysign(value, y);
}

double cs_asin(double x)
{
    double size = fabs(x);
    if (size < SAME_AS_ARGUMENT) {
        return x;
    }
    if (!(size < 1)) {
        return size == 1 ? copysign(half_pi.hi, x) : NAN;
    }
    // asin x = atan(x / sqrt(1 - x^2)), the root as a pair by one step of Newton's method.
    pair square = cs_wide_two_product(size, size);
    pair rest = cs_wide_fast_sum(1, -square.hi);
    rest = cs_wide_two_sum(rest.hi, rest.lo - square.lo);
    double root = sqrt(rest.hi);
    pair back = cs_wide_two_product(root, root);
    pair cosine = {root, (((rest.hi - back.hi) - back.lo) + rest.lo) / (2 * root)};
    pair sine = {size, 0};
    double value;
    if (size <= root) {
        pair angle = arc_tangent(sine, cosine);
        value = angle.hi + angle.lo;
    } else {
        value = turned(half_pi, -1, arc_tangent(cosine, sine));
    }
    return copysign(value, x);
}
