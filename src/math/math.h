// SPDX-License-Identifier: MIT
//
// Face of the math module: vectors by value and functions that give the same bits
// everywhere. Wide vectors are in math/wide.h, for kernels only.
#ifndef CS_MATH_MATH_H
#define CS_MATH_MATH_H

#include <clothsim/types.h>

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define CS_PI 3.14159265358979323846

static inline cs_vec3 cs_vec3_make(double x, double y, double z)
{
    return (cs_vec3){x, y, z};
}
static inline cs_vec3 cs_add(cs_vec3 a, cs_vec3 b)
{
    return (cs_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}
static inline cs_vec3 cs_sub(cs_vec3 a, cs_vec3 b)
{
    return (cs_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static inline cs_vec3 cs_mul(cs_vec3 a, cs_vec3 b)
{
    return (cs_vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}
static inline cs_vec3 cs_scale(cs_vec3 a, double s)
{
    return (cs_vec3){a.x * s, a.y * s, a.z * s};
}
static inline double cs_dot(cs_vec3 a, cs_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static inline cs_vec3 cs_cross(cs_vec3 a, cs_vec3 b)
{
    return (cs_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static inline double cs_length(cs_vec3 a)
{
    return sqrt(cs_dot(a, a));
}
/// a / |a| by three divisions; the zero vector stays zero.
static inline cs_vec3 cs_normalize(cs_vec3 a)
{
    double length = cs_length(a);
    return length > 0 ? (cs_vec3){a.x / length, a.y / length, a.z / length} : (cs_vec3){0, 0, 0};
}
/// floor() of the C library, -0 and NaN included, without a call where the compiler has no instruction for it.
static inline double cs_floor(double x)
{
    if (!(fabs(x) < 0x1p52)) { // whole, infinite or NaN
        return x;
    }
    double whole = (double)(int64_t)x;
    return whole == x ? x : whole - (whole > x);
}
static inline double cs_clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/// Within 1 ulp of the true value for every finite argument in the named range; only + - * / and bit operations, so the
/// bits are the same everywhere. sin, cos, tan: |x| <= 2^20; exp: underflows to 0, overflows to infinity.
double cs_sin(double x);
double cs_cos(double x);
double cs_tan(double x);
double cs_exp(double x);
double cs_ln(double x);            ///< natural logarithm, x > 0
double cs_pow(double x, double y); ///< x >= 0; 0^0 = 1
double cs_asin(double x);
double cs_atan2(double y, double x);

/// sRGB transfer function of IEC 61966-2-1, both ways, on [0, 1].
double cs_srgb_encode(double linear);
double cs_srgb_decode(double encoded);

/// Counter-based random number in [0, 1): a pure function of its arguments.
double cs_random(uint64_t seed, uint64_t counter);

#endif
