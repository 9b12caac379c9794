// SPDX-License-Identifier: MIT
//
// Four lanes in AVX2. math/wide.h lists what the names mean.
#ifndef CS_MATH_WIDE_AVX2_H
#define CS_MATH_WIDE_AVX2_H

#include <immintrin.h>

typedef __m256d cs_wide;
typedef __m256d cs_wide_mask;
typedef __m256i cs_wide_int;

static inline cs_wide cs_wide_set(double x)
{
    return _mm256_set1_pd(x);
}
static inline cs_wide cs_wide_zero(void)
{
    return _mm256_setzero_pd();
}
static inline cs_wide cs_wide_iota(void)
{
    return _mm256_set_pd(3, 2, 1, 0);
}
static inline cs_wide cs_wide_load(const double *p)
{
    return _mm256_loadu_pd(p);
}
static inline cs_wide cs_wide_load_aligned(const double *p)
{
    return _mm256_load_pd(p);
}
static inline void cs_wide_store(double *p, cs_wide a)
{
    _mm256_storeu_pd(p, a);
}
static inline void cs_wide_store_aligned(double *p, cs_wide a)
{
    _mm256_store_pd(p, a);
}
static inline cs_wide_mask cs_wide_mask_first(int n)
{
    return _mm256_cmp_pd(cs_wide_iota(), _mm256_set1_pd(n), _CMP_LT_OQ);
}
static inline cs_wide cs_wide_load_first(const double *p, int n)
{
    return _mm256_maskload_pd(p, _mm256_castpd_si256(cs_wide_mask_first(n)));
}
static inline void cs_wide_store_first(double *p, cs_wide a, int n)
{
    _mm256_maskstore_pd(p, _mm256_castpd_si256(cs_wide_mask_first(n)), a);
}
static inline void cs_wide_store_where(double *p, cs_wide_mask m, cs_wide a)
{
    _mm256_maskstore_pd(p, _mm256_castpd_si256(m), a);
}
static inline cs_wide cs_wide_gather(const double *base, const int32_t *index)
{
    return _mm256_set_pd(base[index[3]], base[index[2]], base[index[1]], base[index[0]]);
}
static inline cs_wide cs_wide_load_int32(const int32_t *p)
{
    return _mm256_cvtepi32_pd(_mm_loadu_si128((const __m128i *)(const void *)p));
}
static inline void cs_wide_store_int32(int32_t *p, cs_wide a)
{
    _mm_storeu_si128((__m128i *)(void *)p, _mm256_cvttpd_epi32(a));
}
static inline cs_wide cs_wide_sqrt(cs_wide a)
{
    return _mm256_sqrt_pd(a);
}
static inline cs_wide cs_wide_floor(cs_wide a)
{
    return _mm256_floor_pd(a);
}
static inline cs_wide cs_wide_abs(cs_wide a)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a);
}
static inline cs_wide cs_wide_min(cs_wide a, cs_wide b)
{
    return _mm256_min_pd(a, b);
}
static inline cs_wide cs_wide_max(cs_wide a, cs_wide b)
{
    return _mm256_max_pd(a, b);
}
static inline cs_wide_mask cs_wide_less(cs_wide a, cs_wide b)
{
    return _mm256_cmp_pd(a, b, _CMP_LT_OQ);
}
static inline cs_wide_mask cs_wide_less_equal(cs_wide a, cs_wide b)
{
    return _mm256_cmp_pd(a, b, _CMP_LE_OQ);
}
static inline cs_wide_mask cs_wide_greater(cs_wide a, cs_wide b)
{
    return _mm256_cmp_pd(a, b, _CMP_GT_OQ);
}
static inline cs_wide_mask cs_wide_greater_equal(cs_wide a, cs_wide b)
{
    return _mm256_cmp_pd(a, b, _CMP_GE_OQ);
}
static inline cs_wide_mask cs_wide_equal(cs_wide a, cs_wide b)
{
    return _mm256_cmp_pd(a, b, _CMP_EQ_OQ);
}
static inline cs_wide_mask cs_wide_not_equal(cs_wide a, cs_wide b)
{
    return _mm256_cmp_pd(a, b, _CMP_NEQ_UQ);
}
static inline cs_wide_mask cs_wide_mask_and(cs_wide_mask m, cs_wide_mask n)
{
    return _mm256_and_pd(m, n);
}
static inline cs_wide_mask cs_wide_mask_or(cs_wide_mask m, cs_wide_mask n)
{
    return _mm256_or_pd(m, n);
}
static inline cs_wide_mask cs_wide_mask_andnot(cs_wide_mask m, cs_wide_mask n)
{
    return _mm256_andnot_pd(n, m);
}
static inline cs_wide_mask cs_wide_mask_not(cs_wide_mask m)
{
    return _mm256_andnot_pd(m, _mm256_castsi256_pd(_mm256_set1_epi32(-1)));
}
static inline cs_wide_mask cs_wide_mask_none(void)
{
    return _mm256_setzero_pd();
}
static inline unsigned cs_wide_mask_bits(cs_wide_mask m)
{
    return (unsigned)_mm256_movemask_pd(m);
}
static inline bool cs_wide_any(cs_wide_mask m)
{
    return cs_wide_mask_bits(m) != 0;
}
static inline bool cs_wide_all(cs_wide_mask m)
{
    return cs_wide_mask_bits(m) == 15;
}
static inline cs_wide cs_wide_select(cs_wide_mask m, cs_wide a, cs_wide b)
{
    return _mm256_blendv_pd(b, a, m);
}
static inline cs_wide_int cs_wide_int_set(uint64_t x)
{
    return _mm256_set1_epi64x((long long)x);
}
static inline cs_wide_int cs_wide_bits_of(cs_wide a)
{
    return _mm256_castpd_si256(a);
}
static inline cs_wide cs_wide_of_bits(cs_wide_int bits)
{
    return _mm256_castsi256_pd(bits);
}
static inline cs_wide_int cs_wide_int_and(cs_wide_int a, cs_wide_int b)
{
    return _mm256_and_si256(a, b);
}
static inline cs_wide_int cs_wide_int_or(cs_wide_int a, cs_wide_int b)
{
    return _mm256_or_si256(a, b);
}
static inline cs_wide_int cs_wide_int_add(cs_wide_int a, cs_wide_int b)
{
    return _mm256_add_epi64(a, b);
}
static inline cs_wide_int cs_wide_int_sub(cs_wide_int a, cs_wide_int b)
{
    return _mm256_sub_epi64(a, b);
}
static inline cs_wide_int cs_wide_int_shift_left(cs_wide_int a, int count)
{
    return _mm256_sll_epi64(a, _mm_cvtsi32_si128(count));
}
static inline cs_wide_int cs_wide_int_shift_right(cs_wide_int a, int count)
{
    return _mm256_srl_epi64(a, _mm_cvtsi32_si128(count));
}

#endif
