// SPDX-License-Identifier: MIT
//
// Two lanes in SSE2, which every x86-64 processor has. math/wide.h lists what the names mean.
#ifndef CS_MATH_WIDE_SSE2_H
#define CS_MATH_WIDE_SSE2_H

#include <emmintrin.h>

typedef __m128d cs_wide;
typedef __m128d cs_wide_mask;
typedef __m128i cs_wide_int;

static inline cs_wide cs_wide_set(double x)
{
    return _mm_set1_pd(x);
}
static inline cs_wide cs_wide_zero(void)
{
    return _mm_setzero_pd();
}
static inline cs_wide cs_wide_iota(void)
{
    return _mm_set_pd(1, 0);
}
static inline cs_wide cs_wide_load(const double *p)
{
    return _mm_loadu_pd(p);
}
static inline cs_wide cs_wide_load_aligned(const double *p)
{
    return _mm_load_pd(p);
}
static inline void cs_wide_store(double *p, cs_wide a)
{
    _mm_storeu_pd(p, a);
}
static inline void cs_wide_store_aligned(double *p, cs_wide a)
{
    _mm_store_pd(p, a);
}
static inline cs_wide cs_wide_load_first(const double *p, int n)
{
    return n >= 2 ? _mm_loadu_pd(p) : n == 1 ? _mm_load_sd(p) : _mm_setzero_pd();
}
static inline void cs_wide_store_first(double *p, cs_wide a, int n)
{
    if (n >= 2) {
        _mm_storeu_pd(p, a);
    } else if (n == 1) {
        _mm_store_sd(p, a);
    }
}
static inline unsigned cs_wide_mask_bits(cs_wide_mask m)
{
    return (unsigned)_mm_movemask_pd(m);
}
static inline void cs_wide_store_where(double *p, cs_wide_mask m, cs_wide a)
{
    unsigned bits = cs_wide_mask_bits(m);
    if (bits & 1) {
        _mm_storel_pd(p, a);
    }
    if (bits & 2) {
        _mm_storeh_pd(p + 1, a);
    }
}
static inline cs_wide cs_wide_gather(const double *base, const int32_t *index)
{
    return _mm_set_pd(base[index[1]], base[index[0]]);
}
static inline cs_wide cs_wide_load_int32(const int32_t *p)
{
    return _mm_set_pd(p[1], p[0]);
}
static inline void cs_wide_store_int32(int32_t *p, cs_wide a)
{
    p[0] = _mm_cvttsd_si32(a);
    p[1] = _mm_cvttsd_si32(_mm_unpackhi_pd(a, a));
}
static inline cs_wide cs_wide_sqrt(cs_wide a)
{
    return _mm_sqrt_pd(a);
}
static inline cs_wide cs_wide_abs(cs_wide a)
{
    return _mm_andnot_pd(_mm_set1_pd(-0.0), a);
}
static inline cs_wide cs_wide_min(cs_wide a, cs_wide b)
{
    return _mm_min_pd(a, b);
}
static inline cs_wide cs_wide_max(cs_wide a, cs_wide b)
{
    return _mm_max_pd(a, b);
}
static inline cs_wide_mask cs_wide_less(cs_wide a, cs_wide b)
{
    return _mm_cmplt_pd(a, b);
}
static inline cs_wide_mask cs_wide_less_equal(cs_wide a, cs_wide b)
{
    return _mm_cmple_pd(a, b);
}
static inline cs_wide_mask cs_wide_greater(cs_wide a, cs_wide b)
{
    return _mm_cmpgt_pd(a, b);
}
static inline cs_wide_mask cs_wide_greater_equal(cs_wide a, cs_wide b)
{
    return _mm_cmpge_pd(a, b);
}
static inline cs_wide_mask cs_wide_equal(cs_wide a, cs_wide b)
{
    return _mm_cmpeq_pd(a, b);
}
static inline cs_wide_mask cs_wide_not_equal(cs_wide a, cs_wide b)
{
    return _mm_cmpneq_pd(a, b);
}
static inline cs_wide_mask cs_wide_mask_and(cs_wide_mask m, cs_wide_mask n)
{
    return _mm_and_pd(m, n);
}
static inline cs_wide_mask cs_wide_mask_or(cs_wide_mask m, cs_wide_mask n)
{
    return _mm_or_pd(m, n);
}
static inline cs_wide_mask cs_wide_mask_andnot(cs_wide_mask m, cs_wide_mask n)
{
    return _mm_andnot_pd(n, m);
}
static inline cs_wide_mask cs_wide_mask_not(cs_wide_mask m)
{
    return _mm_andnot_pd(m, _mm_castsi128_pd(_mm_set1_epi32(-1)));
}
static inline cs_wide_mask cs_wide_mask_first(int n)
{
    return _mm_cmplt_pd(cs_wide_iota(), _mm_set1_pd(n));
}
static inline cs_wide_mask cs_wide_mask_none(void)
{
    return _mm_setzero_pd();
}
static inline bool cs_wide_any(cs_wide_mask m)
{
    return cs_wide_mask_bits(m) != 0;
}
static inline bool cs_wide_all(cs_wide_mask m)
{
    return cs_wide_mask_bits(m) == 3;
}
static inline cs_wide cs_wide_select(cs_wide_mask m, cs_wide a, cs_wide b)
{
    return _mm_or_pd(_mm_and_pd(m, a), _mm_andnot_pd(m, b));
}
/// SSE2 has no rounding instruction: adding and taking away 2^52 rounds to a whole number, which may be one too large.
static inline cs_wide cs_wide_floor(cs_wide a)
{
    const __m128d sign = _mm_set1_pd(-0.0), shift = _mm_set1_pd(4503599627370496.0);
    __m128d size = _mm_andnot_pd(sign, a);
    __m128d whole = _mm_or_pd(_mm_sub_pd(_mm_add_pd(size, shift), shift), _mm_and_pd(sign, a));
    whole = _mm_sub_pd(whole, _mm_and_pd(_mm_cmpgt_pd(whole, a), _mm_set1_pd(1)));
    return cs_wide_select(_mm_cmplt_pd(size, shift), whole, a);
}
static inline cs_wide_int cs_wide_int_set(uint64_t x)
{
    return _mm_set1_epi64x((long long)x);
}
static inline cs_wide_int cs_wide_bits_of(cs_wide a)
{
    return _mm_castpd_si128(a);
}
static inline cs_wide cs_wide_of_bits(cs_wide_int bits)
{
    return _mm_castsi128_pd(bits);
}
static inline cs_wide_int cs_wide_int_and(cs_wide_int a, cs_wide_int b)
{
    return _mm_and_si128(a, b);
}
static inline cs_wide_int cs_wide_int_or(cs_wide_int a, cs_wide_int b)
{
    return _mm_or_si128(a, b);
}
static inline cs_wide_int cs_wide_int_add(cs_wide_int a, cs_wide_int b)
{
    return _mm_add_epi64(a, b);
}
static inline cs_wide_int cs_wide_int_sub(cs_wide_int a, cs_wide_int b)
{
    return _mm_sub_epi64(a, b);
}
static inline cs_wide_int cs_wide_int_shift_left(cs_wide_int a, int count)
{
    return _mm_sll_epi64(a, _mm_cvtsi32_si128(count));
}
static inline cs_wide_int cs_wide_int_shift_right(cs_wide_int a, int count)
{
    return _mm_srl_epi64(a, _mm_cvtsi32_si128(count));
}

#endif
