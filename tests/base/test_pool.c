// SPDX-License-Identifier: MIT
//
// The pool runs every block once, for any number of threads and blocks, job after job; what the
// blocks wrote is there when it returns; and workers leave signals to their caller.
#include "base/base.h"
#include "math/math.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const int thread_counts[] = {1, 2, 3, 8};

typedef struct job {
    int threads;
    atomic_int *runs; // of each block
    int *plain;       // written without atomics: the pool must order it
} job;

static void count_block(void *context, int block, int thread)
{
    job *j = context;
    assert_true(thread >= 0 && thread < j->threads);
    atomic_fetch_add(&j->runs[block], 1);
    j->plain[block] += block;
}

static void run_counts(cs_pool *pool, int blocks)
{
    job j = {.threads = cs_pool_threads(pool),
             .runs = calloc((size_t)blocks + 1, sizeof(atomic_int)),
             .plain = calloc((size_t)blocks + 1, sizeof(int))};
    assert_non_null(j.runs);
    assert_non_null(j.plain);
    cs_pool_run(pool, blocks, count_block, &j);
    for (int i = 0; i < blocks; i++) {
        assert_int_equal(atomic_load(&j.runs[i]), 1);
        assert_int_equal(j.plain[i], i);
    }
    assert_int_equal(atomic_load(&j.runs[blocks]), 0);
    free(j.runs);
    free(j.plain);
}

static void test_every_block_once(void **state)
{
    (void)state;
    const int blocks[] = {0, 1, 2, 3, 7, 64, 1000};
    for (size_t t = 0; t < CS_COUNT(thread_counts); t++) {
        cs_pool *pool = cs_pool_create(thread_counts[t]);
        assert_non_null(pool);
        assert_int_equal(cs_pool_threads(pool), thread_counts[t]);
        for (size_t b = 0; b < CS_COUNT(blocks); b++) {
            run_counts(pool, blocks[b]);
        }
        for (int i = 0; i < 2000; i++) { // short jobs one after the other, where a late worker would meet the next
            run_counts(pool, 1 + i % 9);
        }
        cs_pool_destroy(pool);
    }
    for (size_t b = 0; b < CS_COUNT(blocks); b++) {
        run_counts(NULL, blocks[b]);
    }
}

static void test_creation(void **state)
{
    (void)state;
    assert_int_equal(cs_pool_threads(NULL), 1);
    assert_null(cs_pool_create(-1));
    assert_null(cs_pool_create(1 << 30));
    cs_pool_destroy(NULL);
    cs_pool *pool = cs_pool_create(0);
    assert_non_null(pool);
    assert_true(cs_pool_threads(pool) >= 1);
    cs_pool_destroy(pool);
    for (int i = 0; i < 50; i++) { // ends with workers asleep and awake, used and unused
        pool = cs_pool_create(4);
        if (i % 2) {
            run_counts(pool, 5);
        }
        cs_pool_destroy(pool);
    }
}

typedef struct chain {
    double *from, *to;
    int count;
} chain;

static void smooth_block(void *context, int block, int thread)
{
    (void)thread;
    const chain *c = context;
    int first = block * 16, last = first + 16 < c->count ? first + 16 : c->count;
    for (int i = first; i < last; i++) {
        double left = c->from[i > 0 ? i - 1 : 0], right = c->from[i + 1 < c->count ? i + 1 : i];
        c->to[i] = c->from[i] * 0.5 + (left + right) * 0.25 + cs_sin(c->from[i]) * 1e-3;
    }
}

/// A computation of many dependent passes, as a simulation is.
static uint64_t smooth(cs_pool *pool)
{
    enum { COUNT = 1000 };
    double a[COUNT], b[COUNT];
    for (int i = 0; i < COUNT; i++) {
        a[i] = cs_random(3, (uint64_t)i);
    }
    for (int pass = 0; pass < 100; pass++) {
        chain there = {a, b, COUNT}, back = {b, a, COUNT};
        cs_pool_run(pool, (COUNT + 15) / 16, smooth_block, &there);
        cs_pool_run(pool, (COUNT + 15) / 16, smooth_block, &back);
    }
    return cs_hash_doubles(a, COUNT, 0);
}

static void test_same_bits_for_any_thread_count(void **state)
{
    (void)state;
    uint64_t want = smooth(NULL);
    for (size_t t = 0; t < CS_COUNT(thread_counts); t++) {
        cs_pool *pool = cs_pool_create(thread_counts[t]);
        assert_non_null(pool);
        assert_int_equal(smooth(pool), want);
        cs_pool_destroy(pool);
    }
}

typedef struct mask_job {
    atomic_int open; // workers that would take a signal
    atomic_int seen; // blocks that ran in workers
} mask_job;

static void look_at_mask(void *context, int block, int thread)
{
    (void)block;
    mask_job *j = context;
    if (thread > 0) {
        sigset_t mask;
        pthread_sigmask(SIG_SETMASK, NULL, &mask);
        atomic_fetch_add(&j->open, sigismember(&mask, SIGINT) == 1 && sigismember(&mask, SIGTERM) == 1 ? 0 : 1);
        atomic_fetch_add(&j->seen, 1);
    }
}

static void test_workers_block_signals(void **state)
{
    (void)state;
    cs_pool *pool = cs_pool_create(3);
    assert_non_null(pool);
    mask_job j = {0};
    for (int i = 0; i < 200000 && atomic_load(&j.seen) == 0; i++) {
        cs_pool_run(pool, 64, look_at_mask, &j);
    }
    assert_true(atomic_load(&j.seen) > 0);
    assert_int_equal(atomic_load(&j.open), 0);
    sigset_t mine;
    pthread_sigmask(SIG_SETMASK, NULL, &mine);
    assert_int_equal(sigismember(&mine, SIGINT), 0); // the caller's own mask is as it was
    cs_pool_destroy(pool);
}

static void test_simd_choice(void **state)
{
    (void)state;
    cs_simd widest = cs_simd_resolve(CS_SIMD_AUTO);
    assert_true(widest >= CS_SIMD_SCALAR && widest <= CS_SIMD_512);
    for (int wish = CS_SIMD_SCALAR; wish <= CS_SIMD_512; wish++) {
        cs_simd got = cs_simd_resolve((cs_simd)wish);
        assert_int_equal(got, wish < (int)widest ? wish : (int)widest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_block_once),
        cmocka_unit_test(test_creation),
        cmocka_unit_test(test_same_bits_for_any_thread_count),
        cmocka_unit_test(test_workers_block_signals),
        cmocka_unit_test(test_simd_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
