// SPDX-License-Identifier: MIT
//
// Every operation of math/wide.h over arrays, compiled once a width, to compare their bits.
#ifndef CS_TESTS_WIDE_PROBE_H
#define CS_TESTS_WIDE_PROBE_H

#include "math/wide_choice.h"

#include <stdint.h>

#define PROBE_LANES 8 // the widest; arrays come in multiples of it

/// One column of results for each operation.
enum probe_column {
    PROBE_ADD,
    PROBE_SUBTRACT,
    PROBE_MULTIPLY,
    PROBE_DIVIDE,
    PROBE_NEGATE,
    PROBE_SCALAR_RIGHT,
    PROBE_SQRT,
    PROBE_FLOOR,
    PROBE_ABS,
    PROBE_MIN,
    PROBE_MAX,
    PROBE_CLAMP,
    PROBE_COPYSIGN,
    PROBE_SELECT_LESS,
    PROBE_SELECT_LESS_EQUAL,
    PROBE_SELECT_GREATER,
    PROBE_SELECT_GREATER_EQUAL,
    PROBE_SELECT_EQUAL,
    PROBE_SELECT_NOT_EQUAL,
    PROBE_MASK_AND,
    PROBE_MASK_OR,
    PROBE_MASK_ANDNOT,
    PROBE_MASK_NOT,
    PROBE_BITS_AND,
    PROBE_BITS_OR,
    PROBE_BITS_ADD,
    PROBE_BITS_SUBTRACT,
    PROBE_BITS_LEFT,
    PROBE_BITS_RIGHT,
    PROBE_GATHER,
    PROBE_INT32,
    PROBE_EXP,
    PROBE_LN,
    PROBE_POW,
    PROBE_ATAN2,
    PROBE_COLUMNS
};

typedef struct probe_input {
    int count;            // a multiple of PROBE_LANES
    const double *a, *b;  // any doubles
    const double *table;  // gathered from
    const int32_t *index; // into the table
    double *columns[PROBE_COLUMNS];
    unsigned char *less; // a mask's bits as bytes
} probe_input;

/// Fills all columns.
typedef void probe_function(const probe_input *input);
CS_WIDE_DECLARE(probe_function, probe_operations);

/// Loads the first n of p, stores the first m of that to `out`, and with the mask p > 0 to `where`.
typedef void probe_tail_function(const double *p, int n, int m, double *out, double *where);
CS_WIDE_DECLARE(probe_tail_function, probe_tail);

/// any, all, none and the iota, as a sum of flags that is the same for all widths when they hold.
typedef int probe_truth_function(void);
CS_WIDE_DECLARE(probe_truth_function, probe_truth);
CS_WIDE_DECLARE(probe_truth_function, probe_lanes);

#endif
