// SPDX-License-Identifier: MIT
//
// A step allocates nothing, and a million particles fit in 400 MB. The allocators of the C library are wrapped by the
// linker (CMakeLists.txt) and count.
#include "sim/sim_run.h"
#include "sim/solver_scenes.h"

#include "base/base.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#endif

static atomic_long allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void **memory, size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_calloc(count, size);
}
void *__wrap_realloc(void *memory, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_realloc(memory, size);
}
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_aligned_alloc(alignment, size);
}
int __wrap_posix_memalign(void **memory, size_t alignment, size_t size)
{
    atomic_fetch_add(&allocations, 1);
    return __real_posix_memalign(memory, alignment, size);
}

static void a_step_allocates_nothing(void **state)
{
    (void)state;
    static const int sides[] = {3, 25, 150};
    for (int i = 0; i < 3; i++) {
        one_cloth s;
        make_classic(&s);
        s.cloth.grid.rows = s.cloth.grid.columns = sides[i];
        cs_compute compute = {.pool = cs_pool_create(4)};
        long before_creation = atomic_load(&allocations);
        cs_sim *sim = NULL;
        assert_int_equal(cs_sim_create(&s.scene, &compute, NULL, &sim), CS_OK);
        assert_true(atomic_load(&allocations) > before_creation); // the counter counts
        run(sim, 1);
        long before = atomic_load(&allocations);
        run(sim, 20);
        assert_int_equal(atomic_load(&allocations), before);
        cs_sim_destroy(sim);
        cs_pool_destroy(compute.pool);
    }
}

static void no_solver_allocates_in_a_step(void **state)
{
    (void)state;
    cs_compute compute = {.pool = cs_pool_create(4)};
    for (int m = 0; m < SHEET_COUNT; m++) {
        for (int i = 0; i < SOLVER_COUNT; i++) {
            sheet s;
            make_solver_sheet(&s, (sheet_kind)m, all_solvers[i], i == 0 ? 100 : 15, 0.1, 1e-4);
            s.scene.simulation.dt = 0.001;
            s.scene.simulation.gravity = (cs_vec3){0, -9.8, 0};
            cs_sim *sim = NULL;
            assert_int_equal(cs_sim_create(&s.scene, &compute, NULL, &sim), CS_OK);
            run(sim, 1);
            long before = atomic_load(&allocations);
            run(sim, 10);
            if (atomic_load(&allocations) != before) {
                fail_msg("%s, %s: a step allocates", solver_name(all_solvers[i]), sheet_kind_name((sheet_kind)m));
            }
            cs_sim_destroy(sim);
            free_sheet(&s);
        }
    }
    cs_pool_destroy(compute.pool);
}

static void a_repeated_snapshot_allocates_nothing(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    cs_frame frame = cs_default_frame();
    assert_int_equal(cs_sim_snapshot(sim, &frame), CS_OK);
    long before = atomic_load(&allocations);
    run(sim, 5);
    assert_int_equal(cs_sim_snapshot(sim, &frame), CS_OK);
    assert_int_equal(atomic_load(&allocations), before);
    cs_frame_clear(&frame);
    cs_sim_destroy(sim);
}

static void a_million_particles_fit_in_400_megabytes(void **state)
{
    (void)state;
    one_cloth s;
    make_classic(&s);
    s.cloth.grid.rows = s.cloth.grid.columns = 1000;
    s.scene.simulation.dt = 0.004;
    cs_sim *sim = start(&s.scene, CS_SIMD_AUTO);
    run(sim, 3);
    cs_state_statistics statistics;
    cs_sim_statistics(sim, -1, &statistics);
    assert_int_equal(statistics.particles, 1000000);
    struct rusage usage;
    assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
    double megabytes = (double)usage.ru_maxrss / 1024; // Linux counts kilobytes
    print_message("a million particles: %.0f MB in the simulation, peak of the process %.0f MB\n",
                  (double)cs_sim_memory(sim) / 1e6, megabytes);
    assert_true((double)cs_sim_memory(sim) <= 400e6);
#if !defined(SANITIZED) && defined(__linux__)
    assert_true(megabytes <= 400);
#endif
    cs_sim_destroy(sim);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_allocates_nothing),
        cmocka_unit_test(no_solver_allocates_in_a_step),
        cmocka_unit_test(a_repeated_snapshot_allocates_nothing),
        cmocka_unit_test(a_million_particles_fit_in_400_megabytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
