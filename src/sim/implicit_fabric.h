// SPDX-License-Identifier: MIT
//
// Forces and matrix blocks of CS_SLICE fabric terms at once, for the implicit solver. What a term adds is the same as
// by cs_element_kind.terms, up to rounding; the same bits for every vector width.
#ifndef CS_SIM_IMPLICIT_FABRIC_H
#define CS_SIM_IMPLICIT_FABRIC_H

#include "math/wide_choice.h"
#include "sim/bending.h"
#include "sim/implicit_matrix.h"
#include "sim/membrane.h"

/// Blocks (a, b) with b <= a of up to six nodes.
#define CS_LOWER_BLOCKS 21

/// Where block (a, b), b <= a, stands in cs_term_batch.
static inline int cs_lower(int a, int b)
{
    return a * (a + 1) / 2 + b;
}

/// The state at which terms are evaluated.
typedef struct cs_term_point {
    const cs_soa *positions, *velocities;
    double h;    ///< s
    bool matrix; ///< blocks are wanted
} cs_term_point;

/// Terms of a batch stand this far apart: on a grid two triangles of a cell follow each other, and every second one is
/// the same shape one column on.
#define CS_BATCH_STRIDE 2
/// Terms of a group: CS_BATCH_STRIDE batches.
#define CS_BATCH_GROUP (CS_BATCH_STRIDE * CS_SLICE)

/// `hinges` of a triangle with all three.
#define CS_ALL_HINGES 7

/// The number of the batch that begins with this term, and the first term of the batch after it.
static inline int64_t cs_batch_index(int64_t first)
{
    return first / CS_BATCH_GROUP * CS_BATCH_STRIDE + first % CS_BATCH_GROUP;
}
static inline int64_t cs_batch_next(int64_t first)
{
    return first % CS_BATCH_GROUP + 1 < CS_BATCH_STRIDE ? first + 1 : (first / CS_BATCH_GROUP + 1) * CS_BATCH_GROUP;
}

/// What CS_SLICE terms add: to the force on a node, and to the blocks of the matrix.
typedef struct cs_term_batch {
    _Alignas(64) double force[CS_TERM_NODES][3][CS_SLICE];
    _Alignas(64) double block[CS_LOWER_BLOCKS][CS_BLOCK_SIZE][CS_SLICE];
} cs_term_batch;

/// Where a batch that is a run adds: its terms' nodes are neighbouring lanes, one on for each term.
typedef struct cs_batch_run {
    int nodes;
    int lane[CS_TERM_NODES]; ///< of each node in the first term, as positions count
    int row[CS_TERM_NODES];  ///< likewise, of the body
    const int *first, *last; ///< places of the blocks of the first and of the last term, nodes x nodes
    double *value;           ///< of the matrix; NULL: forces alone
    const cs_soa *forces;
} cs_batch_run;

/// A batch of terms of a membrane.
typedef void cs_membrane_batch_function(const cs_membrane *membrane, const int32_t term[CS_SLICE],
                                        const cs_term_point *point, cs_term_batch *batch);
/// A batch of terms of bending; only those with three hinges make sense.
typedef void cs_bending_batch_function(const cs_bending *bending, const int32_t term[CS_SLICE],
                                       const cs_term_point *point, cs_term_batch *batch);
/// Adds a batch that is a run.
typedef void cs_add_run_function(const cs_term_batch *batch, const cs_batch_run *run);
CS_WIDE_DECLARE(cs_membrane_batch_function, cs_membrane_batch);
CS_WIDE_DECLARE(cs_bending_batch_function, cs_bending_batch);
CS_WIDE_DECLARE(cs_add_run_function, cs_add_run);

#endif
