// SPDX-License-Identifier: MIT
//
// Eight lanes in AVX-512 (F, DQ, VL); masks are the processor's own. math/wide.h lists what the
// names mean.
#ifndef CS_MATH_WIDE_AVX512_H
#define CS_MATH_WIDE_AVX512_H

#include <immintrin.h>

typedef __m512d cs_wide;
typedef __mmask8 cs_wide_mask;
typedef __m512i cs_wide_int;

#define CS_WIDE_ALL_LANES ((__mmask8)0xFF)

static inline cs_wide cs_wide_set(double x)
{
    return _mm512_set1_pd(x);
}
static inline cs_wide cs_wide_zero(void)
{
    return _mm512_setzero_pd();
}
static inline cs_wide cs_wide_iota(void)
{
    return _mm512_set_pd(7, 6, 5, 4, 3, 2, 1, 0);
}
static inline cs_wide cs_wide_load(const double *p)
{
    return _mm512_loadu_pd(p);
}
static inline cs_wide cs_wide_load_aligned(const double *p)
{
    return _mm512_load_pd(p);
}
static inline void cs_wide_store(double *p, cs_wide a)
{
    _mm512_storeu_pd(p, a);
}
static inline void cs_wide_store_aligned(double *p, cs_wide a)
{
    _mm512_store_pd(p, a);
}
static inline cs_wide_mask cs_wide_mask_first(int n)
{
    return (__mmask8)(n >= 8 ? 0xFFu : n <= 0 ? 0u : (1u << n) - 1u);
}
static inline cs_wide cs_wide_load_first(const double *p, int n)
{
    return _mm512_maskz_loadu_pd(cs_wide_mask_first(n), p);
}
static inline void cs_wide_store_first(double *p, cs_wide a, int n)
{
    _mm512_mask_storeu_pd(p, cs_wide_mask_first(n), a);
}
static inline void cs_wide_store_where(double *p, cs_wide_mask m, cs_wide a)
{
    _mm512_mask_storeu_pd(p, m, a);
}
// Without optimisation gcc's gather is a macro whose cast of the mask draws -Wsign-conversion.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
static inline cs_wide cs_wide_gather(const double *base, const int32_t *index)
{
    return _mm512_mask_i32gather_pd(_mm512_setzero_pd(), CS_WIDE_ALL_LANES,
                                    _mm256_loadu_si256((const __m256i *)(const void *)index), base, 8);
}
#pragma GCC diagnostic pop
static inline cs_wide cs_wide_load_int32(const int32_t *p)
{
    return _mm512_maskz_cvtepi32_pd(CS_WIDE_ALL_LANES, _mm256_loadu_si256((const __m256i *)(const void *)p));
}
static inline void cs_wide_store_int32(int32_t *p, cs_wide a)
{
    _mm256_storeu_si256((__m256i *)(void *)p, _mm512_maskz_cvttpd_epi32(CS_WIDE_ALL_LANES, a));
}
static inline cs_wide cs_wide_sqrt(cs_wide a)
{
    return _mm512_maskz_sqrt_pd(CS_WIDE_ALL_LANES, a);
}
static inline cs_wide cs_wide_floor(cs_wide a)
{
    return _mm512_floor_pd(a);
}
static inline cs_wide cs_wide_abs(cs_wide a)
{
    return _mm512_maskz_andnot_pd(CS_WIDE_ALL_LANES, _mm512_set1_pd(-0.0), a);
}
static inline cs_wide cs_wide_min(cs_wide a, cs_wide b)
{
    return _mm512_maskz_min_pd(CS_WIDE_ALL_LANES, a, b);
}
static inline cs_wide cs_wide_max(cs_wide a, cs_wide b)
{
    return _mm512_maskz_max_pd(CS_WIDE_ALL_LANES, a, b);
}
static inline cs_wide_mask cs_wide_less(cs_wide a, cs_wide b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ);
}
static inline cs_wide_mask cs_wide_less_equal(cs_wide a, cs_wide b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ);
}
static inline cs_wide_mask cs_wide_greater(cs_wide a, cs_wide b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ);
}
static inline cs_wide_mask cs_wide_greater_equal(cs_wide a, cs_wide b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_GE_OQ);
}
static inline cs_wide_mask cs_wide_equal(cs_wide a, cs_wide b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ);
}
static inline cs_wide_mask cs_wide_not_equal(cs_wide a, cs_wide b)
{
    return _mm512_cmp_pd_mask(a, b, _CMP_NEQ_UQ);
}
static inline cs_wide_mask cs_wide_mask_and(cs_wide_mask m, cs_wide_mask n)
{
    return (__mmask8)(m & n);
}
static inline cs_wide_mask cs_wide_mask_or(cs_wide_mask m, cs_wide_mask n)
{
    return (__mmask8)(m | n);
}
static inline cs_wide_mask cs_wide_mask_andnot(cs_wide_mask m, cs_wide_mask n)
{
    return (__mmask8)(m & ~n);
}
static inline cs_wide_mask cs_wide_mask_not(cs_wide_mask m)
{
    return (__mmask8)~m;
}
static inline cs_wide_mask cs_wide_mask_none(void)
{
    return 0;
}
static inline bool cs_wide_any(cs_wide_mask m)
{
    return m != 0;
}
static inline bool cs_wide_all(cs_wide_mask m)
{
    return m == CS_WIDE_ALL_LANES;
}
static inline unsigned cs_wide_mask_bits(cs_wide_mask m)
{
    return m;
}
static inline cs_wide cs_wide_select(cs_wide_mask m, cs_wide a, cs_wide b)
{
    return _mm512_mask_blend_pd(m, b, a);
}
static inline cs_wide_int cs_wide_int_set(uint64_t x)
{
    return _mm512_set1_epi64((long long)x);
}
static inline cs_wide_int cs_wide_bits_of(cs_wide a)
{
    return _mm512_castpd_si512(a);
}
static inline cs_wide cs_wide_of_bits(cs_wide_int bits)
{
    return _mm512_castsi512_pd(bits);
}
static inline cs_wide_int cs_wide_int_and(cs_wide_int a, cs_wide_int b)
{
    return _mm512_and_si512(a, b);
}
static inline cs_wide_int cs_wide_int_or(cs_wide_int a, cs_wide_int b)
{
    return _mm512_or_si512(a, b);
}
static inline cs_wide_int cs_wide_int_add(cs_wide_int a, cs_wide_int b)
{
    return _mm512_add_epi64(a, b);
}
static inline cs_wide_int cs_wide_int_sub(cs_wide_int a, cs_wide_int b)
{
    return _mm512_sub_epi64(a, b);
}
static inline cs_wide_int cs_wide_int_shift_left(cs_wide_int a, int count)
{
    return _mm512_maskz_sll_epi64(CS_WIDE_ALL_LANES, a, _mm_cvtsi32_si128(count));
}
static inline cs_wide_int cs_wide_int_shift_right(cs_wide_int a, int count)
{
    return _mm512_maskz_srl_epi64(CS_WIDE_ALL_LANES, a, _mm_cvtsi32_si128(count));
}

#endif
