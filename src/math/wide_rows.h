// SPDX-License-Identifier: MIT
//
// Wide vectors along a row of an array: the neighbours to the left without a second load, and small
// integers unpacked to 64 bits. An addition to math/wide.h for stencil kernels.
//
// cs_wide cs_wide_left_1(cs_wide before, cs_wide here)
//     the elements one to the left of `here`, when `before` is the vector before it in the row
// cs_wide cs_wide_left_2(cs_wide before_2, cs_wide before, cs_wide here)
//     the elements two to the left; `before_2` is the vector before `before`
// cs_wide cs_wide_join(cs_wide low, cs_wide high)
//     the lower half of each, one behind the other (one lane: `low`)
// cs_wide cs_wide_upper(cs_wide a)
//     the upper half of a in the lower half, zeros above (one lane: zero)
// cs_wide_int cs_wide_int_load_int16(const int16_t *p)
//     CS_WIDE integers, sign-extended
#ifndef CS_MATH_WIDE_ROWS_H
#define CS_MATH_WIDE_ROWS_H

#include "math/wide.h"

#if CS_WIDE == 1

static inline cs_wide cs_wide_left_1(cs_wide before, cs_wide here)
{
    (void)here;
    return before;
}
static inline cs_wide cs_wide_left_2(cs_wide before_2, cs_wide before, cs_wide here)
{
    (void)before;
    (void)here;
    return before_2;
}
static inline cs_wide cs_wide_join(cs_wide low, cs_wide high)
{
    (void)high;
    return low;
}
static inline cs_wide cs_wide_upper(cs_wide a)
{
    (void)a;
    return 0;
}
static inline cs_wide_int cs_wide_int_load_int16(const int16_t *p)
{
    return (cs_wide_int)(int64_t)*p;
}

#elif CS_WIDE == 2

static inline cs_wide cs_wide_left_1(cs_wide before, cs_wide here)
{
#if defined(__SSE2__)
    return _mm_shuffle_pd(before, here, 1);
#else
    return (cs_wide){before[1], here[0]};
#endif
}
static inline cs_wide cs_wide_left_2(cs_wide before_2, cs_wide before, cs_wide here)
{
    (void)before_2;
    (void)here;
    return before;
}
static inline cs_wide cs_wide_join(cs_wide low, cs_wide high)
{
#if defined(__SSE2__)
    return _mm_unpacklo_pd(low, high);
#else
    return (cs_wide){low[0], high[0]};
#endif
}
static inline cs_wide cs_wide_upper(cs_wide a)
{
#if defined(__SSE2__)
    return _mm_unpackhi_pd(a, _mm_setzero_pd());
#else
    return (cs_wide){a[1], 0};
#endif
}
static inline cs_wide_int cs_wide_int_load_int16(const int16_t *p)
{
#if defined(__SSE2__)
    return _mm_set_epi64x(p[1], p[0]);
#else
    return (cs_wide_int){(uint64_t)(int64_t)p[0], (uint64_t)(int64_t)p[1]};
#endif
}

#elif CS_WIDE == 4

static inline cs_wide cs_wide_left_2(cs_wide before_2, cs_wide before, cs_wide here)
{
    (void)before_2;
    return _mm256_permute2f128_pd(before, here, 0x21);
}
static inline cs_wide cs_wide_left_1(cs_wide before, cs_wide here)
{
    return _mm256_shuffle_pd(_mm256_permute2f128_pd(before, here, 0x21), here, 5);
}
static inline cs_wide cs_wide_join(cs_wide low, cs_wide high)
{
    return _mm256_permute2f128_pd(low, high, 0x20);
}
static inline cs_wide cs_wide_upper(cs_wide a)
{
    return _mm256_permute2f128_pd(a, a, 0x81);
}
static inline cs_wide_int cs_wide_int_load_int16(const int16_t *p)
{
    return _mm256_cvtepi16_epi64(_mm_loadl_epi64((const __m128i *)(const void *)p));
}

#else

static inline cs_wide cs_wide_left_1(cs_wide before, cs_wide here)
{
    return _mm512_castsi512_pd(
        _mm512_maskz_alignr_epi64(CS_WIDE_ALL_LANES, _mm512_castpd_si512(here), _mm512_castpd_si512(before), 7));
}
static inline cs_wide cs_wide_left_2(cs_wide before_2, cs_wide before, cs_wide here)
{
    (void)before_2;
    return _mm512_castsi512_pd(
        _mm512_maskz_alignr_epi64(CS_WIDE_ALL_LANES, _mm512_castpd_si512(here), _mm512_castpd_si512(before), 6));
}
static inline cs_wide cs_wide_join(cs_wide low, cs_wide high)
{
    return _mm512_maskz_shuffle_f64x2(CS_WIDE_ALL_LANES, low, high, 0x44);
}
static inline cs_wide cs_wide_upper(cs_wide a)
{
    return _mm512_maskz_shuffle_f64x2(0x0F, a, a, 0x0E);
}
static inline cs_wide_int cs_wide_int_load_int16(const int16_t *p)
{
    return _mm512_maskz_cvtepi16_epi64(CS_WIDE_ALL_LANES, _mm_loadu_si128((const __m128i *)(const void *)p));
}

#endif
#endif
