// SPDX-License-Identifier: MIT
//
// The validation itself: its quick rows pass, a wrong expectation would be noticed, ids lead to their rows, the scenes
// in scenes/physics are those in the binary, and the page there has the rows of the table.
#include "base/base.h"
#include "lab/lab.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>

#define FOLDER CS_SOURCE_DIR "/scenes/physics"

/// The last row and how many there were of each status.
typedef struct seen {
    cs_physics_row last;
    int with[3];
    bool stop;
} seen;

static bool see(void *context, const cs_physics_row *row)
{
    seen *s = context;
    s->last = *row;
    s->with[row->status]++;
    if (row->status == CS_PHYSICS_FAIL) {
        print_message("%s: expected %.17g, got %.17g, error %g, gate %g\n", row->id, row->expected, row->got,
                      row->error, row->gate);
    }
    return !s->stop;
}

static void the_quick_rows_pass(void **state)
{
    (void)state;
    static const char *const quick[] = {
        "free-fall/body",
        "free-fall/springs",
        "spring-extension",
        "spring-period/verlet",
        "spring-frequency",
        "spring-step",
        "pendulum/30/verlet",
        "pendulum/90/rk4",
        "free-body",
        "double-pendulum/energy-order",
        "chain/stretch/xpbd",
        "chain/stretch/implicit",
        "chain/spring/verlet",
        "string/modes/rk4",
        "heavy-chain/swing/implicit",
        "stiff-chain/50-iterations",
        "heavy-end/top-force",
        "stability/5x5",
        "stability/10x10",
        "stability/20x20",
        "stability/safe-bound",
        "catenary/1.5/sag/implicit",
        "catenary/1.5/tension/implicit",
        "strip/10-rows/implicit",
    };
    cs_log *log = cs_log_create();
    for (size_t i = 0; i < CS_COUNT(quick); i++) {
        seen s = {0};
        assert_int_equal(cs_physics_run(quick[i], &(cs_lab){.log = log}, see, &s), CS_OK);
        assert_int_equal(s.with[CS_PHYSICS_FAIL], 0);
        assert_int_equal(s.with[CS_PHYSICS_PASS] + s.with[CS_PHYSICS_NOT_APPLICABLE], cs_physics_count(quick[i]));
        assert_true(s.with[CS_PHYSICS_PASS] > 0);
        cs_log_clear(log);
    }
    cs_log_destroy(log);
}

static const cs_physics_case *find(const char *id)
{
    for (int i = 0; i < cs_physics_table_count; i++) {
        for (const cs_physics_case *c = cs_physics_tables[i]; c->id; c++) {
            if (strcmp(c->id, id) == 0) {
                return c;
            }
        }
    }
    return NULL;
}

/// A row whose expectation is off by twice its gate fails, and the run with it; so does one that cannot be run.
static void a_wrong_expectation_fails(void **state)
{
    (void)state;
    cs_physics_case cases[2] = {*find("chain/stretch"), {0}};
    cs_lab lab = {0};
    seen s = {0};
    assert_int_equal(cs_physics_run_table(cases, &lab, see, &s), CS_OK);
    cases[0].expected *= 1 + 2 * cases[0].gate;
    s = (seen){0};
    assert_int_equal(cs_physics_run_table(cases, &lab, see, &s), CS_MISMATCH);
    assert_int_equal(s.last.status, CS_PHYSICS_FAIL);
    cases[0].cannot = true; // by nature: it is shown, and no failure
    s = (seen){0};
    assert_int_equal(cs_physics_run_table(cases, &lab, see, &s), CS_OK);
    assert_int_equal(s.last.status, CS_PHYSICS_NOT_APPLICABLE);
    assert_true(isfinite(s.last.got));

    static const char *const wrong[] = {"simulation.dt=-1", NULL};
    cases[0] = *find("chain/stretch");
    cases[0].sets = wrong;
    s = (seen){0};
    lab.log = cs_log_create();
    assert_int_equal(cs_physics_run_table(cases, &lab, see, &s), CS_MISMATCH);
    assert_int_equal(s.last.status, CS_PHYSICS_FAIL);
    assert_int_equal(cs_log_count(lab.log, CS_ERROR), s.with[CS_PHYSICS_FAIL]);
    cs_log_destroy(lab.log);
}

static void the_sink_can_stop(void **state)
{
    (void)state;
    seen s = {.stop = true};
    assert_int_equal(cs_physics_run("spring-step", &(cs_lab){0}, see, &s), CS_OK);
    assert_int_equal(s.with[CS_PHYSICS_PASS], 1);
}

#define SOME "spring-step"
#define MOST 16

typedef struct kept {
    cs_physics_row rows[MOST];
    int count;
} kept;

static bool keep(void *context, const cs_physics_row *row)
{
    kept *k = context;
    assert_in_range(k->count, 0, MOST - 1);
    k->rows[k->count++] = *row;
    return true;
}

/// Rows come in the order of the table with the same bits, however many threads share them.
static void threads_change_nothing(void **state)
{
    (void)state;
    kept alone = {0};
    assert_int_equal(cs_physics_run(SOME, &(cs_lab){0}, keep, &alone), CS_OK);
    assert_int_equal(alone.count, cs_physics_count(SOME));
    static const int threads[] = {1, 2, 3, 8};
    for (size_t i = 0; i < CS_COUNT(threads); i++) {
        cs_pool *pool = cs_pool_create(threads[i]);
        assert_non_null(pool);
        kept shared = {0};
        assert_int_equal(cs_physics_run(SOME, &(cs_lab){.compute = &(cs_compute){.pool = pool}}, keep, &shared), CS_OK);
        assert_int_equal(shared.count, alone.count);
        for (int j = 0; j < alone.count; j++) {
            assert_string_equal(shared.rows[j].id, alone.rows[j].id);
            assert_true(shared.rows[j].got == alone.rows[j].got && shared.rows[j].error == alone.rows[j].error);
        }
        cs_pool_destroy(pool);
    }
}

static void ids_lead_to_their_rows(void **state)
{
    (void)state;
    assert_int_equal(cs_physics_count("pendulum/30/verlet"), 1);
    assert_true(cs_physics_count("pendulum/30") > 1);
    assert_true(cs_physics_count("pendulum") > cs_physics_count("pendulum/30"));
    assert_int_equal(cs_physics_count("pend"), 0);
    assert_int_equal(cs_physics_count("pendulum/"), 0);
    assert_int_equal(cs_physics_count(""), 0);
    assert_int_equal(cs_physics_run("pend", &(cs_lab){0}, see, NULL), CS_USAGE);
}

/// Every row, as id, in the order of the table.
static char (*all_ids(int *count))[CS_PHYSICS_ID]
{
    int n = 0;
    *count = cs_physics_count(NULL);
    char(*ids)[CS_PHYSICS_ID] = calloc((size_t)*count, sizeof(*ids));
    assert_non_null(ids);
    for (int i = 0; i < cs_physics_table_count; i++) {
        for (const cs_physics_case *c = cs_physics_tables[i]; c->id; c++) {
            for (const char *const *solver = c->solvers; *solver; solver++) {
                int length = snprintf(ids[n], CS_PHYSICS_ID, "%s/%s", c->id, *solver);
                assert_in_range(length, 1, CS_PHYSICS_ID - 1);
                n++;
            }
        }
    }
    assert_int_equal(n, *count);
    return ids;
}

static void every_case_is_whole_and_its_id_its_own(void **state)
{
    (void)state;
    int count;
    char(*ids)[CS_PHYSICS_ID] = all_ids(&count);
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            assert_string_not_equal(ids[i], ids[j]);
        }
    }
    free(ids);
    for (int i = 0; i < cs_physics_table_count; i++) {
        for (const cs_physics_case *c = cs_physics_tables[i]; c->id; c++) {
            assert_non_null(c->title);
            assert_non_null(c->source);
            assert_non_null(c->measure);
            assert_true(!c->scene || cs_physics_scene(c->scene));
            assert_null(strpbrk(c->title, "|\n"));
            assert_null(strpbrk(c->source, "|\n"));
            assert_true(!c->cannot || c->note);
        }
    }
}

/// The page holds exactly the ids of the table, in its order; its digits are those of the day it was made.
static void the_page_has_the_rows_of_the_table(void **state)
{
    (void)state;
    char *page;
    size_t size;
    assert_int_equal(cs_file_read(FOLDER "/README.md", 1 << 22, NULL, &page, &size), CS_OK);
    int count, found = 0;
    char(*ids)[CS_PHYSICS_ID] = all_ids(&count);
    for (char *line = strtok(page, "\n"); line; line = strtok(NULL, "\n")) {
        if (strncmp(line, "| `", 3) == 0) {
            char id[CS_PHYSICS_ID] = "";
            assert_int_equal(sscanf(line, "| `%63[^`]`", id), 1);
            assert_in_range(found, 0, count - 1);
            assert_string_equal(id, ids[found]);
            found++;
        }
    }
    assert_int_equal(found, count);
    free(ids);
    free(page);
}

/// Every scene of the folder is in the binary, text for text, can be run, and says what it shows.
static void the_scenes_are_those_of_the_folder(void **state)
{
    (void)state;
    int embedded = 0, files = 0;
    for (const cs_embedded_scene *scene = cs_physics_scenes; scene->name; scene++) {
        assert_true(embedded == 0 || strcmp(scene[-1].name, scene->name) < 0);
        embedded++;
    }
    DIR *folder = opendir(FOLDER);
    assert_non_null(folder);
    for (const struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char name[256] = "", path[sizeof(FOLDER) + sizeof(name)], *text;
        const char *ending = strstr(entry->d_name, ".json");
        size_t size;
        if (!ending || ending[5] != '\0') {
            continue;
        }
        files++;
        assert_in_range(ending - entry->d_name, 1, sizeof(name) - 1);
        memcpy(name, entry->d_name, (size_t)(ending - entry->d_name));
        (void)snprintf(path, sizeof(path), FOLDER "/%s", entry->d_name);
        assert_int_equal(cs_file_read(path, 1 << 22, NULL, &text, &size), CS_OK);
        assert_non_null(cs_physics_scene(name));
        assert_string_equal(text, cs_physics_scene(name));
        free(text);
        cs_scene *scene;
        cs_sim *sim;
        assert_int_equal(cs_scene_load(path, NULL, NULL, &scene), CS_OK);
        assert_true(scene->title && *scene->title);
        assert_int_equal(cs_sim_create(scene, NULL, NULL, &sim), CS_OK);
        assert_int_equal(cs_sim_step(sim, NULL), CS_OK);
        cs_sim_destroy(sim);
        cs_scene_destroy(scene);
    }
    closedir(folder);
    assert_int_equal(files, embedded);
    assert_null(cs_physics_scene("no such scene"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_quick_rows_pass),
        cmocka_unit_test(a_wrong_expectation_fails),
        cmocka_unit_test(the_sink_can_stop),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(ids_lead_to_their_rows),
        cmocka_unit_test(every_case_is_whole_and_its_id_its_own),
        cmocka_unit_test(the_page_has_the_rows_of_the_table),
        cmocka_unit_test(the_scenes_are_those_of_the_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
