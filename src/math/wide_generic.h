// SPDX-License-Identifier: MIT
//
// Two lanes by the compiler's vector extension, for NEON and whatever else has 128 bits.
// math/wide.h lists what the names mean.
#ifndef CS_MATH_WIDE_GENERIC_H
#define CS_MATH_WIDE_GENERIC_H

typedef double cs_wide __attribute__((vector_size(16)));
typedef int64_t cs_wide_mask __attribute__((vector_size(16)));
typedef uint64_t cs_wide_int __attribute__((vector_size(16)));

static inline cs_wide cs_wide_set(double x)
{
    return (cs_wide){x, x};
}
static inline cs_wide cs_wide_zero(void)
{
    return (cs_wide){0, 0};
}
static inline cs_wide cs_wide_iota(void)
{
    return (cs_wide){0, 1};
}
static inline cs_wide cs_wide_load(const double *p)
{
    cs_wide a;
    memcpy(&a, p, sizeof(a));
    return a;
}
static inline cs_wide cs_wide_load_aligned(const double *p)
{
    return cs_wide_load(p);
}
static inline void cs_wide_store(double *p, cs_wide a)
{
    memcpy(p, &a, sizeof(a));
}
static inline void cs_wide_store_aligned(double *p, cs_wide a)
{
    cs_wide_store(p, a);
}
static inline cs_wide cs_wide_load_first(const double *p, int n)
{
    return n >= 2 ? cs_wide_load(p) : n == 1 ? (cs_wide){p[0], 0} : cs_wide_zero();
}
static inline void cs_wide_store_first(double *p, cs_wide a, int n)
{
    if (n > 0) {
        p[0] = a[0];
    }
    if (n > 1) {
        p[1] = a[1];
    }
}
static inline void cs_wide_store_where(double *p, cs_wide_mask m, cs_wide a)
{
    if (m[0]) {
        p[0] = a[0];
    }
    if (m[1]) {
        p[1] = a[1];
    }
}
static inline cs_wide cs_wide_gather(const double *base, const int32_t *index)
{
    return (cs_wide){base[index[0]], base[index[1]]};
}
static inline cs_wide cs_wide_load_int32(const int32_t *p)
{
    return (cs_wide){p[0], p[1]};
}
static inline void cs_wide_store_int32(int32_t *p, cs_wide a)
{
    p[0] = (int32_t)a[0];
    p[1] = (int32_t)a[1];
}
static inline cs_wide cs_wide_sqrt(cs_wide a)
{
    return (cs_wide){sqrt(a[0]), sqrt(a[1])};
}
static inline cs_wide cs_wide_floor(cs_wide a)
{
    return (cs_wide){floor(a[0]), floor(a[1])};
}
static inline cs_wide cs_wide_abs(cs_wide a)
{
    return (cs_wide){fabs(a[0]), fabs(a[1])};
}
static inline cs_wide_mask cs_wide_less(cs_wide a, cs_wide b)
{
    return (cs_wide_mask)(a < b);
}
static inline cs_wide_mask cs_wide_less_equal(cs_wide a, cs_wide b)
{
    return (cs_wide_mask)(a <= b);
}
static inline cs_wide_mask cs_wide_greater(cs_wide a, cs_wide b)
{
    return (cs_wide_mask)(a > b);
}
static inline cs_wide_mask cs_wide_greater_equal(cs_wide a, cs_wide b)
{
    return (cs_wide_mask)(a >= b);
}
static inline cs_wide_mask cs_wide_equal(cs_wide a, cs_wide b)
{
    return (cs_wide_mask)(a == b);
}
static inline cs_wide_mask cs_wide_not_equal(cs_wide a, cs_wide b)
{
    return (cs_wide_mask)(a != b);
}
static inline cs_wide_mask cs_wide_mask_and(cs_wide_mask m, cs_wide_mask n)
{
    return m & n;
}
static inline cs_wide_mask cs_wide_mask_or(cs_wide_mask m, cs_wide_mask n)
{
    return m | n;
}
static inline cs_wide_mask cs_wide_mask_andnot(cs_wide_mask m, cs_wide_mask n)
{
    return m & ~n;
}
static inline cs_wide_mask cs_wide_mask_not(cs_wide_mask m)
{
    return ~m;
}
static inline cs_wide_mask cs_wide_mask_first(int n)
{
    return (cs_wide_mask){n > 0 ? -1 : 0, n > 1 ? -1 : 0};
}
static inline cs_wide_mask cs_wide_mask_none(void)
{
    return (cs_wide_mask){0, 0};
}
static inline unsigned cs_wide_mask_bits(cs_wide_mask m)
{
    return (m[0] ? 1u : 0u) | (m[1] ? 2u : 0u);
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
    return (cs_wide)(((cs_wide_mask)a & m) | ((cs_wide_mask)b & ~m));
}
static inline cs_wide cs_wide_min(cs_wide a, cs_wide b)
{
    return cs_wide_select(cs_wide_less(a, b), a, b);
}
static inline cs_wide cs_wide_max(cs_wide a, cs_wide b)
{
    return cs_wide_select(cs_wide_greater(a, b), a, b);
}
static inline cs_wide_int cs_wide_int_set(uint64_t x)
{
    return (cs_wide_int){x, x};
}
static inline cs_wide_int cs_wide_bits_of(cs_wide a)
{
    return (cs_wide_int)a;
}
static inline cs_wide cs_wide_of_bits(cs_wide_int bits)
{
    return (cs_wide)bits;
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
    return a << cs_wide_int_set((uint64_t)count);
}
static inline cs_wide_int cs_wide_int_shift_right(cs_wide_int a, int count)
{
    return a >> cs_wide_int_set((uint64_t)count);
}

#endif
