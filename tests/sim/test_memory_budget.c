// SPDX-License-Identifier: MIT
//
// What a scene is said to need at most is what it needs at most, with every solver and material: a scene that the
// memory limit lets through fits into it. Each case runs in a process of its own, whose peak the system measures, and
// counts from the peak of one that only loads the scene.
#include "sim/sim_run.h"

#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#endif

#ifdef SANITIZED
#define SIDE 31 // slow, and what a sanitizer takes tells nothing
#else
#define SIDE 121 // rows and columns of grids and vertices of meshes a side
#endif
#define MESH "memory_budget.obj"

#define PAGE 4096 // the system counts pages

/// The smallest memory limit with which the scene is accepted, to a page.
static uint64_t least_limit(const char *text)
{
    uint64_t low = 0, high = UINT64_C(1) << 30;
    while (high - low > PAGE) {
        uint64_t middle = low + (high - low) / 2;
        cs_scene_options options = {.max_memory = middle ? middle : 1};
        cs_scene *scene;
        if (cs_scene_parse("budget", text, strlen(text), &options, NULL, &scene) == CS_OK) {
            high = middle;
        } else {
            low = middle + 1;
        }
        cs_scene_destroy(scene);
    }
    return high;
}

/// Loads, steps and takes a snapshot, or only loads; in a child process.
static bool run_scene(const char *text, bool only_load)
{
    cs_scene *scene;
    cs_sim *sim;
    cs_frame frame = cs_default_frame();
    if (cs_scene_parse("budget", text, strlen(text), NULL, NULL, &scene) != CS_OK) {
        return false;
    }
    if (only_load) {
        cs_scene_destroy(scene);
        return true;
    }
    if (cs_sim_create(scene, NULL, NULL, &sim) != CS_OK || cs_sim_step(sim, NULL) != CS_OK ||
        cs_sim_snapshot(sim, &frame) != CS_OK) {
        return false;
    }
    cs_frame_clear(&frame);
    cs_sim_destroy(sim);
    cs_scene_destroy(scene);
    return true;
}

/// Peak memory (bytes) of a process that runs the scene, or only loads it.
static double peak_of(const char *text, bool only_load)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rusage usage;
        bool ran = run_scene(text, only_load);
        ran = ran && getrusage(RUSAGE_SELF, &usage) == 0;
        ran = ran && write(ends[1], &usage.ru_maxrss, sizeof(usage.ru_maxrss)) == sizeof(usage.ru_maxrss);
        _exit(ran ? 0 : 1);
    }
    long peak = 0;
    int status;
    close(ends[1]);
    ssize_t got = read(ends[0], &peak, sizeof(peak));
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (got != sizeof(peak)) {
        print_error("does not run: %s\n", text);
    }
    assert_int_equal(got, sizeof(peak));
    return (double)peak * 1024; // Linux counts kilobytes
}

static void check(const char *solver, const char *things)
{
    cs_text scene = {0};
    cs_text_printf(
        &scene,
        "{ \"version\": 1, \"image\": { \"width\": 1, \"height\": 1 }, \"simulation\": { \"solver\": \"%s\", "
        "\"dt\": 1e-6, \"iterations\": 1 }, %s }",
        solver, things);
    const char *text = scene.bytes;
    double allowed = (double)least_limit(text), used = peak_of(text, false) - peak_of(text, true);
    print_message("%-9s %-110.110s %5.0f bytes a particle of %5.0f allowed\n", solver, things, used / (SIDE * SIDE),
                  allowed / (SIDE * SIDE));
#if !defined(SANITIZED) && defined(__linux__)
    assert_true(used <= allowed);
#endif
    cs_text_free(&scene);
}

#define STRINGIFY(x) #x
#define TEXT(x)      STRINGIFY(x)
#define GRID                                                                                                           \
    "\"cloths\": [{ \"grid\": { \"rows\": " TEXT(SIDE) ", \"columns\": " TEXT(SIDE) " }, \"pins\": [{ \"row\": 0 }]"
#define OBJ "\"cloths\": [{ \"mesh\": { \"file\": \"" MESH "\" }, \"pins\": [{ \"vertex\": 0 }]"

static void grids_fit(void **state)
{
    (void)state;
    static const char *const solvers[] = {"verlet", "euler", "rk4", "implicit", "pbd", "xpbd"};
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        check(solvers[i], GRID " }]");
        check(solvers[i], GRID ", \"fabric\": { \"damping\": 0 } }]");
        check(solvers[i], GRID ", \"long_range\": { \"links\": true, \"tethers\": true } }]");
    }
    check("xpbd", GRID ", \"compliance\": {} }]");
}

static void meshes_fit(void **state)
{
    (void)state;
    static const char *const solvers[] = {"verlet", "implicit", "xpbd"};
    cs_text obj = {0};
    for (int i = 0; i < SIDE * SIDE; i++) {
        cs_text_printf(&obj, "v %d %d 0\n", i % SIDE, i / SIDE);
    }
    for (int r = 0; r + 1 < SIDE; r++) {
        for (int c = 0; c + 1 < SIDE; c++) {
            int v = r * SIDE + c + 1;
            cs_text_printf(&obj, "f %d %d %d %d\n", v, v + 1, v + SIDE + 1, v + SIDE);
        }
    }
    assert_int_equal(cs_file_write(MESH, obj.bytes, obj.length, NULL), CS_OK);
    cs_text_free(&obj);
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        check(solvers[i], OBJ ", \"springs\": { \"structural\": 80 } }]");
        check(solvers[i], OBJ ", \"fabric\": \"silk\", \"long_range\": { \"tethers\": true } }]");
    }
    remove(MESH);
}

static void networks_fit(void **state)
{
    (void)state;
    static const char *const solvers[] = {"verlet", "implicit", "xpbd"};
    cs_text chain = {0};
    cs_text_puts(&chain, "\"networks\": [{ \"links\": [");
    for (int i = 0; i + 1 < SIDE * SIDE; i++) {
        cs_text_printf(&chain, "%s{ \"a\": %d, \"b\": %d }", i > 0 ? ", " : "", i, i + 1);
    }
    cs_text_puts(&chain, "], \"particles\": [");
    for (int i = 0; i < SIDE * SIDE; i++) {
        cs_text_printf(&chain, "%s{ \"position\": [%d, 0, 0] }", i > 0 ? ", " : "", i);
    }
    cs_text_puts(&chain, "] }]");
    for (size_t i = 0; i < CS_COUNT(solvers); i++) {
        check(solvers[i], chain.bytes);
    }
    cs_text_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(grids_fit), cmocka_unit_test(meshes_fit),
                                       cmocka_unit_test(networks_fit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
