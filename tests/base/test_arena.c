// SPDX-License-Identifier: MIT
//
// Arenas: aligned, zeroed, apart from each other, reusable, and safe against sizes that overflow.
#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool aligned(const void *p)
{
    return (uintptr_t)p % 64 == 0;
}

static void test_sizes(void **state)
{
    (void)state;
    size_t out = 7;
    assert_true(cs_size_multiply(1000, 1000, &out) && out == 1000000);
    assert_true(cs_size_multiply(0, SIZE_MAX, &out) && out == 0);
    assert_true(cs_size_multiply(SIZE_MAX, 1, &out) && out == SIZE_MAX);
    assert_false(cs_size_multiply(SIZE_MAX / 2 + 1, 2, &out));
    assert_false(cs_size_multiply((size_t)1 << (sizeof(size_t) * 4), (size_t)1 << (sizeof(size_t) * 4), &out));
    assert_true(cs_size_add(SIZE_MAX - 1, 1, &out) && out == SIZE_MAX);
    assert_false(cs_size_add(SIZE_MAX, 1, &out));
}

static void test_pieces(void **state)
{
    (void)state;
    enum { PIECES = 300 };
    cs_arena *arena = cs_arena_create();
    unsigned char *pieces[PIECES];
    size_t sizes[PIECES];
    for (int i = 0; i < PIECES; i++) {
        sizes[i] = (size_t)((i * 7919) % 5000);
        pieces[i] = cs_arena_alloc(arena, sizes[i], 1);
        assert_non_null(pieces[i]);
        assert_true(aligned(pieces[i]));
        for (size_t k = 0; k < sizes[i]; k++) {
            assert_int_equal(pieces[i][k], 0);
        }
        memset(pieces[i], 1 + i % 255, sizes[i]);
    }
    for (int i = 0; i < PIECES; i++) { // nobody wrote into a neighbour
        for (size_t k = 0; k < sizes[i]; k++) {
            assert_int_equal(pieces[i][k], 1 + i % 255);
        }
    }
    assert_ptr_not_equal(cs_arena_alloc(arena, 0, 8), cs_arena_alloc(arena, 0, 8));
    cs_arena_destroy(arena);
}

static void test_reset_keeps_memory(void **state)
{
    (void)state;
    cs_arena *arena = cs_arena_create();
    size_t bytes = 0;
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 40; i++) {
            unsigned char *p = cs_arena_alloc(arena, (size_t)(i % 10) * 9000, 1);
            assert_non_null(p);
            for (size_t k = 0; k < (size_t)(i % 10) * 9000; k += 501) {
                assert_int_equal(p[k], 0); // also when the memory was used before
                p[k] = 0xAA;
            }
        }
        assert_true(round == 0 || cs_arena_bytes(arena) == bytes);
        bytes = cs_arena_bytes(arena);
        assert_true(bytes > 0);
        cs_arena_reset(arena);
    }
    cs_arena_destroy(arena);
    cs_arena_destroy(NULL);
}

static void test_large_and_impossible(void **state)
{
    (void)state;
    cs_arena *arena = cs_arena_create();
    double *large = cs_arena_alloc(arena, 1 << 20, sizeof(double));
    assert_non_null(large);
    assert_true(aligned(large) && large[0] == 0 && large[(1 << 20) - 1] == 0);
    const size_t impossible[][2] = {{SIZE_MAX, 1}, {SIZE_MAX - 63, 1}, {SIZE_MAX / 2, 3}, {PTRDIFF_MAX, 2}};
    for (size_t i = 0; i < CS_COUNT(impossible); i++) {
        assert_null(cs_arena_alloc(arena, impossible[i][0], impossible[i][1]));
        assert_null(cs_alloc_aligned(impossible[i][0], impossible[i][1]));
    }
    assert_null(cs_arena_text(arena, "x", SIZE_MAX));
    assert_non_null(cs_arena_alloc(arena, 10, 10)); // it still works
    cs_arena_destroy(arena);

    int *alone = cs_alloc_aligned(1000, sizeof(int));
    assert_non_null(alone);
    assert_true(aligned(alone) && alone[0] == 0 && alone[999] == 0);
    free(alone);
    free(cs_alloc_aligned(0, 8));
}

static void test_texts(void **state)
{
    (void)state;
    cs_arena *arena = cs_arena_create();
    assert_string_equal(cs_arena_text(arena, "flagpole", 4), "flag");
    assert_string_equal(cs_arena_text(arena, NULL, 0), "");
    assert_string_equal(cs_arena_printf(arena, "%s-%03d", "step", 7), "step-007");
    cs_arena_destroy(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_reset_keeps_memory),
        cmocka_unit_test(test_large_and_impossible),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
