// SPDX-License-Identifier: MIT
//
// sin, cos, tan, asin, atan2 with the same bits on every machine, each rounded from an unevaluated
// sum of two doubles. sin and cos: Cody and Waite's reduction by pi/2 in four pieces, then the Taylor
// series. atan2 and the arc tangent of asin are the wide ones of wide_math.h with a single lane.
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

static const pair half_pi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

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

double cs_tan(double x)
{
    if (fabs(x) < SAME_AS_ARGUMENT) {
        return x;
    }
    double quadrant;
    pair r = reduce(x, &quadrant);
    pair s = sin_pair(r), c = cos_pair(r);
    bool odd = quadrant == 1 || quadrant == 3;
    pair value = odd ? cs_wide_divide_pair(c, s) : cs_wide_divide_pair(s, c);
    double sum = value.hi + value.lo;
    return odd ? -sum : sum;
}

double cs_atan2(double y, double x)
{
    return cs_wide_atan2(y, x);
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
        pair angle = cs_wide_atan_pair(sine, cosine);
        value = angle.hi + angle.lo;
    } else {
        value = cs_wide_turned(half_pi, -1, cs_wide_atan_pair(cosine, sine));
    }
    return copysign(value, x);
}
