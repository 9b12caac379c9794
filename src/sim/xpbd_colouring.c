// SPDX-License-Identifier: MIT
//
// Colours of terms: two terms of one colour share no particle, so the lanes of a vector may hold them. Greedy in the
// order of the terms, with one word a particle that says which colours are taken there.
#include "sim/xpbd.h"

/// The lowest bit that is 0; CS_XPBD_COLOURS when all are 1.
static int lowest_free(uint64_t taken)
{
    int bit = 0;
    for (int width = CS_XPBD_COLOURS / 2; width > 0; width /= 2) {
        uint64_t low = (UINT64_C(1) << width) - 1;
        if ((taken & low) == low) {
            taken >>= width;
            bit += width;
        }
    }
    return bit + (int)(taken & 1);
}

int cs_xpbd_colour(int64_t count, int nodes, const int *particle, uint64_t *used, int *colour)
{
    int colours = 0, alone = CS_XPBD_COLOURS;
    for (int64_t i = 0; i < count; i++) {
        const int *held = particle + i * nodes;
        uint64_t taken = 0;
        for (int n = 0; n < nodes; n++) {
            taken |= held[n] >= 0 ? used[held[n]] : 0;
        }
        int free = lowest_free(taken);
        if (free == CS_XPBD_COLOURS) {
            colour[i] = alone++;
            continue;
        }
        colour[i] = free;
        colours = free + 1 > colours ? free + 1 : colours;
        for (int n = 0; n < nodes; n++) {
            if (held[n] >= 0) {
                used[held[n]] |= UINT64_C(1) << free;
            }
        }
    }
    for (int64_t i = 0; i < count * nodes; i++) {
        if (particle[i] >= 0) {
            used[particle[i]] = 0;
        }
    }
    return alone > CS_XPBD_COLOURS ? alone : colours;
}
