// SPDX-License-Identifier: MIT
//
// One lane: plain C, the oracle of the wide ones. math/wide.h lists what the names mean.
#ifndef CS_MATH_WIDE_1_H
#define CS_MATH_WIDE_1_H

typedef double cs_wide;
typedef bool cs_wide_mask;
typedef uint64_t cs_wide_int;

static inline cs_wide cs_wide_set(double x)
{
    return x;
}
static inline cs_wide cs_wide_zero(void)
{
    return 0;
}
static inline cs_wide cs_wide_iota(void)
{
    return 0;
}
static inline cs_wide cs_wide_load(const double *p)
{
    return *p;
}
static inline cs_wide cs_wide_load_aligned(const double *p)
{
    return *p;
}
static inline void cs_wide_store(double *p, cs_wide a)
{
    *p = a;
}
static inline void cs_wide_store_aligned(double *p, cs_wide a)
{
    *p = a;
}
static inline cs_wide cs_wide_load_first(const double *p, int n)
{
    return n > 0 ? *p : 0;
}
static inline void cs_wide_store_first(double *p, cs_wide a, int n)
{
    if (n > 0) {
        *p = a;
    }
}
static inline void cs_wide_store_where(double *p, cs_wide_mask m, cs_wide a)
{
    if (m) {
        *p = a;
    }
}
static inline cs_wide cs_wide_gather(const double *base, const int32_t *index)
{
    return base[*index];
}
static inline cs_wide cs_wide_load_int32(const int32_t *p)
{
    return *p;
}
static inline void cs_wide_store_int32(int32_t *p, cs_wide a)
{
    *p = (int32_t)a;
}
static inline cs_wide cs_wide_sqrt(cs_wide a)
{
    return sqrt(a);
}
static inline cs_wide cs_wide_floor(cs_wide a)
{
    return cs_floor(a);
}
static inline cs_wide cs_wide_abs(cs_wide a)
{
    return fabs(a);
}
static inline cs_wide cs_wide_min(cs_wide a, cs_wide b)
{
    return a < b ? a : b;
}
static inline cs_wide cs_wide_max(cs_wide a, cs_wide b)
{
    return a > b ? a : b;
}
static inline cs_wide_mask cs_wide_less(cs_wide a, cs_wide b)
{
    return a < b;
}
static inline cs_wide_mask cs_wide_less_equal(cs_wide a, cs_wide b)
{
    return a <= b;
}
static inline cs_wide_mask cs_wide_greater(cs_wide a, cs_wide b)
{
    return a > b;
}
static inline cs_wide_mask cs_wide_greater_equal(cs_wide a, cs_wide b)
{
    return a >= b;
}
static inline cs_wide_mask cs_wide_equal(cs_wide a, cs_wide b)
{
    return a == b;
}
static inline cs_wide_mask cs_wide_not_equal(cs_wide a, cs_wide b)
{
    return a != b;
}
static inline cs_wide_mask cs_wide_mask_and(cs_wide_mask m, cs_wide_mask n)
{
    return m && n;
}
static inline cs_wide_mask cs_wide_mask_or(cs_wide_mask m, cs_wide_mask n)
{
    return m || n;
}
static inline cs_wide_mask cs_wide_mask_andnot(cs_wide_mask m, cs_wide_mask n)
{
    return m && !n;
}
static inline cs_wide_mask cs_wide_mask_not(cs_wide_mask m)
{
    return !m;
}
static inline cs_wide_mask cs_wide_mask_first(int n)
{
    return n > 0;
}
static inline cs_wide_mask cs_wide_mask_none(void)
{
    return false;
}
static inline bool cs_wide_any(cs_wide_mask m)
{
    return m;
}
static inline bool cs_wide_all(cs_wide_mask m)
{
    return m;
}
static inline unsigned cs_wide_mask_bits(cs_wide_mask m)
{
    return m;
}
static inline cs_wide cs_wide_select(cs_wide_mask m, cs_wide a, cs_wide b)
{
    return m ? a : b;
}
static inline cs_wide_int cs_wide_int_set(uint64_t x)
{
    return x;
}
static inline cs_wide_int cs_wide_bits_of(cs_wide a)
{
    cs_wide_int bits;
    memcpy(&bits, &a, sizeof(bits));
    return bits;
}
static inline cs_wide cs_wide_of_bits(cs_wide_int bits)
{
    cs_wide a;
    memcpy(&a, &bits, sizeof(a));
    return a;
}
static inline cs_wide_int cs_wide_int_and(cs_wide_int a, cs_wide_int b)
{
    return a & b;
}
static inline cs_wide_int cs_wide_int_or(cs_wide_int a, cs_wide_int b)
{
    return a | b;
}
static inline cs_wide_int cs_wide_int_add(cs_wide_int a, cs_wide_int b)
{
    return a + b;
}
static inline cs_wide_int cs_wide_int_sub(cs_wide_int a, cs_wide_int b)
{
    return a - b;
}
static inline cs_wide_int cs_wide_int_shift_left(cs_wide_int a, int count)
{
    return a << count;
}
static inline cs_wide_int cs_wide_int_shift_right(cs_wide_int a, int count)
{
    return a >> count;
}

#endif
