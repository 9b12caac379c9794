// SPDX-License-Identifier: MIT
//
// The chooser's side of wide kernels: declares a kernel for every width of this build and makes
// the table to choose from.
//
//     typedef void spring_rows_function(struct rows *rows, int count);
//     CS_WIDE_DECLARE(spring_rows_function, spring_rows);       in the header or above the table
//     static spring_rows_function *const table[] = CS_WIDE_TABLE(spring_rows);
//     table[cs_simd_resolve(compute->simd)](rows, count);
//
// The kernel source defines void CS_WIDE_NAME(spring_rows)(struct rows *rows, int count).
// Declare in a header that the kernel source includes, too, so that the compiler checks both sides.
#ifndef CS_MATH_WIDE_CHOICE_H
#define CS_MATH_WIDE_CHOICE_H

#include <clothsim/base.h>

#if defined(CS_NO_SIMD)
#define CS_WIDE_DECLARE(type, fn) type fn##_scalar
#define CS_WIDE_TABLE(fn)                                                                                              \
    {                                                                                                                  \
        [CS_SIMD_SCALAR] = fn##_scalar                                                                                 \
    }
#elif defined(__x86_64__)
#define CS_WIDE_DECLARE(type, fn) type fn##_scalar, fn##_128, fn##_256, fn##_512
#define CS_WIDE_TABLE(fn)                                                                                              \
    {                                                                                                                  \
        [CS_SIMD_SCALAR] = fn##_scalar, [CS_SIMD_128] = fn##_128, [CS_SIMD_256] = fn##_256, [CS_SIMD_512] = fn##_512   \
    }
#else
#define CS_WIDE_DECLARE(type, fn) type fn##_scalar, fn##_128
#define CS_WIDE_TABLE(fn)                                                                                              \
    {                                                                                                                  \
        [CS_SIMD_SCALAR] = fn##_scalar, [CS_SIMD_128] = fn##_128                                                       \
    }
#endif

#endif
