// SPDX-License-Identifier: MIT
//
// Blocks of memory from the system. A picture or a particle array is written once from end to end right after it is
// taken, and then the page faults can cost more than the work: 1.4 MB in 4 KB pages 4 ms on a virtual machine, in
// one large page 0.2 ms. So large blocks are aligned to large pages and ask for them where the system has them, and a
// program can have its whole heap in them.
#define _DEFAULT_SOURCE // madvise, sbrk
#include "base/memory_block.h"

#include "base/base.h"

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// The large page of x86-64 and of most 64-bit ARM systems.
#define LARGE_PAGE ((size_t)2 << 20)
#define SMALL_PAGE ((size_t)4 << 10)
/// From here on a block is filled with pages in one call rather than by a fault for each.
#define FILLED_BLOCK ((size_t)32 << 10)

#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
/// What the heap grows by: a picture of 800 x 600 and all that a small scene needs. Pages are only taken when used.
#define HEAP_STEP (12 << 20)
/// Blocks up to here come from the heap, larger ones from a mapping each: the most that the C library allows.
#define LARGEST_HEAP_BLOCK (32 << 20)
/// Free memory at the end of the heap that is handed back.
#define HANDED_BACK (1 << 30)
/// The heap begins this far before a large page. The C library writes into its first page before advice can be given,
/// and that page is a small one, with all that would have shared a large one with it.
#define SMALL_BEGINNING ((size_t)64 << 10)

void cs_memory_prepare(void)
{
    mallopt(M_MMAP_THRESHOLD, LARGEST_HEAP_BLOCK);
    mallopt(M_TRIM_THRESHOLD, HANDED_BACK);
    mallopt(M_TOP_PAD, HEAP_STEP);
    size_t past = ((uintptr_t)sbrk(0) + SMALL_BEGINNING) % LARGE_PAGE;
    if ((intptr_t)sbrk((intptr_t)((LARGE_PAGE - past) % LARGE_PAGE)) == -1) {
        return;
    }
    char *begin = sbrk(0);
    void *volatile first = malloc(1); // makes the heap; volatile, so that the compiler does not leave it out
    char *end = sbrk(0);
    if (end > begin) {
        (void)madvise(begin, (size_t)(end - begin), MADV_HUGEPAGE); // a wish: without it the heap is as good
    }
    free(first);
}
#else
void cs_memory_prepare(void)
{
}
#endif

void *cs_memory_block(size_t bytes)
{
#if defined(MADV_HUGEPAGE) && defined(MADV_POPULATE_WRITE)
    if (bytes >= FILLED_BLOCK && bytes < PTRDIFF_MAX - LARGE_PAGE) {
        size_t rounded = (bytes + SMALL_PAGE - 1) / SMALL_PAGE * SMALL_PAGE, large = bytes / LARGE_PAGE * LARGE_PAGE;
        void *memory = NULL; // aligned_alloc would want a multiple of the large page
        if (posix_memalign(&memory, large > 0 ? LARGE_PAGE : SMALL_PAGE, rounded) != 0) {
            return NULL;
        }
        if (large > 0) {
            (void)madvise(memory, rounded, MADV_HUGEPAGE);
        }
        if (rounded > large) {
            (void)madvise((char *)memory + large, rounded - large, MADV_POPULATE_WRITE);
        }
        return memory;
    }
#endif
    return aligned_alloc(BLOCK_ALIGNMENT, bytes);
}
