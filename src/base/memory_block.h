// SPDX-License-Identifier: MIT
//
// Blocks of memory from the system. Private to the base module.
#ifndef CS_BASE_MEMORY_BLOCK_H
#define CS_BASE_MEMORY_BLOCK_H

#include <stddef.h>

/// Every block starts on a cache line, which is also the width of the widest vector.
#define BLOCK_ALIGNMENT 64

/// `bytes` (a multiple of BLOCK_ALIGNMENT), not zeroed, for free(). Large blocks ask for large pages. NULL: no memory.
void *cs_memory_block(size_t bytes);

#endif
