// SPDX-License-Identifier: MIT
//
// Facts about reading OBJ files. The corpus of wrong files: every corpus/NAME.obj must give exactly the diagnostics of
// NAME.expected, as the command line would show them; what begins with "warning-" is read all the same. With
// CS_UPDATE_CORPUS set the program writes the expected files instead of comparing; read them before they are
// committed.
#include "mesh/mesh.h"

#include <dirent.h>
#include <locale.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
// cmocka needs the above
#include <cmocka.h>

#define CORPUS     CS_SOURCE_DIR "/tests/mesh/corpus/"
#define LIMIT      (1u << 20)
#define FEWEST     35 // files there are at least; fewer means that the folder was not found
#define WARNS_ONLY "warning-"

typedef struct reading {
    cs_arena *arena;
    cs_log *log;
    cs_obj_mesh mesh;
    cs_status status;
} reading;

static reading read_bytes(const char *name, const char *bytes, size_t size)
{
    reading r = {.arena = cs_arena_create(), .log = cs_log_create()};
    char *exact = malloc(size > 0 ? size : 1); // so that a byte read too many is seen
    memcpy(exact, bytes, size);
    r.status = cs_obj_read(name, exact, size, r.arena, r.log, &r.mesh);
    free(exact);
    assert_true((r.status == CS_OK) == (cs_log_count(r.log, CS_ERROR) == 0));
    return r;
}

static reading read_text(const char *text)
{
    return read_bytes("cloth.obj", text, strlen(text));
}

static void forget(reading *r)
{
    cs_arena_destroy(r->arena);
    cs_log_destroy(r->log);
}

// ---- the corpus --------------------------------------------------------------------------

static char *read_part(const char *name, const char *ending, size_t *size)
{
    char path[1000];
    char *bytes = NULL;
    snprintf(path, sizeof path, CORPUS "%s%s", name, ending);
    if (cs_file_exists(path)) {
        assert_int_equal(cs_file_read(path, LIMIT, NULL, &bytes, size), CS_OK);
    }
    return bytes;
}

static char *diagnostics_of(const char *name, cs_status *status)
{
    char file[300];
    size_t size = 0;
    char *bytes = read_part(name, ".obj", &size);
    snprintf(file, sizeof file, "%s.obj", name);
    reading r = read_bytes(file, bytes, size);
    *status = r.status;
    cs_text out = {0};
    for (int i = 0; i < cs_log_size(r.log); i++) {
        char *formatted = cs_diagnostic_format(cs_log_get(r.log, i), false);
        cs_text_puts(&out, formatted);
        free(formatted);
    }
    free(bytes);
    forget(&r);
    return cs_text_take(&out);
}

static bool check(const char *name)
{
    cs_status status;
    char *actual = diagnostics_of(name, &status);
    if (getenv("CS_UPDATE_CORPUS")) {
        char path[1000];
        snprintf(path, sizeof path, CORPUS "%s.expected", name);
        assert_int_equal(cs_file_write(path, actual, strlen(actual), NULL), CS_OK);
    }
    size_t size = 0;
    char *expected = read_part(name, ".expected", &size);
    cs_status wanted = strncmp(name, WARNS_ONLY, strlen(WARNS_ONLY)) == 0 ? CS_OK : CS_INVALID_SCENE;
    bool same = status == wanted && expected && strcmp(expected, actual) == 0;
    if (!same) {
        print_error("%s: status %d\n---- expected\n%s---- actual\n%s\n", name, (int)status, expected ? expected : "",
                    actual);
    }
    free(expected);
    free(actual);
    return same;
}

static void every_file_of_the_corpus(void **state)
{
    (void)state;
    DIR *folder = opendir(CORPUS);
    assert_non_null(folder);
    int count = 0, failures = 0;
    for (struct dirent *entry = readdir(folder); entry; entry = readdir(folder)) {
        char *ending = strrchr(entry->d_name, '.');
        if (ending && strcmp(ending, ".obj") == 0) {
            *ending = '\0';
            failures += !check(entry->d_name);
            count++;
        }
    }
    closedir(folder);
    assert_int_equal(failures, 0);
    assert_true(count >= FEWEST);
}

// ---- what is read --------------------------------------------------------------------------

static void assert_triangle(const cs_obj_mesh *mesh, int i, int a, int b, int c)
{
    assert_true(i < mesh->triangle_count);
    assert_int_equal(mesh->triangles[i].a, a);
    assert_int_equal(mesh->triangles[i].b, b);
    assert_int_equal(mesh->triangles[i].c, c);
}

static void a_mesh_with_all_that_may_stand_in_a_file(void **state)
{
    (void)state;
    reading r = read_text("\xEF\xBB\xBF# a comment \\\nmtllib a.mtl\no cloth\ng one two\ns 1\nusemtl red\n"
                          "v 0 0 0\nv\t1  0 0 # behind it\nv 1 1 .5e1 1.0\nv -0 1. +2 0.5 0.25 1\n\n"
                          "vt 0 0\nvt 1 0 0\nvt 1 1\nvt 0.25\nvn 0 0 1\n"
                          "f 1/1/1 2/2/1 \\\n 3/3/1 4/4/1\r\n");
    assert_int_equal(r.status, CS_OK);
    assert_int_equal(cs_log_size(r.log), 0);
    assert_int_equal(r.mesh.vertex_count, 4);
    assert_int_equal(r.mesh.triangle_count, 2);
    assert_triangle(&r.mesh, 0, 0, 1, 2);
    assert_triangle(&r.mesh, 1, 0, 2, 3);
    assert_true(r.mesh.positions[2].z == 5 && r.mesh.positions[3].y == 1 && r.mesh.positions[3].z == 2);
    assert_false(signbit(r.mesh.positions[3].x));
    assert_true(r.mesh.uv[1][0] == 1 && r.mesh.uv[2][1] == 1 && r.mesh.uv[3][0] == 0.25 && r.mesh.uv[3][1] == 0);
    forget(&r);
}

/// Every spelling of a corner names the same triangle; without texture coordinates there are none.
static void corners_in_every_spelling(void **state)
{
    (void)state;
    static const char *const faces[] = {"f 1 2 3", "f 1//1 2//1 3//1", "f -3 -2 -1", "f -3//-1 2 -1"};
    for (size_t i = 0; i < CS_COUNT(faces); i++) {
        char text[200];
        snprintf(text, sizeof text, "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\n%s", faces[i]);
        reading r = read_text(text);
        assert_int_equal(r.status, CS_OK);
        assert_triangle(&r.mesh, 0, 0, 1, 2);
        assert_null(r.mesh.uv);
        forget(&r);
    }
}

/// Positive numbers may name what comes later, negative ones count back from their own line.
static void faces_before_their_vertices(void **state)
{
    (void)state;
    reading r = read_text("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 4\nv 1 1 0\n");
    assert_int_equal(r.status, CS_OK);
    assert_triangle(&r.mesh, 0, 0, 1, 2);
    assert_triangle(&r.mesh, 1, 2, 1, 3);
    forget(&r);
}

/// A polygon of n corners is a fan of n - 2 triangles around the first.
static void polygons_become_fans(void **state)
{
    (void)state;
    reading r = read_text("v 0 0 0\nv 2 0 0\nv 3 1 0\nv 2 2 0\nv 0 2 0\nf 2 3 4 5 1\n");
    assert_int_equal(r.mesh.triangle_count, 3);
    assert_triangle(&r.mesh, 0, 1, 2, 3);
    assert_triangle(&r.mesh, 1, 1, 3, 4);
    assert_triangle(&r.mesh, 2, 1, 4, 0);
    forget(&r);
}

/// Left out are the bad triangles alone, and vertices keep their numbers.
static void bad_faces_are_left_out(void **state)
{
    (void)state;
    reading r = read_text("v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 2 0 0\nv 1 1 0\n"
                          "f 2 2 3\nf 2 3 4\nf 2 3 5\nf 3 6 4\nf 4 3 2\n");
    assert_int_equal(r.status, CS_OK);
    assert_int_equal(r.mesh.vertex_count, 6);
    assert_int_equal(r.mesh.triangle_count, 2);
    assert_triangle(&r.mesh, 0, 1, 2, 3);
    assert_triangle(&r.mesh, 1, 2, 5, 3);
    assert_int_equal(cs_log_count(r.log, CS_WARNING), 4); // each kind once, and loose vertices
    forget(&r);
}

static void texture_coordinates_of_a_seam(void **state)
{
    (void)state;
    reading r = read_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nvt .5 0\nvt 0 1\nvt 1 1\nvt .5 0\n"
                          "f 1/1 2/2 3/3\nf 2/5 4/4 3/1\n");
    assert_int_equal(r.status, CS_OK);
    assert_int_equal(cs_log_count(r.log, CS_WARNING), 1); // vertex 3; vertex 2 has the same place twice
    assert_int_equal(cs_log_get(r.log, 0)->where.line, 11);
    assert_true(r.mesh.uv[1][0] == 0.5 && r.mesh.uv[2][0] == 0 && r.mesh.uv[2][1] == 1);
    forget(&r);
}

/// A text of n lines takes time in proportion to n even when every triangle shares one vertex; and all of it is read.
static void a_large_fan(void **state)
{
    (void)state;
    enum { SPOKES = 100000 };
    cs_text text = {0};
    cs_text_puts(&text, "v 0 0 0\n");
    for (int i = 0; i < SPOKES; i++) {
        cs_text_printf(&text, "v 1 %d 0.%d\n", i, i);
    }
    for (int i = 2; i <= SPOKES; i++) {
        cs_text_printf(&text, "f 1 %d %d\n", i, i + 1);
    }
    reading r = read_bytes("fan.obj", text.bytes, text.length);
    assert_int_equal(r.status, CS_OK);
    assert_int_equal(r.mesh.triangle_count, SPOKES - 1);
    assert_triangle(&r.mesh, SPOKES - 2, 0, SPOKES - 1, SPOKES);
    assert_true(cs_arena_bytes(r.arena) < 12 * text.length);
    cs_text_free(&text);
    forget(&r);
}

/// Cut anywhere, a file is read or refused with a diagnostic, and nothing else happens.
static void cut_anywhere(void **state)
{
    (void)state;
    static const char whole[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nf 1/1 2/2 \\\n3/3\nf -3 -2 -1 3\n";
    for (size_t size = 0; size < sizeof whole; size++) {
        reading r = read_bytes("cut.obj", whole, size);
        assert_true(r.status == CS_OK || r.status == CS_INVALID_SCENE);
        assert_int_equal(r.status == CS_OK, cs_log_count(r.log, CS_ERROR) == 0);
        forget(&r);
    }
}

/// With more errors than a log keeps the rest of the file is not looked at.
static void an_endless_list_of_errors(void **state)
{
    (void)state;
    cs_text text = {0};
    for (int i = 0; i < 10000; i++) {
        cs_text_puts(&text, "v 0 0\n");
    }
    reading r = read_bytes("bad.obj", text.bytes, text.length);
    assert_int_equal(r.status, CS_INVALID_SCENE);
    assert_int_equal(cs_log_size(r.log), CS_LOG_CAPACITY);
    assert_true(cs_log_count(r.log, CS_ERROR) < 2 * CS_LOG_CAPACITY);
    cs_text_free(&text);
    forget(&r);
}

/// A decimal comma of the locale changes nothing.
static void numbers_in_another_locale(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8")) {
        skip();
    }
    reading r = read_text("v 0.5 0 0\nv 1.123456789012345678901234567890 0 0\nv 0 1e-30 0.25\nf 1 2 3\n");
    setlocale(LC_ALL, "C");
    assert_int_equal(r.status, CS_OK);
    assert_true(r.mesh.positions[0].x == 0.5 && r.mesh.positions[1].x == 1.123456789012345678901234567890);
    assert_true(r.mesh.positions[2].y == 1e-30 && r.mesh.positions[2].z == 0.25);
    forget(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_file_of_the_corpus),
        cmocka_unit_test(a_mesh_with_all_that_may_stand_in_a_file),
        cmocka_unit_test(corners_in_every_spelling),
        cmocka_unit_test(faces_before_their_vertices),
        cmocka_unit_test(polygons_become_fans),
        cmocka_unit_test(bad_faces_are_left_out),
        cmocka_unit_test(texture_coordinates_of_a_seam),
        cmocka_unit_test(a_large_fan),
        cmocka_unit_test(cut_anywhere),
        cmocka_unit_test(an_endless_list_of_errors),
        cmocka_unit_test(numbers_in_another_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
