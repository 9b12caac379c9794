// SPDX-License-Identifier: MIT
//
// exp, ln, pow, the sRGB curve and random numbers with the same bits on every machine. The
// first three are the wide ones of wide_math.h with a single lane, so that the two cannot differ.
#define CS_WIDE 1
#include "math/math.h"
#include "math/wide_math.h"

double cs_exp(double x)
{
    return cs_wide_exp(x);
}

double cs_ln(double x)
{
    return cs_wide_ln(x);
}

double cs_pow(double x, double y)
{
    return cs_wide_pow(x, y);
}

double cs_srgb_encode(double linear)
{
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * cs_pow(linear, 1 / 2.4) - 0.055;
}

double cs_srgb_decode(double encoded)
{
    return encoded <= 0.04045 ? encoded / 12.92 : cs_pow((encoded + 0.055) / 1.055, 2.4);
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

double cs_random(uint64_t seed, uint64_t counter)
{
    // SplitMix64 from a start that is itself mixed from the seed, so that neighbouring seeds are no shifted copies.
    const uint64_t golden = UINT64_C(0x9E3779B97F4A7C15);
    return (double)(mix(mix(seed + golden) + counter * golden) >> 11) * 0x1p-53;
}
