// SPDX-License-Identifier: MIT
//
// Adds what a batch of terms gives to forces and matrix, where neighbouring terms have neighbouring particles: a block
// of the matrix then lies in one slot, from some row of a slice on, and goes on with the first rows of the next slice.
#include "math/wide.h"
#include "sim/implicit_fabric.h"
#include "sim/implicit_wide.h"

/// to[i] += from[i]
INLINE void add_first(double *to, const double *from, int count)
{
    for (int i = 0; i < count; i += CS_WIDE) {
        cs_wide sum = cs_wide_load_first(to + i, count - i) + cs_wide_load_first(from + i, count - i);
        cs_wide_store_first(to + i, sum, count - i);
    }
}

/// A block whose first term goes to `first` and whose last term to `last`; `ahead` terms are in the first slice.
INLINE void add_block(double *value, int first, int last, int ahead, const double block[CS_BLOCK_SIZE][CS_SLICE],
                      bool turned)
{
    double *here = value + first, *next = value + last - (CS_SLICE - 1 - ahead);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const double *from = block[turned ? 3 * j + i : 3 * i + j];
            add_first(here + (3 * i + j) * CS_SLICE, from, ahead);
            add_first(next + (3 * i + j) * CS_SLICE, from + ahead, CS_SLICE - ahead);
        }
    }
}

void CS_WIDE_NAME(cs_add_run)(const cs_term_batch *batch, const cs_batch_run *run)
{
    for (int n = 0; n < run->nodes; n++) {
        add_first(run->forces->x + run->lane[n], batch->force[n][0], CS_SLICE);
        add_first(run->forces->y + run->lane[n], batch->force[n][1], CS_SLICE);
        add_first(run->forces->z + run->lane[n], batch->force[n][2], CS_SLICE);
    }
    for (int a = 0; a < run->nodes && run->value; a++) {
        for (int b = 0; b <= a; b++) {
            const int here = a * run->nodes + b, there = b * run->nodes + a;
            const double(*block)[CS_SLICE] = batch->block[cs_lower(a, b)];
            add_block(run->value, run->first[here], run->last[here], CS_SLICE - run->row[a] % CS_SLICE, block, false);
            if (a != b) {
                add_block(run->value, run->first[there], run->last[there], CS_SLICE - run->row[b] % CS_SLICE, block,
                          true);
            }
        }
    }
}
