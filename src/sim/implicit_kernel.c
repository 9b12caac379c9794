// SPDX-License-Identifier: MIT
//
// Conjugate gradient over slices of CS_SLICE lanes: a vector of CS_WIDE lanes does a slice in CS_SLICE / CS_WIDE parts.
#include "math/wide.h"
#include "sim/implicit_kernels.h"
#include "sim/implicit_wide.h"

// A pivot of a diagonal block is at least this part of its diagonal entry: what is below is rounding.
#define LEAST_PIVOT 1e-14

/// The sum of CS_SLICE partial sums.
INLINE double total(const cs_wide sums[PARTS])
{
    double s[CS_SLICE];
    for (int i = 0; i < PARTS; i++) {
        cs_wide_store(s + i * CS_WIDE, sums[i]);
    }
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

INLINE void multiply_add(const double *block, wide3 v, wide3 *sum)
{
    sum->x = sum->x + (cs_wide_load(block) * v.x + cs_wide_load(block + CS_SLICE) * v.y +
                       cs_wide_load(block + 2 * CS_SLICE) * v.z);
    sum->y = sum->y + (cs_wide_load(block + 3 * CS_SLICE) * v.x + cs_wide_load(block + 4 * CS_SLICE) * v.y +
                       cs_wide_load(block + 5 * CS_SLICE) * v.z);
    sum->z = sum->z + (cs_wide_load(block + 6 * CS_SLICE) * v.x + cs_wide_load(block + 7 * CS_SLICE) * v.y +
                       cs_wide_load(block + 8 * CS_SLICE) * v.z);
}

void CS_WIDE_NAME(cs_multiply)(const cs_conjugate *cg, int first, int end, double sums[2])
{
    const cs_slice_matrix *m = cg->matrix;
    cs_wide ru[PARTS], wu[PARTS];
    for (int part = 0; part < PARTS; part++) {
        ru[part] = wu[part] = cs_wide_zero();
    }
    for (int slice = first; slice < end; slice++) {
        for (int part = 0; part < PARTS; part++) {
            wide3 sum = {cs_wide_zero(), cs_wide_zero(), cs_wide_zero()};
            for (int slot = m->begin[slice]; slot < m->begin[slice + 1]; slot++) {
                const double *block = m->value + (size_t)slot * (CS_SLICE * CS_BLOCK_SIZE) + part * CS_WIDE;
                const int32_t *column = m->column + (size_t)slot * CS_SLICE + part * CS_WIDE;
                wide3 v = m->straight[slot] ? load3(&cg->u, *column) : gather3(&cg->u, column);
                multiply_add(block, v, &sum);
            }
            int lane = slice * CS_SLICE + part * CS_WIDE;
            wide3 u = load3(&cg->u, lane);
            store3(&cg->w, lane, sum);
            ru[part] = ru[part] + dot3(load3(&cg->r, lane), u);
            wu[part] = wu[part] + dot3(sum, u);
        }
    }
    sums[0] = total(ru);
    sums[1] = total(wu);
}

INLINE wide3 apply_inverse(const cs_conjugate *cg, int slice, int part, wide3 r)
{
    const double *m = cg->inverse + (size_t)slice * (CS_SLICE * CS_INVERSE_SIZE) + part * CS_WIDE;
    cs_wide xx = cs_wide_load(m), yy = cs_wide_load(m + CS_SLICE), zz = cs_wide_load(m + 2 * CS_SLICE);
    cs_wide xy = cs_wide_load(m + 3 * CS_SLICE), xz = cs_wide_load(m + 4 * CS_SLICE);
    cs_wide yz = cs_wide_load(m + 5 * CS_SLICE);
    return (wide3){xx * r.x + xy * r.y + xz * r.z, xy * r.x + yy * r.y + yz * r.z, xz * r.x + yz * r.y + zz * r.z};
}

void CS_WIDE_NAME(cs_precondition)(const cs_conjugate *cg, int first, int end, double sums[1])
{
    cs_wide rr[PARTS];
    for (int part = 0; part < PARTS; part++) {
        rr[part] = cs_wide_zero();
    }
    for (int slice = first; slice < end; slice++) {
        for (int part = 0; part < PARTS; part++) {
            int lane = slice * CS_SLICE + part * CS_WIDE;
            wide3 r = load3(&cg->r, lane);
            store3(&cg->u, lane, apply_inverse(cg, slice, part, r));
            rr[part] = rr[part] + dot3(r, r);
        }
    }
    sums[0] = total(rr);
}

void CS_WIDE_NAME(cs_advance)(const cs_conjugate *cg, double alpha, double beta, int first, int end, double sums[1])
{
    const cs_wide step = cs_wide_set(alpha), back = cs_wide_set(-alpha), keep = cs_wide_set(beta);
    cs_wide rr[PARTS];
    for (int part = 0; part < PARTS; part++) {
        rr[part] = cs_wide_zero();
    }
    for (int slice = first; slice < end; slice++) {
        for (int part = 0; part < PARTS; part++) {
            int lane = slice * CS_SLICE + part * CS_WIDE;
            wide3 p = along3(load3(&cg->u, lane), load3(&cg->p, lane), keep);
            wide3 s = along3(load3(&cg->w, lane), load3(&cg->s, lane), keep);
            wide3 r = along3(load3(&cg->r, lane), s, back);
            store3(&cg->p, lane, p);
            store3(&cg->s, lane, s);
            store3(&cg->x, lane, along3(load3(&cg->x, lane), p, step));
            store3(&cg->r, lane, r);
            store3(&cg->u, lane, apply_inverse(cg, slice, part, r));
            rr[part] = rr[part] + dot3(r, r);
        }
    }
    sums[0] = total(rr);
}

/// 1 / pivot, and 0 for a row without entries.
INLINE cs_wide inverse_pivot(cs_wide pivot, cs_wide diagonal)
{
    cs_wide kept = cs_wide_max(pivot, diagonal * LEAST_PIVOT);
    cs_wide_mask there = cs_wide_greater(diagonal, cs_wide_zero());
    return cs_wide_select(there, 1.0 / cs_wide_select(there, kept, cs_wide_set(1)), cs_wide_zero());
}

void CS_WIDE_NAME(cs_invert_diagonal)(const cs_conjugate *cg, int first, int end)
{
    const cs_slice_matrix *m = cg->matrix;
    for (int slice = first; slice < end; slice++) {
        for (int part = 0; part < PARTS; part++) {
            const double *a = m->value + (size_t)m->begin[slice] * (CS_SLICE * CS_BLOCK_SIZE) + part * CS_WIDE;
            double *out = cg->inverse + (size_t)slice * (CS_SLICE * CS_INVERSE_SIZE) + part * CS_WIDE;
            cs_wide xx = cs_wide_load(a), xy = cs_wide_load(a + CS_SLICE), xz = cs_wide_load(a + 2 * CS_SLICE);
            cs_wide yy = cs_wide_load(a + 4 * CS_SLICE), yz = cs_wide_load(a + 5 * CS_SLICE);
            cs_wide zz = cs_wide_load(a + 8 * CS_SLICE);
            // A = L D L^T; the inverse is M^T D^-1 M with M = L^-1.
            cs_wide d0 = inverse_pivot(xx, xx), l10 = xy * d0, l20 = xz * d0;
            cs_wide d1 = inverse_pivot(yy - l10 * xy, yy), y21 = yz - l20 * xy, l21 = y21 * d1;
            cs_wide d2 = inverse_pivot(zz - l20 * xz - l21 * y21, zz);
            cs_wide m10 = -l10, m21 = -l21, m20 = l10 * l21 - l20;
            cs_wide_store(out, d0 + m10 * m10 * d1 + m20 * m20 * d2);
            cs_wide_store(out + CS_SLICE, d1 + m21 * m21 * d2);
            cs_wide_store(out + 2 * CS_SLICE, d2);
            cs_wide_store(out + 3 * CS_SLICE, m10 * d1 + m20 * m21 * d2);
            cs_wide_store(out + 4 * CS_SLICE, m20 * d2);
            cs_wide_store(out + 5 * CS_SLICE, m21 * d2);
        }
    }
}
