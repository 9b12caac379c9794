// SPDX-License-Identifier: MIT
//
// Reading, appending, hashing of whole files. Replacing one is in atomic_write.c.
#define XXH_INLINE_ALL // no shared library to load; the state on the stack
#include "base/base.h"
#include "base/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#define FIRST_READ ((size_t)16 << 10)
#define HASH_BLOCK ((size_t)16 << 10)

/// Reads all of a descriptor, at most `limit` bytes; 0, an errno value, or EFBIG when there is more. `cut`: what is
/// more is left out instead.
static int read_all(int descriptor, size_t expected, size_t limit, bool cut, char **out, size_t *out_size)
{
    size_t capacity = expected < limit ? expected : limit;
    capacity = capacity < FIRST_READ ? FIRST_READ : capacity;
    size_t size = 0;
    char *bytes = NULL;
    for (;;) {
        // One byte for the terminator, one to see whether the file goes on.
        char *larger = capacity <= SIZE_MAX - 2 ? realloc(bytes, capacity + 2) : NULL;
        if (!larger) {
            free(bytes);
            return ENOMEM;
        }
        bytes = larger;
        size_t got;
        int error = cs_descriptor_read(descriptor, bytes + size, capacity + 1 - size, &got);
        size += got;
        if (error == 0 && size > limit) {
            error = cut ? 0 : EFBIG;
            size = limit;
        }
        if (error != 0) {
            free(bytes);
            return error;
        }
        if (size <= capacity) { // the end of the file, or of what may be read
            bytes[size] = '\0';
            *out = bytes;
            *out_size = size;
            return 0;
        }
        capacity = capacity > SIZE_MAX / 2 ? SIZE_MAX - 2 : capacity * 2;
    }
}

static cs_status read_file(const char *path, size_t limit, bool cut, cs_log *log, char **bytes, size_t *size)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard input" : *path ? path : "\"\"";
    char reason[CS_REASON_SIZE];
    int descriptor = standard ? STDIN_FILENO : cs_descriptor_open(path, O_RDONLY, 0);
    if (descriptor < 0) {
        cs_log_error(log, name, "cannot read: %s", cs_reason(errno, reason));
        return CS_IO;
    }
    struct stat about;
    int error = fstat(descriptor, &about) != 0 ? errno : S_ISDIR(about.st_mode) ? EISDIR : 0;
    if (error == 0) {
        size_t expected = S_ISREG(about.st_mode) && about.st_size > 0 ? (size_t)about.st_size : 0;
        error = read_all(descriptor, expected, limit, cut, bytes, size);
    }
    if (!standard) {
        close(descriptor);
    }
    if (error == EFBIG) {
        cs_log_error(log, name, "larger than the limit of %zu bytes", limit);
    } else if (error != 0) {
        cs_log_error(log, name, "cannot read: %s", cs_reason(error, reason));
    }
    return error == 0 ? CS_OK : CS_IO;
}

cs_status cs_file_read(const char *path, size_t limit, cs_log *log, char **bytes, size_t *size)
{
    return read_file(path, limit, false, log, bytes, size);
}

cs_status cs_file_read_start(const char *path, size_t limit, cs_log *log, char **bytes, size_t *size)
{
    return read_file(path, limit, true, log, bytes, size);
}

/// Opens for appending and tells the size before, or -1 for what is no regular file. `*made`: it was missing.
static int open_append(const char *path, off_t *before, bool *made)
{
    int descriptor = cs_descriptor_open(path, O_WRONLY | O_APPEND, 0);
    *made = descriptor < 0 && errno == ENOENT;
    if (*made) {
        descriptor = cs_descriptor_open(path, O_WRONLY | O_APPEND | O_CREAT, 0666);
    }
    struct stat about;
    *before = descriptor >= 0 && fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode) ? about.st_size : -1;
    return descriptor;
}

cs_status cs_file_append(const char *path, const void *bytes, size_t size, cs_log *log)
{
    if (strcmp(path, "-") == 0) {
        return cs_file_write(path, bytes, size, log); // standard output has no end to append behind
    }
    off_t before;
    bool made;
    int descriptor = open_append(path, &before, &made);
    int error = descriptor < 0 ? errno : cs_descriptor_write(descriptor, bytes, size);
    if (descriptor >= 0) {
        bool cut = error == 0 || before < 0 || ftruncate(descriptor, before) == 0;
        if (close(descriptor) != 0 && error == 0 && errno != EINTR) {
            error = errno;
        }
        if (error != 0 && made && cut && before == 0) {
            unlink(path);
        }
    }
    if (error != 0) {
        char reason[CS_REASON_SIZE];
        cs_log_error(log, path, "cannot append: %s", cs_reason(error, reason));
        return CS_IO;
    }
    return CS_OK;
}

bool cs_file_exists(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

bool cs_file_hash(const char *path, uint64_t *hash, uint64_t *size)
{
    int descriptor = cs_descriptor_open(path, O_RDONLY, 0);
    if (descriptor < 0) {
        return false;
    }
    XXH3_state_t state;
    unsigned char block[HASH_BLOCK];
    uint64_t total = 0;
    size_t got;
    int error;
    XXH3_INITSTATE(&state);
    XXH3_64bits_reset(&state);
    do {
        error = cs_descriptor_read(descriptor, block, sizeof(block), &got);
        XXH3_64bits_update(&state, block, got);
        total += got;
    } while (error == 0 && got == sizeof(block));
    close(descriptor);
    if (error == 0) {
        *hash = XXH3_64bits_digest(&state);
        *size = total;
    }
    return error == 0;
}
