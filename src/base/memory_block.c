// SPDX-License-Identifier: MIT
//
// Blocks of memory from the system. A picture or a particle array is written once from end to end right after it is
// taken, and then the page faults can cost more than the work: 1.4 MB in 4 KB pages 4 ms on a virtual machine, in
// one large page 0.2 ms. So large blocks are aligned to large pages and ask for them where the system has them.
#define _DEFAULT_SOURCE // madvise
#include "base/memory_block.h"

#include "base/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// The large page of x86-64 and of most 64-bit ARM systems.
#define LARGE_PAGE ((size_t)2 << 20)
/// From here on a block is filled with pages in one call rather than by a fault for each.
#define FILLED_BLOCK ((size_t)32 << 10)
#define SMALL_PAGE   ((size_t)4 << 10)
/// From here on a block gets large pages. A lower bound wastes more memory by rounding up; a higher one leaves the id
/// planes of an 800 x 600 picture in small pages.
#define LARGE_BLOCK ((size_t)256 << 10)

#if defined(__GLIBC__)
/// Blocks up to here come from the heap, larger ones from a mapping each: the most that the C library allows.
#define LARGEST_HEAP_BLOCK (32 << 20)
/// Free memory at the end of the heap that is handed back.
#define HANDED_BACK (1 << 30)

void cs_memory_keep(void)
{
    mallopt(M_MMAP_THRESHOLD, LARGEST_HEAP_BLOCK);
    mallopt(M_TRIM_THRESHOLD, HANDED_BACK);
}
#else
void cs_memory_keep(void)
{
}
#endif

void *cs_memory_block(size_t bytes)
{
#ifdef MADV_HUGEPAGE
    if (bytes >= LARGE_BLOCK && bytes < PTRDIFF_MAX - LARGE_PAGE) {
        size_t rounded = (bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
        void *memory = aligned_alloc(LARGE_PAGE, rounded);
        if (memory)
            (void)madvise(memory, rounded, MADV_HUGEPAGE); // a wish: without it the block is as good
        return memory;
    }
#endif
#ifdef MADV_POPULATE_WRITE
    if (bytes >= FILLED_BLOCK && bytes < LARGE_BLOCK) {
        size_t rounded = (bytes + SMALL_PAGE - 1) / SMALL_PAGE * SMALL_PAGE;
        void *memory = aligned_alloc(SMALL_PAGE, rounded);
        if (memory)
            (void)madvise(memory, rounded, MADV_POPULATE_WRITE);
        return memory;
    }
#endif
    return aligned_alloc(BLOCK_ALIGNMENT, bytes);
}
