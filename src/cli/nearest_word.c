// SPDX-License-Identifier: MIT
//
// "Did you mean ...?": the candidate with the fewest edits (insert, delete, replace, swap
// of neighbours: the optimal string alignment distance) from what was typed, or else one that
// goes on from it.
#include "cli/cli.h"

#include <string.h>

/// Longer words are never suggested; keeps the rows on the stack.
#define MAX_WORD 40
/// One edit for every this many letters typed is still near; more suggests nonsense, less misses real slips.
#define LETTERS_PER_EDIT 3
/// Fewer letters are the beginning of too many words.
#define LEAST_PREFIX 2

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/// Distance of two words of at most MAX_WORD letters.
static int edits(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int rows[3][MAX_WORD + 1];
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int *row = rows[i % 3];
        const int *above = rows[(i + 2) % 3];
        const int *two_above = rows[(i + 1) % 3];
        row[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int replace = above[j - 1] + (a[i - 1] != b[j - 1]);
            row[j] = smaller(replace, smaller(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = smaller(row[j], two_above[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

/// The first candidate that begins with what was typed.
static const char *longer_word(const char *typed, size_t length, const char *const *candidates)
{
    for (; length >= LEAST_PREFIX && *candidates; candidates++)
        if (strncmp(*candidates, typed, length) == 0)
            return *candidates;
    return NULL;
}

const char *cs_nearest_word(const char *typed, const char *const *candidates)
{
    size_t length = strlen(typed);
    if (length == 0 || length > MAX_WORD)
        return NULL;
    int nearest = (int)length / LETTERS_PER_EDIT + 1;
    const char *best = NULL, *const *first = candidates;
    for (; *candidates; candidates++) {
        size_t candidate_length = strlen(*candidates);
        if (candidate_length > MAX_WORD)
            continue;
        int distance = edits(typed, length, *candidates, candidate_length);
        if (distance < nearest || (distance == nearest && !best)) {
            nearest = distance;
            best = *candidates;
        }
    }
    return best && nearest < (int)length ? best : longer_word(typed, length, first);
}
