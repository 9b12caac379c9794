// SPDX-License-Identifier: MIT
//
// The inner loops of the implicit solver, compiled for every vector width. Sums are kept in CS_SLICE partial sums that
// are added in one order, so the bits do not depend on the width.
#ifndef CS_SIM_IMPLICIT_KERNELS_H
#define CS_SIM_IMPLICIT_KERNELS_H

#include "math/wide_choice.h"
#include "sim/element.h"
#include "sim/implicit_matrix.h"

/// Components of the inverse of a diagonal block: xx, yy, zz, xy, xz, yz.
#define CS_INVERSE_SIZE 6

/// The vectors of a conjugate gradient in the form of Chronopoulos and Gear (1989), which sums both scalar products in
/// one go. Arrays over the lanes of a body, CS_SLICE lanes of slack on both sides.
typedef struct cs_conjugate {
    const cs_slice_matrix *matrix;
    double *inverse; ///< component c of lane k of slice s: (s CS_INVERSE_SIZE + c) CS_SLICE + k
    cs_soa x;        ///< the solution
    cs_soa r, u, w;  ///< residual, preconditioned residual, matrix times u
    cs_soa p, s;     ///< direction, matrix times p
} cs_conjugate;

/// Inverts the diagonal blocks of slices [first, end). Pivots are kept above a small part of the diagonal, so that the
/// inverse is positive definite in spite of rounding; a row of zeros gets a zero inverse.
typedef void cs_invert_diagonal_function(const cs_conjugate *cg, int first, int end);
/// w = A u in slices [first, end); sums[0] = r . u, sums[1] = w . u over them.
typedef void cs_multiply_function(const cs_conjugate *cg, int first, int end, double sums[2]);
/// p = u + beta p, s = w + beta s, x += alpha p, r -= alpha s, u = inverse r; sums[0] = r . r.
typedef void cs_advance_function(const cs_conjugate *cg, double alpha, double beta, int first, int end, double sums[1]);
/// u = inverse r; sums[0] = r . r.
typedef void cs_precondition_function(const cs_conjugate *cg, int first, int end, double sums[1]);

CS_WIDE_DECLARE(cs_invert_diagonal_function, cs_invert_diagonal);
CS_WIDE_DECLARE(cs_multiply_function, cs_multiply);
CS_WIDE_DECLARE(cs_advance_function, cs_advance);
CS_WIDE_DECLARE(cs_precondition_function, cs_precondition);

#endif
