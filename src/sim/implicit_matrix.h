// SPDX-License-Identifier: MIT
//
// A symmetric sparse matrix of 3 x 3 blocks, one row for each lane of a body, for the implicit solver. Rows stand in
// slices of CS_SLICE neighbouring lanes; a slice has slots, and a slot holds one block for each of its rows, component
// by component, so that a vector instruction works on CS_SLICE rows at once (the sliced form of Monakov et al. 2010).
// On a grid the neighbours of neighbouring lanes are neighbours, too: where at least half the rows of a slice have an
// entry at the same distance from the diagonal, these share a straight slot, whose columns are consecutive and load
// without a gather. The order of the slots is the order of additions, whatever the vector width.
#ifndef CS_SIM_IMPLICIT_MATRIX_H
#define CS_SIM_IMPLICIT_MATRIX_H

#include "base/base.h"

#include <stdint.h>

/// Rows of a slice: the widest vector.
#define CS_SLICE 8
/// Components of a block.
#define CS_BLOCK_SIZE 9

typedef struct cs_slice_matrix {
    int slice_count;
    int slot_count;
    int *begin;              ///< slots of slice s: begin[s] up to begin[s + 1]; the first is the diagonal
    unsigned char *straight; ///< for each slot: its columns are consecutive
    int32_t *column; ///< CS_SLICE for each slot; may lie up to CS_SLICE lanes outside of the body in straight ones
    double *value;   ///< component c of row k of slot s: (s CS_BLOCK_SIZE + c) CS_SLICE + k
} cs_slice_matrix;

/// Pairs of different lanes that share an entry; both (i, j) and (j, i) are made.
typedef struct cs_lane_pairs {
    int64_t count, capacity;
    int32_t (*pair)[2];
} cs_lane_pairs;

/// Lays out the matrix of `lanes` rows (a multiple of CS_SLICE) with the diagonal and these entries, all zero. Works in
/// memory of its own, the result lies in the arena. False: no memory, or more entries than an int counts.
bool cs_slice_matrix_create(cs_arena *arena, int lanes, const cs_lane_pairs *pairs, cs_slice_matrix *matrix);
/// Where the first component of block (row, column) lies in `value`; -1 when there is none.
int cs_slice_matrix_place(const cs_slice_matrix *matrix, int row, int column);

#endif
