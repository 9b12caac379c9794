// SPDX-License-Identifier: MIT
//
// Wide vectors of doubles: one set of names for every instruction set, so that a kernel is
// written once and compiled once for each width. For kernel sources only.
//
// A kernel source is compiled with CS_WIDE = 1, 2, 4 or 8 lanes (plain C; SSE2, NEON or what the
// compiler makes of it; AVX2; AVX-512) and names its functions CS_WIDE_NAME(fn), which gives
// fn_scalar, fn_128, fn_256 or fn_512. In a module's CMakeLists.txt
//
//     cs_module(sim SOURCES ... MODULES ...)
//     cs_wide_kernel(sim spring_kernel.c)
//
// adds it once for each width that the build has, with the right flags. math/wide_choice.h declares
// all of them in one line and makes the table from which cs_simd_resolve() chooses.
//
// Types: cs_wide (doubles), cs_wide_mask (a truth value a lane), cs_wide_int (64-bit integers a lane).
// The operators + - * / and unary - work on cs_wide as they are, also with a plain double on one side.
// Every operation is the IEEE one of its lane, so the bits are those of the scalar code: no
// reciprocals, no fused multiply-add, no change of order. Everything works without optimisation, too.
#ifndef CS_MATH_WIDE_H
#define CS_MATH_WIDE_H

#include "math/math.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef CS_WIDE
#error "a kernel source is compiled by cs_wide_kernel(), which defines CS_WIDE"
#endif

#if CS_WIDE == 1
#define CS_WIDE_NAME(fn) fn##_scalar
#include "math/wide_1.h"
#elif CS_WIDE == 2
#define CS_WIDE_NAME(fn) fn##_128
#if defined(__SSE2__)
#include "math/wide_sse2.h"
#else
#include "math/wide_generic.h"
#endif
#elif CS_WIDE == 4
#define CS_WIDE_NAME(fn) fn##_256
#include "math/wide_avx2.h"
#elif CS_WIDE == 8
#define CS_WIDE_NAME(fn) fn##_512
#include "math/wide_avx512.h"
#else
#error "CS_WIDE is 1, 2, 4 or 8"
#endif

// What each of the headers above defines (n, i: lanes; p: a pointer to CS_WIDE elements):
//
// cs_wide cs_wide_set(double x)                     x in every lane
// cs_wide cs_wide_zero(void)
// cs_wide cs_wide_iota(void)                        0, 1, 2, ...
// cs_wide cs_wide_load(const double *p)             p at any address
// cs_wide cs_wide_load_aligned(const double *p)     p aligned to the vector
// void cs_wide_store(double *p, cs_wide a), cs_wide_store_aligned
// cs_wide cs_wide_load_first(const double *p, int n)       lanes 0 ... n-1, zero behind; touches n elements only
// void cs_wide_store_first(double *p, cs_wide a, int n)    likewise; n <= 0 does nothing, n >= CS_WIDE stores all
// void cs_wide_store_where(double *p, cs_wide_mask m, cs_wide a)   touches only the lanes of the mask
// cs_wide cs_wide_gather(const double *base, const int32_t *index)    base[index[i]]
// cs_wide cs_wide_load_int32(const int32_t *p)      converted
// void cs_wide_store_int32(int32_t *p, cs_wide a)   cut towards zero; |a| < 2^31
// cs_wide cs_wide_sqrt(cs_wide a), cs_wide_floor, cs_wide_abs
// cs_wide cs_wide_min(cs_wide a, cs_wide b)         a < b ? a : b, so b when one is NaN or both are zeros
// cs_wide cs_wide_max(cs_wide a, cs_wide b)         a > b ? a : b, likewise
// cs_wide_mask cs_wide_less(a, b), _less_equal, _greater, _greater_equal, _equal, _not_equal
//                                                   false with a NaN, but _not_equal true
// cs_wide_mask cs_wide_mask_and(m, n), _or, _andnot (m and not n), _not
// cs_wide_mask cs_wide_mask_first(int n)            true in lanes 0 ... n-1
// cs_wide_mask cs_wide_mask_none(void)
// bool cs_wide_any(m), cs_wide_all(m)
// unsigned cs_wide_mask_bits(m)                     bit i: lane i
// cs_wide cs_wide_select(m, a, b)                   m ? a : b, lane by lane
// cs_wide_int cs_wide_int_set(uint64_t), cs_wide_bits_of(cs_wide), cs_wide cs_wide_of_bits(cs_wide_int)
// cs_wide_int cs_wide_int_and(a, b), _or, _add, _sub
// cs_wide_int cs_wide_int_shift_left(a, count), _shift_right (zeros come in)
//
// And for all widths:

/// The sign of b on the size of a.
static inline cs_wide cs_wide_copysign(cs_wide a, cs_wide b)
{
    const cs_wide_int sign = cs_wide_int_set(UINT64_C(1) << 63), rest = cs_wide_int_set(UINT64_MAX >> 1);
    return cs_wide_of_bits(
        cs_wide_int_or(cs_wide_int_and(cs_wide_bits_of(a), rest), cs_wide_int_and(cs_wide_bits_of(b), sign)));
}

/// As cs_clamp of math.h; NaN stays NaN.
static inline cs_wide cs_wide_clamp(cs_wide x, double low, double high)
{
    return cs_wide_max(cs_wide_set(low), cs_wide_min(cs_wide_set(high), x));
}

#endif
