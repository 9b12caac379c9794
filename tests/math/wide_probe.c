// SPDX-License-Identifier: MIT
//
// The kernel of wide_probe.h.
#include "math/wide.h"

#include "math/wide_math.h"
#include "math/wide_probe.h"

static void put(const probe_input *in, enum probe_column column, int i, cs_wide value)
{
    cs_wide_store(in->columns[column] + i, value);
}

static void probe_numbers(const probe_input *in, int i)
{
    cs_wide a = cs_wide_load(in->a + i), b = cs_wide_load(in->b + i);
    put(in, PROBE_ADD, i, a + b);
    put(in, PROBE_SUBTRACT, i, a - b);
    put(in, PROBE_MULTIPLY, i, a * b);
    put(in, PROBE_DIVIDE, i, a / b);
    put(in, PROBE_NEGATE, i, -a);
    put(in, PROBE_SCALAR_RIGHT, i, a * 3.0 + 1.0);
    put(in, PROBE_SQRT, i, cs_wide_sqrt(a));
    put(in, PROBE_FLOOR, i, cs_wide_floor(a));
    put(in, PROBE_ABS, i, cs_wide_abs(a));
    put(in, PROBE_MIN, i, cs_wide_min(a, b));
    put(in, PROBE_MAX, i, cs_wide_max(a, b));
    put(in, PROBE_CLAMP, i, cs_wide_clamp(a, -2, 0.5));
    put(in, PROBE_COPYSIGN, i, cs_wide_copysign(a, b));
    put(in, PROBE_GATHER, i, cs_wide_gather(in->table, in->index + i));
    put(in, PROBE_EXP, i, cs_wide_exp(a));
    put(in, PROBE_LN, i, cs_wide_ln(a));
    put(in, PROBE_POW, i, cs_wide_pow(a, b));
    put(in, PROBE_ATAN2, i, cs_wide_atan2(a, b));
    int32_t whole[PROBE_LANES];
    cs_wide_store_int32(whole, cs_wide_clamp(cs_wide_select(cs_wide_equal(a, a), a, b * 0.0), -1e9, 1e9));
    put(in, PROBE_INT32, i, cs_wide_load_int32(whole));
}

static void probe_masks(const probe_input *in, int i)
{
    cs_wide a = cs_wide_load(in->a + i), b = cs_wide_load(in->b + i);
    cs_wide one = cs_wide_set(1), two = cs_wide_set(2);
    cs_wide_mask less = cs_wide_less(a, b), positive = cs_wide_greater(a, cs_wide_zero());
    put(in, PROBE_SELECT_LESS, i, cs_wide_select(less, a, b));
    put(in, PROBE_SELECT_LESS_EQUAL, i, cs_wide_select(cs_wide_less_equal(a, b), a, b));
    put(in, PROBE_SELECT_GREATER, i, cs_wide_select(cs_wide_greater(a, b), a, b));
    put(in, PROBE_SELECT_GREATER_EQUAL, i, cs_wide_select(cs_wide_greater_equal(a, b), a, b));
    put(in, PROBE_SELECT_EQUAL, i, cs_wide_select(cs_wide_equal(a, b), one, two));
    put(in, PROBE_SELECT_NOT_EQUAL, i, cs_wide_select(cs_wide_not_equal(a, b), one, two));
    put(in, PROBE_MASK_AND, i, cs_wide_select(cs_wide_mask_and(less, positive), one, two));
    put(in, PROBE_MASK_OR, i, cs_wide_select(cs_wide_mask_or(less, positive), one, two));
    put(in, PROBE_MASK_ANDNOT, i, cs_wide_select(cs_wide_mask_andnot(less, positive), one, two));
    put(in, PROBE_MASK_NOT, i, cs_wide_select(cs_wide_mask_not(less), one, two));
    unsigned bits = cs_wide_mask_bits(less);
    for (int lane = 0; lane < CS_WIDE; lane++) {
        in->less[i + lane] = (unsigned char)(bits >> lane & 1);
    }
    cs_wide_int p = cs_wide_bits_of(a), q = cs_wide_bits_of(b);
    put(in, PROBE_BITS_AND, i, cs_wide_of_bits(cs_wide_int_and(p, q)));
    put(in, PROBE_BITS_OR, i, cs_wide_of_bits(cs_wide_int_or(p, q)));
    put(in, PROBE_BITS_ADD, i, cs_wide_of_bits(cs_wide_int_add(p, q)));
    put(in, PROBE_BITS_SUBTRACT, i, cs_wide_of_bits(cs_wide_int_sub(p, q)));
    put(in, PROBE_BITS_LEFT, i, cs_wide_of_bits(cs_wide_int_shift_left(p, 7)));
    put(in, PROBE_BITS_RIGHT, i, cs_wide_of_bits(cs_wide_int_shift_right(p, 52)));
}

void CS_WIDE_NAME(probe_operations)(const probe_input *input)
{
    for (int i = 0; i < input->count; i += CS_WIDE) {
        probe_numbers(input, i);
        probe_masks(input, i);
    }
}

void CS_WIDE_NAME(probe_tail)(const double *p, int n, int m, double *out, double *where)
{
    cs_wide a = cs_wide_load_first(p, n);
    cs_wide_store_first(out, a, m);
    cs_wide_store_where(where, cs_wide_greater(a, cs_wide_zero()), a);
}

int CS_WIDE_NAME(probe_truth)(void)
{
    cs_wide_mask none = cs_wide_mask_none(), all = cs_wide_mask_not(none);
    cs_wide_mask last = cs_wide_equal(cs_wide_iota(), cs_wide_set(CS_WIDE - 1));
    _Alignas(64) double lanes[PROBE_LANES] = {0};
    cs_wide_store_aligned(lanes, cs_wide_iota());
    bool counts = cs_wide_all(cs_wide_equal(cs_wide_load_aligned(lanes), cs_wide_iota()));
    for (int i = 0; i < CS_WIDE; i++) {
        counts = counts && lanes[i] == i;
    }
    bool firsts = true;
    for (int n = -1; n <= CS_WIDE + 1; n++) {
        int inside = n < 0 ? 0 : n > CS_WIDE ? CS_WIDE : n;
        firsts = firsts && cs_wide_mask_bits(cs_wide_mask_first(n)) == (1u << inside) - 1;
    }
    return (cs_wide_any(none) ? 0 : 1) | (cs_wide_all(all) ? 2 : 0) | (cs_wide_any(last) ? 4 : 0) |
           (cs_wide_all(last) == (CS_WIDE == 1) ? 8 : 0) | (cs_wide_all(none) ? 0 : 16) | (counts ? 32 : 0) |
           (firsts ? 64 : 0) | (cs_wide_mask_bits(last) == 1u << (CS_WIDE - 1) ? 128 : 0);
}

int CS_WIDE_NAME(probe_lanes)(void)
{
    return CS_WIDE;
}
