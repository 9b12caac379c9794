// SPDX-License-Identifier: MIT
//
// A stable counting sort; several keys are sorted by one pass each, the last key first (radix sort).
#include "mesh/index_sort.h"

#include <string.h>

void cs_index_sort(int count, const int *order, const int *keys, int stride, int key_count, int *starts, int *sorted)
{
    memset(starts, 0, ((size_t)key_count + 1) * sizeof(*starts));
    for (int i = 0; i < count; i++) {
        starts[keys[(size_t)stride * (size_t)order[i]] + 1]++;
    }
    for (int k = 0; k < key_count; k++) {
        starts[k + 1] += starts[k];
    }
    for (int i = 0; i < count; i++) {
        sorted[starts[keys[(size_t)stride * (size_t)order[i]]]++] = order[i];
    }
}
