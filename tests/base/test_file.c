// SPDX-License-Identifier: MIT
//
// Whole files: read, replaced, appended to. A replaced file is the old one or the new one, whatever
// stands in the way; nothing temporary stays; devices, pipes and links are respected.
#include "base/base.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];

static int enter_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof(folder), "/tmp/clothsim-file-XXXXXX");
    umask(022);
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int entries(void)
{
    int count = 0;
    DIR *directory = opendir(".");
    assert_non_null(directory);
    for (const struct dirent *e = readdir(directory); e; e = readdir(directory)) {
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    }
    closedir(directory);
    return count;
}

static int empty_folder(void **state)
{
    (void)state;
    DIR *directory = opendir(".");
    assert_non_null(directory);
    for (const struct dirent *e = readdir(directory); e; e = readdir(directory)) {
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0 && unlink(e->d_name) != 0) {
            rmdir(e->d_name);
        }
    }
    closedir(directory);
    assert_int_equal(entries(), 0);
    return 0;
}

static int leave_folder(void **state)
{
    empty_folder(state);
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

static void expect_content(const char *path, const char *want)
{
    char *bytes = NULL;
    size_t size = 0;
    assert_int_equal(cs_file_read(path, 1 << 20, NULL, &bytes, &size), CS_OK);
    assert_int_equal(size, strlen(want));
    assert_string_equal(bytes, want); // terminated, too
    free(bytes);
}

static cs_status write_text(const char *path, const char *text, cs_log *log)
{
    return cs_file_write(path, text, strlen(text), log);
}

/// The call failed with one diagnostic about `path` that holds `words`.
static void expect_error(cs_log *log, cs_status got, const char *path, const char *words)
{
    assert_int_equal(got, CS_IO);
    assert_int_equal(cs_log_count(log, CS_ERROR), 1);
    const cs_diagnostic *d = cs_log_get(log, 0);
    assert_string_equal(d->where.file, path);
    assert_int_equal(d->where.line, 0);
    if (!strstr(d->message, words)) {
        fail_msg("\"%s\" does not say \"%s\"", d->message, words);
    }
    cs_log_clear(log);
}

static void test_write_and_read(void **state)
{
    (void)state;
    assert_int_equal(write_text("a.txt", "first", NULL), CS_OK);
    expect_content("a.txt", "first");
    assert_int_equal(write_text("a.txt", "second, longer", NULL), CS_OK);
    expect_content("./a.txt", "second, longer");
    assert_int_equal(cs_file_write("a.txt", NULL, 0, NULL), CS_OK);
    expect_content("a.txt", "");
    assert_int_equal(entries(), 1);
    assert_true(cs_file_exists("a.txt"));
    assert_false(cs_file_exists("b.txt"));

    // A large file, and what its hash says.
    size_t size = 3000001;
    char *large = malloc(size), *back = NULL;
    assert_non_null(large);
    for (size_t i = 0; i < size; i++) {
        large[i] = (char)(i * 31 % 251);
    }
    size_t got = 0;
    uint64_t hash = 0, length = 0;
    assert_int_equal(cs_file_write("large", large, size, NULL), CS_OK);
    assert_int_equal(cs_file_read("large", size, NULL, &back, &got), CS_OK);
    assert_int_equal(got, size);
    assert_memory_equal(back, large, size);
    assert_true(cs_file_hash("large", &hash, &length));
    assert_int_equal(hash, cs_hash_bytes(large, size, 0));
    assert_int_equal(length, size);
    assert_false(cs_file_hash("missing", &hash, &length));
    free(large);
    free(back);
}

static void test_read_errors(void **state)
{
    (void)state;
    cs_log *log = cs_log_create();
    char *bytes = NULL;
    size_t size = 0;
    expect_error(log, cs_file_read("missing", 100, log, &bytes, &size), "missing", "No such file");
    expect_error(log, cs_file_read(".", 100, log, &bytes, &size), ".", "directory");
    assert_int_equal(write_text("ten", "0123456789", NULL), CS_OK);
    expect_error(log, cs_file_read("ten", 9, log, &bytes, &size), "ten", "limit of 9 bytes");
    assert_null(bytes);
    assert_int_equal(cs_file_read("ten", 10, log, &bytes, &size), CS_OK);
    free(bytes);
    cs_log_destroy(log);
}

static void test_write_errors(void **state)
{
    (void)state;
    cs_log *log = cs_log_create();
    expect_error(log, write_text("none/a.txt", "x", log), "none/a.txt", "no folder \"none/\"");
    expect_error(log, write_text(".", "x", log), ".", "directory");
    expect_error(log, write_text("", "x", log), "", "No such file");
    assert_int_equal(write_text("file", "x", NULL), CS_OK);
    expect_error(log, write_text("file/below", "x", log), "file/below", "Not a directory");
    char name[400];
    memset(name, 'n', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    expect_error(log, write_text(name, "x", log), name, "too long");
    name[255] = '\0'; // as long as may be, though the temporary name would be longer
    assert_int_equal(write_text(name, "x", log), CS_OK);
    assert_int_equal(entries(), 2);
    cs_log_destroy(log);
}

static void test_modes(void **state)
{
    (void)state;
    struct stat about;
    umask(027);
    assert_int_equal(write_text("new", "x", NULL), CS_OK);
    stat("new", &about);
    assert_int_equal(about.st_mode & 07777, 0640); // by the umask
    assert_int_equal(chmod("new", 0604), 0);
    assert_int_equal(write_text("new", "y", NULL), CS_OK);
    stat("new", &about);
    assert_int_equal(about.st_mode & 07777, 0604); // as the old one
    umask(022);
    if (geteuid() != 0) { // root may write to it all the same
        cs_log *log = cs_log_create();
        assert_int_equal(chmod("new", 0400), 0);
        expect_error(log, write_text("new", "z", log), "new", "Permission denied");
        expect_content("new", "y");
        cs_log_destroy(log);
    }
}

static void test_links(void **state)
{
    (void)state;
    struct stat about;
    assert_int_equal(mkdir("sub", 0755), 0);
    assert_int_equal(write_text("sub/real", "old", NULL), CS_OK);
    assert_int_equal(symlink("real", "sub/near"), 0);
    assert_int_equal(symlink("sub/near", "far"), 0);
    assert_int_equal(write_text("far", "new", NULL), CS_OK);
    expect_content("sub/real", "new");
    assert_true(lstat("far", &about) == 0 && S_ISLNK(about.st_mode));
    assert_true(lstat("sub/near", &about) == 0 && S_ISLNK(about.st_mode));

    // A link to nothing makes the file it names; an absolute one, too.
    char absolute[128];
    snprintf(absolute, sizeof(absolute), "%s/sub/made", folder);
    assert_int_equal(symlink(absolute, "dangling"), 0);
    assert_int_equal(write_text("dangling", "made", NULL), CS_OK);
    expect_content("sub/made", "made");

    // A circle is an error.
    cs_log *log = cs_log_create();
    assert_int_equal(symlink("b", "a"), 0);
    assert_int_equal(symlink("a", "b"), 0);
    expect_error(log, write_text("a", "x", log), "a", "symbolic links");
    cs_log_destroy(log);
    const char *const inside[] = {"sub/real", "sub/near", "sub/made"};
    for (size_t i = 0; i < CS_COUNT(inside); i++) {
        assert_int_equal(unlink(inside[i]), 0);
    }
    assert_int_equal(rmdir("sub"), 0); // nothing else was in it
}

static void test_devices(void **state)
{
    (void)state;
    struct stat about;
    cs_log *log = cs_log_create();
    assert_int_equal(write_text("/dev/null", "x", log), CS_OK);
    assert_true(stat("/dev/null", &about) == 0 && S_ISCHR(about.st_mode));
    if (stat("/dev/full", &about) == 0) {
        expect_error(log, write_text("/dev/full", "x", log), "/dev/full", "No space left");
        assert_true(stat("/dev/full", &about) == 0 && S_ISCHR(about.st_mode));
        expect_error(log, cs_file_append("/dev/full", "x", 1, log), "/dev/full", "No space left");
        assert_int_equal(symlink("/dev/full", "link"), 0);
        expect_error(log, write_text("link", "x", log), "link", "No space left");
        assert_true(lstat("link", &about) == 0 && S_ISLNK(about.st_mode));
    }
    cs_log_destroy(log);
}

static void test_fifo(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("fifo", 0644), 0);
    enum { SIZE = 300000 }; // more than a pipe holds, so that writes are short
    pid_t reader = fork();
    assert_true(reader >= 0);
    if (reader == 0) {
        char *bytes = NULL;
        size_t size = 0;
        bool read = cs_file_read("fifo", SIZE, NULL, &bytes, &size) == CS_OK && size == SIZE && bytes[SIZE - 1] == 'f';
        free(bytes);
        _exit(read ? 0 : 1);
    }
    char *bytes = malloc(SIZE);
    assert_non_null(bytes);
    memset(bytes, 'f', SIZE);
    assert_int_equal(cs_file_write("fifo", bytes, SIZE, NULL), CS_OK);
    free(bytes);
    int result;
    assert_true(waitpid(reader, &result, 0) == reader && WIFEXITED(result) && WEXITSTATUS(result) == 0);
    struct stat about;
    assert_true(lstat("fifo", &about) == 0 && S_ISFIFO(about.st_mode)); // still there
    assert_int_equal(entries(), 1);
}

/// Runs `body` in a child with its standard output on `output`; returns how the child ended.
static int in_child(int output, int (*body)(void))
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(output, STDOUT_FILENO);
        _exit(body());
    }
    int result;
    assert_true(waitpid(child, &result, 0) == child);
    return result;
}

static int write_to_output(void)
{
    cs_log *log = cs_log_create();
    cs_status got = cs_file_write("-", "hello", 5, log);
    int code = got == CS_IO && cs_log_size(log) == 0 ? 99 : (int)got;
    cs_log_destroy(log);
    return code;
}

static void test_standard_output(void **state)
{
    (void)state;
    int file = open("out", O_WRONLY | O_CREAT, 0644);
    assert_true(WEXITSTATUS(in_child(file, write_to_output)) == 0);
    close(file);
    expect_content("out", "hello");
    // A pipe that nobody reads: a failure without a complaint, and no death by SIGPIPE.
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    close(ends[0]);
    int result = in_child(ends[1], write_to_output);
    close(ends[1]);
    assert_true(WIFEXITED(result));
    assert_int_equal(WEXITSTATUS(result), 99);
}

static int write_beyond_limit(void)
{
    static char bytes[20000];
    const struct rlimit limit = {10000, 10000};
    setrlimit(RLIMIT_FSIZE, &limit);
    cs_log *log = cs_log_create();
    cs_status got = cs_file_write("limited", bytes, sizeof(bytes), log);
    cs_status appended = cs_file_append("grown", bytes, sizeof(bytes), log);
    int code = (int)got * 10 + (int)appended;
    code = cs_log_size(log) == 2 && strstr(cs_log_get(log, 0)->message, "too large") ? code : 1;
    cs_log_destroy(log);
    return code;
}

static void test_no_room(void **state)
{
    (void)state;
    assert_int_equal(write_text("limited", "old", NULL), CS_OK);
    assert_int_equal(write_text("grown", "old", NULL), CS_OK);
    int result = in_child(STDOUT_FILENO, write_beyond_limit);
    assert_true(WIFEXITED(result));
    assert_int_equal(WEXITSTATUS(result), CS_IO * 11);
    expect_content("limited", "old");
    expect_content("grown", "old"); // the part that fitted is cut off again
    assert_int_equal(entries(), 2);
}

static void test_append(void **state)
{
    (void)state;
    cs_log *log = cs_log_create();
    assert_int_equal(cs_file_append("lines", "one\n", 4, log), CS_OK);
    assert_int_equal(cs_file_append("lines", "two\n", 4, log), CS_OK);
    expect_content("lines", "one\ntwo\n");
    expect_error(log, cs_file_append("none/lines", "x", 1, log), "none/lines", "No such file");
    assert_int_equal(entries(), 1);
    cs_log_destroy(log);
}

/// A child that writes without end; a signal at any moment leaves a whole file and no temporary one.
static void test_interruption(void **state)
{
    (void)state;
    enum { SIZE = 20000, ROUNDS = 40 };
    static char bytes[SIZE];
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int round = 0; round < ROUNDS; round++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            for (int i = 0;; i++) {
                memset(bytes, 'a' + i % 26, SIZE);
                cs_file_write("target", bytes, SIZE, NULL);
            }
        }
        nanosleep(&(struct timespec){.tv_nsec = 3000000 + round * 137000}, NULL);
        kill(child, signals[round % 3]);
        int result;
        assert_true(waitpid(child, &result, 0) == child);
        assert_true(WIFSIGNALED(result) && WTERMSIG(result) == signals[round % 3]);
        char *back = NULL;
        size_t size = 0;
        if (cs_file_read("target", SIZE, NULL, &back, &size) == CS_OK) {
            assert_int_equal(size, SIZE);
            for (int i = 1; i < SIZE; i++) {
                assert_int_equal(back[i], back[0]);
            }
            free(back);
            assert_int_equal(entries(), 1);
        } else {
            assert_int_equal(entries(), 0);
        }
    }
}

static void test_left_behind(void **state)
{
    (void)state;
    // Temporary names of a killed process that had our number are passed over and left alone.
    for (int i = 0; i < 3; i++) {
        char name[64];
        snprintf(name, sizeof(name), ".a.tmp-%ld-%d", (long)getpid(), i);
        assert_int_equal(write_text(name, "stale", NULL), CS_OK);
    }
    assert_int_equal(write_text("a", "fresh", NULL), CS_OK);
    expect_content("a", "fresh");
    assert_int_equal(entries(), 4);
}

int main(void)
{
#define CASE(fn) cmocka_unit_test_teardown(fn, empty_folder)
    const struct CMUnitTest tests[] = {
        CASE(test_write_and_read), CASE(test_read_errors), CASE(test_write_errors), CASE(test_modes),
        CASE(test_links),          CASE(test_devices),     CASE(test_fifo),         CASE(test_standard_output),
        CASE(test_no_room),        CASE(test_append),      CASE(test_interruption), CASE(test_left_behind),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
