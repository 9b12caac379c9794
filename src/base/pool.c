// SPDX-License-Identifier: MIT
//
// Worker threads that share the blocks of one job at a time. Blocks are claimed one by one
// from a counter, so an uneven load evens out; which thread runs a block is left open and no
// result may depend on it. A worker that finds nothing spins for some microseconds and then
// sleeps: steps of a simulation follow each other faster than a sleeper wakes.
//
// Why it is right: the counter `unclaimed` is only raised by the caller, after the job is
// described, and a thread reads the description only after it has claimed a block. The job
// cannot end before that block is counted as done, so the description holds still.
#if defined(__linux__)
#define _GNU_SOURCE // sched_getaffinity: the cores that this process may use
#endif
#include "base/base.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

// How often a thread looks again before it sleeps: a few tens of microseconds.
#define SPINS 1500
// More threads than this are a mistake of the caller.
#define MAX_THREADS 1024

typedef struct worker {
    struct cs_pool *pool;
    pthread_t id;
    int thread;
} worker;

struct cs_pool {
    int threads;
    int started; // workers that run
    int spins;
    // The job; written by the caller alone, while nothing is claimed.
    int count;
    cs_pool_function *run;
    void *context;
    _Alignas(64) atomic_int unclaimed;   // blocks that nobody has begun
    _Alignas(64) atomic_int unfinished;  // blocks that are not done
    _Alignas(64) atomic_int sleepers;    // workers that wait for `wake`
    atomic_bool caller_sleeps, stopping; // the caller waits for `done`; the pool ends
    pthread_mutex_t mutex;
    pthread_cond_t wake, done;
    worker workers[];
};

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static int core_count(void)
{
#if defined(__linux__)
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof(set), &set) == 0 && CPU_COUNT(&set) > 0) {
        return CPU_COUNT(&set);
    }
#endif
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MAX_THREADS ? MAX_THREADS : (int)cores;
}

/// Claims and runs blocks until none is left; returns how many it ran.
static int run_blocks(cs_pool *pool, int thread)
{
    int ran = 0;
    int left = atomic_load_explicit(&pool->unclaimed, memory_order_relaxed);
    while (left > 0) {
        if (atomic_compare_exchange_weak_explicit(&pool->unclaimed, &left, left - 1, memory_order_acq_rel,
                                                  memory_order_relaxed)) {
            pool->run(pool->context, pool->count - left, thread);
            ran++;
            left = atomic_load_explicit(&pool->unclaimed, memory_order_relaxed);
        }
    }
    return ran;
}

/// Counts `ran` blocks as done and wakes the caller after the last one.
static void finish_blocks(cs_pool *pool, int ran)
{
    if (ran > 0 && atomic_fetch_sub(&pool->unfinished, ran) == ran && atomic_load(&pool->caller_sleeps)) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->mutex);
    }
}

/// Returns when there are blocks to claim (true) or the pool ends (false).
static bool wait_for_work(cs_pool *pool)
{
    for (int i = 0; i < pool->spins; i++) {
        if (atomic_load_explicit(&pool->unclaimed, memory_order_relaxed) > 0) {
            return true;
        }
        relax();
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    while (atomic_load(&pool->unclaimed) == 0 && !atomic_load(&pool->stopping)) {
        pthread_cond_wait(&pool->wake, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    pthread_mutex_unlock(&pool->mutex);
    return !atomic_load(&pool->stopping);
}

static void *work(void *argument)
{
    worker *self = argument;
    cs_float_reset();
    while (wait_for_work(self->pool)) {
        finish_blocks(self->pool, run_blocks(self->pool, self->thread));
    }
    return NULL;
}

/// Starts the workers with every signal blocked, so that signals reach the threads of the caller.
static bool start_workers(cs_pool *pool)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    for (int i = 0; i < pool->threads - 1; i++) {
        pool->workers[i] = (worker){.pool = pool, .thread = i + 1};
        if (pthread_create(&pool->workers[i].id, NULL, work, &pool->workers[i]) != 0) {
            break;
        }
        pool->started++;
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return pool->started == pool->threads - 1;
}

cs_pool *cs_pool_create(int threads)
{
    int cores = core_count();
    if (threads == 0) {
        threads = cores;
    }
    if (threads < 1 || threads > MAX_THREADS) {
        return NULL;
    }
    cs_pool *pool = cs_alloc_aligned(1, sizeof(*pool) + sizeof(worker) * (size_t)(threads - 1));
    if (!pool) {
        return NULL;
    }
    pool->threads = threads;
    pool->spins = threads <= cores ? SPINS : 0; // with too few cores a spinning thread keeps a working one waiting
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->done, NULL);
    if (!start_workers(pool)) {
        cs_pool_destroy(pool);
        return NULL;
    }
    return pool;
}

void cs_pool_destroy(cs_pool *pool)
{
    if (!pool) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->stopping, true);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->started; i++) {
        pthread_join(pool->workers[i].id, NULL);
    }
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

int cs_pool_threads(const cs_pool *pool)
{
    return pool ? pool->threads : 1;
}

static void wake_workers(cs_pool *pool, int wanted)
{
    int sleepers = atomic_load(&pool->sleepers);
    if (sleepers == 0) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    for (int i = 0; i < sleepers && i < wanted; i++) {
        pthread_cond_signal(&pool->wake);
    }
    pthread_mutex_unlock(&pool->mutex);
}

static void wait_until_done(cs_pool *pool)
{
    for (int i = 0; i < pool->spins; i++) {
        if (atomic_load(&pool->unfinished) == 0) {
            return;
        }
        relax();
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true);
    while (atomic_load(&pool->unfinished) != 0) {
        pthread_cond_wait(&pool->done, &pool->mutex);
    }
    atomic_store(&pool->caller_sleeps, false);
    pthread_mutex_unlock(&pool->mutex);
}

void cs_pool_run(cs_pool *pool, int count, cs_pool_function *run, void *context)
{
    if (!pool || pool->threads == 1 || count <= 1) {
        for (int i = 0; i < count; i++) {
            run(context, i, 0);
        }
        return;
    }
    pool->count = count;
    pool->run = run;
    pool->context = context;
    atomic_store(&pool->unfinished, count);
    atomic_store(&pool->unclaimed, count);
    wake_workers(pool, count - 1);
    finish_blocks(pool, run_blocks(pool, 0));
    wait_until_done(pool);
}
