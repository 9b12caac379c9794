// SPDX-License-Identifier: MIT
//
// XXH3 with 64 bits (xxHash 0.8, https://xxhash.com): of bytes, and of doubles in a form that
// is the same on every machine: little-endian IEEE 754 bits, -0 made +0.
#define XXH_INLINE_ALL // no shared library to load; the state on the stack, so that hashing cannot fail
#include "base/base.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#define BLOCK 512 // doubles that are put into canonical form at a time

uint64_t cs_hash_bytes(const void *bytes, size_t size, uint64_t seed)
{
    return XXH3_64bits_withSeed(size > 0 ? bytes : "", size, seed);
}

static void canonical_double(double value, unsigned char out[8])
{
    uint64_t bits;
    value = value == 0 ? 0.0 : value;
    memcpy(&bits, &value, sizeof(bits));
    for (int i = 0; i < 8; i++) {
        out[i] = (unsigned char)(bits >> (8 * i));
    }
}

uint64_t cs_hash_doubles(const double *values, size_t count, uint64_t seed)
{
    XXH3_state_t state;
    unsigned char block[BLOCK * 8];
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset_withSeed(&state, seed);
    while (count > 0) {
        size_t n = count < BLOCK ? count : BLOCK;
        for (size_t i = 0; i < n; i++) {
            canonical_double(values[i], block + 8 * i);
        }
        XXH3_64bits_update(&state, block, n * 8);
        values += n;
        count -= n;
    }
    return XXH3_64bits_digest(&state);
}

void cs_hash_format(uint64_t hash, char text[CS_HASH_TEXT])
{
    snprintf(text, CS_HASH_TEXT, "%016" PRIx64, hash);
}
