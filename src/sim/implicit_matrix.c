// SPDX-License-Identifier: MIT
//
// The pattern of a sliced matrix: neighbours of every row, sorted, then slots for each slice.
#include "sim/implicit_matrix.h"

#include <stdlib.h>
#include <string.h>

// A distance from the diagonal that this many rows of a slice share gets a straight slot.
#define STRAIGHT_ROWS (CS_SLICE / 2)

/// Sorted neighbours of every row: column[begin[i]] up to column[begin[i + 1]].
typedef struct rows {
    int64_t *begin;
    int32_t *column;
} rows;

/// The slots of one slice while they are found.
typedef struct slice {
    int straight_count;
    int32_t *offset;        // of each straight slot
    int gathered[CS_SLICE]; // entries of each row that are in no straight slot
    int gathered_most;
} slice;

static int ascending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/// Sorts the entries of every row, drops what is there twice and closes the gaps.
static void tidy_rows(rows *r, int lanes)
{
    int64_t end = 0, begin = 0;
    for (int i = 0; i < lanes; i++) {
        int64_t old_end = r->begin[i + 1];
        qsort(r->column + begin, (size_t)(old_end - begin), sizeof(*r->column), ascending);
        r->begin[i] = end;
        for (int64_t k = begin; k < old_end; k++) {
            if (end == r->begin[i] || r->column[end - 1] != r->column[k]) {
                r->column[end++] = r->column[k];
            }
        }
        begin = old_end;
    }
    r->begin[lanes] = end;
}

static bool make_rows(cs_arena *arena, int lanes, const cs_lane_pairs *pairs, rows *r)
{
    r->begin = cs_arena_alloc(arena, (size_t)lanes + 2, sizeof(*r->begin));
    r->column = cs_arena_alloc(arena, 2 * (size_t)pairs->count, sizeof(*r->column));
    if (!r->begin || !r->column) {
        return false;
    }
    int64_t *next = r->begin + 1; // filled as the begin of the row after, so that it ends up as begin
    for (int64_t p = 0; p < pairs->count; p++) {
        for (int side = 0; side < 2; side++) {
            next[pairs->pair[p][side] + 1]++;
        }
    }
    for (int i = 0; i < lanes; i++) {
        next[i + 1] += next[i];
    }
    for (int64_t p = 0; p < pairs->count; p++) {
        for (int side = 0; side < 2; side++) {
            r->column[next[pairs->pair[p][side]]++] = pairs->pair[p][1 - side];
        }
    }
    tidy_rows(r, lanes);
    return true;
}

/// Finds the straight slots of a slice; `offset` has room for all its entries.
static void divide_slice(const rows *r, int first, slice *s)
{
    int count = 0;
    for (int k = 0; k < CS_SLICE; k++) {
        for (int64_t e = r->begin[first + k]; e < r->begin[first + k + 1]; e++) {
            s->offset[count++] = r->column[e] - (first + k);
        }
    }
    qsort(s->offset, (size_t)count, sizeof(*s->offset), ascending);
    s->straight_count = 0;
    for (int i = 0, same = 0; i < count; i += same) {
        for (same = 1; i + same < count && s->offset[i + same] == s->offset[i]; same++) {
        }
        if (same >= STRAIGHT_ROWS) {
            s->offset[s->straight_count++] = s->offset[i];
        }
    }
    s->gathered_most = 0;
    for (int k = 0; k < CS_SLICE; k++) {
        s->gathered[k] = 0;
        for (int64_t e = r->begin[first + k]; e < r->begin[first + k + 1]; e++) {
            int32_t offset = r->column[e] - (first + k);
            bool straight = bsearch(&offset, s->offset, (size_t)s->straight_count, sizeof(offset), ascending) != NULL;
            s->gathered[k] += !straight;
        }
        s->gathered_most = s->gathered[k] > s->gathered_most ? s->gathered[k] : s->gathered_most;
    }
}

static void fill_straight(cs_slice_matrix *matrix, int slot, int first, int32_t offset)
{
    matrix->straight[slot] = 1;
    for (int k = 0; k < CS_SLICE; k++) {
        matrix->column[(int64_t)slot * CS_SLICE + k] = first + k + offset;
    }
}

static void fill_slice(cs_slice_matrix *matrix, const rows *r, int index, const slice *s)
{
    int first = index * CS_SLICE, slot = matrix->begin[index];
    fill_straight(matrix, slot++, first, 0);
    for (int i = 0; i < s->straight_count; i++) {
        fill_straight(matrix, slot++, first, s->offset[i]);
    }
    for (int g = 0; g < s->gathered_most; g++) {
        for (int k = 0; k < CS_SLICE; k++) { // a row without an entry here reads itself, times zero
            matrix->column[(int64_t)(slot + g) * CS_SLICE + k] = first + k;
        }
    }
    for (int k = 0; k < CS_SLICE; k++) {
        int g = 0;
        for (int64_t e = r->begin[first + k]; e < r->begin[first + k + 1]; e++) {
            int32_t offset = r->column[e] - (first + k);
            if (!bsearch(&offset, s->offset, (size_t)s->straight_count, sizeof(offset), ascending)) {
                matrix->column[(int64_t)(slot + g++) * CS_SLICE + k] = r->column[e];
            }
        }
    }
}

bool cs_slice_matrix_create(cs_arena *arena, int lanes, const cs_lane_pairs *pairs, cs_slice_matrix *matrix)
{
    *matrix = (cs_slice_matrix){.slice_count = lanes / CS_SLICE};
    matrix->begin = cs_arena_alloc(arena, (size_t)matrix->slice_count + 1, sizeof(*matrix->begin));
    cs_arena *work = cs_arena_create();
    rows r = {0};
    bool made = matrix->begin && work && make_rows(work, lanes, pairs, &r);
    int64_t slots = 0, most = 0;
    for (int i = 0; made && i < matrix->slice_count; i++) {
        int64_t entries = r.begin[(i + 1) * CS_SLICE] - r.begin[i * CS_SLICE];
        most = entries > most ? entries : most;
    }
    slice s = {.offset = made ? cs_arena_alloc(work, (size_t)most + 1, sizeof(int32_t)) : NULL};
    made = made && s.offset;
    for (int i = 0; made && i < matrix->slice_count; i++) {
        divide_slice(&r, i * CS_SLICE, &s);
        slots += 1 + s.straight_count + s.gathered_most;
        made = slots <= INT32_MAX / (CS_SLICE * CS_BLOCK_SIZE);
        matrix->begin[i + 1] = (int)slots;
    }
    if (made) {
        matrix->slot_count = (int)slots;
        matrix->straight = cs_arena_alloc(arena, (size_t)slots, sizeof(*matrix->straight));
        matrix->column = cs_arena_alloc(arena, (size_t)slots * CS_SLICE, sizeof(*matrix->column));
        matrix->value = cs_arena_alloc(arena, (size_t)slots * CS_SLICE * CS_BLOCK_SIZE, sizeof(*matrix->value));
        made = matrix->straight && matrix->column && matrix->value;
    }
    for (int i = 0; made && i < matrix->slice_count; i++) {
        divide_slice(&r, i * CS_SLICE, &s);
        fill_slice(matrix, &r, i, &s);
    }
    cs_arena_destroy(work);
    return made;
}

int cs_slice_matrix_place(const cs_slice_matrix *matrix, int row, int column)
{
    int in = row / CS_SLICE, k = row % CS_SLICE;
    for (int slot = matrix->begin[in]; slot < matrix->begin[in + 1]; slot++) {
        if (matrix->column[slot * CS_SLICE + k] == column) {
            return slot * CS_SLICE * CS_BLOCK_SIZE + k;
        }
    }
    return -1;
}
