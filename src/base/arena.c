// SPDX-License-Identifier: MIT
//
// Memory by lifetime: an arena hands out zeroed, aligned pieces of large chunks and gives
// everything back at once. A reset keeps the chunks, so a frame that is filled again with the
// same sizes asks the system for nothing. The overflow-checked size arithmetic lives here too.
#include "base/base.h"
#include "base/memory_block.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT BLOCK_ALIGNMENT
// Smaller makes more system calls, larger wastes memory in scenes of a few particles.
#define CHUNK_BYTES ((size_t)64 << 10)

typedef struct chunk {
    struct chunk *next;
    size_t capacity, used; // bytes behind the header
} chunk;

_Static_assert(sizeof(chunk) <= ALIGNMENT, "the header takes the first cache line of a chunk");

struct cs_arena {
    chunk *first, *current;
    size_t bytes;
};

bool cs_size_multiply(size_t a, size_t b, size_t *out)
{
    if (a != 0 && b > SIZE_MAX / a) {
        return false;
    }
    *out = a * b;
    return true;
}

bool cs_size_add(size_t a, size_t b, size_t *out)
{
    if (b > SIZE_MAX - a) {
        return false;
    }
    *out = a + b;
    return true;
}

/// Bytes of `count` elements rounded up to the alignment; at least one line, so that every pointer is its own.
static bool rounded_size(size_t count, size_t size, size_t *out)
{
    size_t bytes, padded;
    if (!cs_size_multiply(count, size, &bytes) || !cs_size_add(bytes, ALIGNMENT - 1, &padded) || padded > PTRDIFF_MAX) {
        return false;
    }
    padded -= padded % ALIGNMENT;
    *out = padded > 0 ? padded : ALIGNMENT;
    return true;
}

void *cs_alloc_raw(size_t bytes)
{
    size_t rounded;
    return rounded_size(bytes, 1, &rounded) ? cs_memory_block(rounded) : NULL;
}

void *cs_alloc_aligned(size_t count, size_t size)
{
    size_t bytes;
    void *memory = cs_size_multiply(count, size, &bytes) ? cs_alloc_raw(bytes) : NULL;
    if (memory) {
        memset(memory, 0, bytes);
    }
    return memory;
}

cs_arena *cs_arena_create(void)
{
    return calloc(1, sizeof(cs_arena));
}

void cs_arena_destroy(cs_arena *arena)
{
    if (!arena) {
        return;
    }
    for (chunk *c = arena->first; c;) {
        chunk *next = c->next;
        free(c);
        c = next;
    }
    free(arena);
}

void cs_arena_reset(cs_arena *arena)
{
    for (chunk *c = arena->first; c; c = c->next) {
        c->used = 0;
    }
    arena->current = arena->first;
}

/// A chunk that has room for `bytes`, put behind the current one; NULL: no memory.
static chunk *add_chunk(cs_arena *arena, size_t bytes)
{
    size_t capacity = bytes > CHUNK_BYTES ? bytes : CHUNK_BYTES;
    size_t total;
    if (!cs_size_add(capacity, ALIGNMENT, &total)) {
        return NULL;
    }
    chunk *c = cs_memory_block(total);
    if (!c) {
        return NULL;
    }
    c->capacity = capacity;
    c->used = 0;
    if (arena->current) {
        c->next = arena->current->next;
        arena->current->next = c;
    } else {
        c->next = arena->first;
        arena->first = c;
    }
    arena->bytes += total;
    return c;
}

void *cs_arena_alloc(cs_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (!rounded_size(count, size, &bytes)) {
        return NULL;
    }
    chunk *c = arena->current;
    while (c && c->capacity - c->used < bytes) {
        c = c->next;
    }
    if (!c) {
        c = add_chunk(arena, bytes);
        if (!c) {
            return NULL;
        }
    }
    arena->current = c;
    unsigned char *memory = (unsigned char *)c + ALIGNMENT + c->used;
    c->used += bytes;
    memset(memory, 0, bytes);
    return memory;
}

char *cs_arena_text(cs_arena *arena, const char *bytes, size_t length)
{
    size_t size;
    if (!cs_size_add(length, 1, &size)) {
        return NULL;
    }
    char *text = cs_arena_alloc(arena, size, 1);
    if (text && length > 0) {
        memcpy(text, bytes, length);
    }
    return text;
}

char *cs_arena_printf(cs_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        return NULL;
    }
    char *text = cs_arena_alloc(arena, (size_t)length + 1, 1);
    if (text) {
        va_start(arguments, format);
        vsnprintf(text, (size_t)length + 1, format, arguments);
        va_end(arguments);
    }
    return text;
}

size_t cs_arena_bytes(const cs_arena *arena)
{
    return arena->bytes;
}
