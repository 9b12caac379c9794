// SPDX-License-Identifier: MIT
//
// Wide vectors over particles that lie anywhere: x, y, z and the inverse mass of a particle stand side by side, so that
// one load takes all four and a transpose makes four vectors of them. A gather would be four loads a particle, and
// takes as long as the square root and the division of a link together. For the kernels of position based dynamics.
#ifndef CS_SIM_XPBD_WIDE_H
#define CS_SIM_XPBD_WIDE_H

#include "math/wide.h"

/// Parts of a kernel's loop: vectors that are handed over through memory would cost as much as the arithmetic.
#define KERNEL_PART static inline __attribute__((always_inline))

/// Three coordinates of CS_WIDE particles.
typedef struct wide3 {
    cs_wide x, y, z;
} wide3;

KERNEL_PART wide3 add3(wide3 a, wide3 b)
{
    return (wide3){a.x + b.x, a.y + b.y, a.z + b.z};
}
KERNEL_PART wide3 sub3(wide3 a, wide3 b)
{
    return (wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}
KERNEL_PART wide3 scale3(wide3 a, cs_wide s)
{
    return (wide3){a.x * s, a.y * s, a.z * s};
}
KERNEL_PART cs_wide dot3(wide3 a, wide3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
KERNEL_PART wide3 cross3(wide3 a, wide3 b)
{
    return (wide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// CS_WIDE particles: positions and inverse masses.
typedef struct wide_particles {
    wide3 at;
    cs_wide w;
} wide_particles;

// wide_particles load_particles(const double *slots, const int32_t *index)
//     slots[4 index[i]] and the three behind it, slots aligned to four doubles
// void store_particles(double *slots, const int32_t *index, wide_particles p)
//     the same way back, lane by lane, so that of equal indices the last one stays

#if CS_WIDE == 8

KERNEL_PART __m512d pair_of(const double *slots, int32_t low, int32_t high)
{
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(slots + 4 * (ptrdiff_t)low)),
                              _mm256_load_pd(slots + 4 * (ptrdiff_t)high), 1);
}

KERNEL_PART wide_particles load_particles(const double *slots, const int32_t *index)
{
    const __mmask8 all = CS_WIDE_ALL_LANES;
    __m512d r0 = pair_of(slots, index[0], index[2]), r1 = pair_of(slots, index[1], index[3]);
    __m512d r2 = pair_of(slots, index[4], index[6]), r3 = pair_of(slots, index[5], index[7]);
    __m512d xz0 = _mm512_maskz_unpacklo_pd(all, r0, r1), yw0 = _mm512_maskz_unpackhi_pd(all, r0, r1);
    __m512d xz1 = _mm512_maskz_unpacklo_pd(all, r2, r3), yw1 = _mm512_maskz_unpackhi_pd(all, r2, r3);
    return (wide_particles){
        .at = {_mm512_maskz_shuffle_f64x2(all, xz0, xz1, 0x88), _mm512_maskz_shuffle_f64x2(all, yw0, yw1, 0x88),
               _mm512_maskz_shuffle_f64x2(all, xz0, xz1, 0xDD)},
        .w = _mm512_maskz_shuffle_f64x2(all, yw0, yw1, 0xDD),
    };
}

KERNEL_PART void store_pair(double *slots, int32_t low, int32_t high, __m512d pair)
{
    _mm256_store_pd(slots + 4 * (ptrdiff_t)low, _mm512_castpd512_pd256(pair));
    _mm256_store_pd(slots + 4 * (ptrdiff_t)high, _mm512_maskz_extractf64x4_pd(0xF, pair, 1));
}

KERNEL_PART void store_particles(double *slots, const int32_t *index, wide_particles p)
{
    const __mmask8 all = CS_WIDE_ALL_LANES;
    const __m512i low = _mm512_set_epi64(11, 10, 3, 2, 9, 8, 1, 0), high = _mm512_set_epi64(15, 14, 7, 6, 13, 12, 5, 4);
    __m512d xy0 = _mm512_maskz_unpacklo_pd(all, p.at.x, p.at.y), xy1 = _mm512_maskz_unpackhi_pd(all, p.at.x, p.at.y);
    __m512d zw0 = _mm512_maskz_unpacklo_pd(all, p.at.z, p.w), zw1 = _mm512_maskz_unpackhi_pd(all, p.at.z, p.w);
    store_pair(slots, index[0], index[2], _mm512_permutex2var_pd(xy0, low, zw0));
    store_pair(slots, index[1], index[3], _mm512_permutex2var_pd(xy1, low, zw1));
    store_pair(slots, index[4], index[6], _mm512_permutex2var_pd(xy0, high, zw0));
    store_pair(slots, index[5], index[7], _mm512_permutex2var_pd(xy1, high, zw1));
}

#elif CS_WIDE == 4

KERNEL_PART wide_particles load_particles(const double *slots, const int32_t *index)
{
    __m256d r0 = _mm256_load_pd(slots + 4 * (ptrdiff_t)index[0]), r1 = _mm256_load_pd(slots + 4 * (ptrdiff_t)index[1]);
    __m256d r2 = _mm256_load_pd(slots + 4 * (ptrdiff_t)index[2]), r3 = _mm256_load_pd(slots + 4 * (ptrdiff_t)index[3]);
    __m256d xz0 = _mm256_unpacklo_pd(r0, r1), yw0 = _mm256_unpackhi_pd(r0, r1);
    __m256d xz1 = _mm256_unpacklo_pd(r2, r3), yw1 = _mm256_unpackhi_pd(r2, r3);
    return (wide_particles){
        .at = {_mm256_permute2f128_pd(xz0, xz1, 0x20), _mm256_permute2f128_pd(yw0, yw1, 0x20),
               _mm256_permute2f128_pd(xz0, xz1, 0x31)},
        .w = _mm256_permute2f128_pd(yw0, yw1, 0x31),
    };
}

KERNEL_PART void store_particles(double *slots, const int32_t *index, wide_particles p)
{
    __m256d xy0 = _mm256_unpacklo_pd(p.at.x, p.at.y), xy1 = _mm256_unpackhi_pd(p.at.x, p.at.y);
    __m256d zw0 = _mm256_unpacklo_pd(p.at.z, p.w), zw1 = _mm256_unpackhi_pd(p.at.z, p.w);
    _mm256_store_pd(slots + 4 * (ptrdiff_t)index[0], _mm256_permute2f128_pd(xy0, zw0, 0x20));
    _mm256_store_pd(slots + 4 * (ptrdiff_t)index[1], _mm256_permute2f128_pd(xy1, zw1, 0x20));
    _mm256_store_pd(slots + 4 * (ptrdiff_t)index[2], _mm256_permute2f128_pd(xy0, zw0, 0x31));
    _mm256_store_pd(slots + 4 * (ptrdiff_t)index[3], _mm256_permute2f128_pd(xy1, zw1, 0x31));
}

#else

KERNEL_PART wide_particles load_particles(const double *slots, const int32_t *index)
{
    double part[4][CS_WIDE];
    for (int i = 0; i < CS_WIDE; i++) {
        const double *slot = slots + 4 * (ptrdiff_t)index[i];
        for (int k = 0; k < 4; k++) {
            part[k][i] = slot[k];
        }
    }
    return (wide_particles){
        .at = {cs_wide_load(part[0]), cs_wide_load(part[1]), cs_wide_load(part[2])},
        .w = cs_wide_load(part[3]),
    };
}

KERNEL_PART void store_particles(double *slots, const int32_t *index, wide_particles p)
{
    double part[4][CS_WIDE];
    cs_wide_store(part[0], p.at.x);
    cs_wide_store(part[1], p.at.y);
    cs_wide_store(part[2], p.at.z);
    cs_wide_store(part[3], p.w);
    for (int i = 0; i < CS_WIDE; i++) {
        double *slot = slots + 4 * (ptrdiff_t)index[i];
        for (int k = 0; k < 4; k++) {
            slot[k] = part[k][i];
        }
    }
}

#endif

/// A block of three measures: the lower half of its matrix and the right side; solved by L D L^T. A measure whose pivot
/// shrank to CS_XPBD_DEPENDENT of its diagonal gets 0, and so does one with a diagonal of 0.
typedef struct wide_block {
    cs_wide a00, a10, a11, a20, a21, a22;
    cs_wide r0, r1, r2;
} wide_block;

KERNEL_PART cs_wide inverse_pivot(cs_wide pivot, cs_wide diagonal, double dependent)
{
    cs_wide_mask sound = cs_wide_greater(pivot, diagonal * dependent);
    return cs_wide_select(sound, 1.0 / pivot, cs_wide_zero());
}

KERNEL_PART wide3 solve_block(wide_block b, double dependent)
{
    cs_wide i0 = inverse_pivot(b.a00, b.a00, dependent);
    cs_wide l10 = b.a10 * i0, l20 = b.a20 * i0;
    cs_wide i1 = inverse_pivot(b.a11 - l10 * b.a10, b.a11, dependent);
    cs_wide f21 = b.a21 - l20 * b.a10, l21 = f21 * i1;
    cs_wide i2 = inverse_pivot(b.a22 - l20 * b.a20 - l21 * f21, b.a22, dependent);
    cs_wide y1 = b.r1 - l10 * b.r0, y2 = b.r2 - l20 * b.r0 - l21 * y1;
    cs_wide z = y2 * i2, y = y1 * i1 - l21 * z;
    return (wide3){b.r0 * i0 - l10 * y - l20 * z, y, z};
}

#endif
