// SPDX-License-Identifier: MIT
//
// Sorting of things by small whole numbers in linear time, whatever the order they come in. Private to the mesh module.
#ifndef CS_MESH_INDEX_SORT_H
#define CS_MESH_INDEX_SORT_H

#include <stddef.h>

/// Writes `order` to `sorted` by keys[stride * order[i]] in [0, key_count), ascending; equal keys keep their order.
/// `starts` is scratch for key_count + 1 numbers.
void cs_index_sort(int count, const int *order, const int *keys, int stride, int key_count, int *starts, int *sorted);

#endif
