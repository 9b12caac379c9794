// SPDX-License-Identifier: MIT
//
// Writes a file so that a reader sees the old one or the new one and never a part: a hidden
// temporary file beside the target takes the bytes, is flushed to disk and renamed over it.
// Symbolic links are followed; what is no regular file is written straight and never replaced.
#include "base/base.h"
#include "base/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Links behind links before we take them for a circle; what Linux allows.
#define MAX_LINKS 40
// Temporary names tried, when a killed process left some behind.
#define MAX_ATTEMPTS 100
// Bytes of the target's name inside the temporary one; with the rest it stays below the usual limit of 255.
#define MAX_STEM 200

/// Length of the folder part of a path with its slash; 0 without one.
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/// What a symbolic link says, from the folder of the link; for free(). NULL and errno.
static char *read_link(const char *path, off_t size_hint)
{
    size_t capacity = size_hint > 0 ? (size_t)size_hint + 1 : 4096;
    size_t folder = folder_length(path);
    char *target = malloc(folder + capacity + 1);
    if (!target) {
        errno = ENOMEM;
        return NULL;
    }
    ssize_t length = readlink(path, target + folder, capacity);
    if (length < 0 || (size_t)length >= capacity) {
        int error = length < 0 ? errno : ENAMETOOLONG;
        free(target);
        errno = error;
        return NULL;
    }
    target[folder + (size_t)length] = '\0';
    if (target[folder] == '/') {
        memmove(target, target + folder, (size_t)length + 1);
    } else {
        memcpy(target, path, folder);
    }
    return target;
}

/// The path behind all symbolic links, whether something is there or not; for free(). NULL and errno.
static char *follow_links(const char *path)
{
    char *current = strdup(path);
    for (int i = 0; current && i < MAX_LINKS; i++) {
        struct stat about;
        if (lstat(current, &about) != 0 || !S_ISLNK(about.st_mode)) {
            return current;
        }
        char *next = read_link(current, about.st_size);
        int error = errno;
        free(current);
        errno = error;
        current = next;
    }
    if (current) {
        free(current);
        errno = ELOOP;
    }
    return NULL;
}

static int write_straight(const char *path, const void *bytes, size_t size)
{
    int descriptor = cs_descriptor_open(path, O_WRONLY | O_TRUNC, 0);
    if (descriptor < 0) {
        return errno;
    }
    int error = cs_descriptor_write(descriptor, bytes, size);
    return close(descriptor) != 0 && error == 0 && errno != EINTR ? errno : error;
}

/// Makes the temporary file `.NAME.tmp-PID-N` beside the target; returns its descriptor, or -1 and errno.
static int open_temporary(const char *target, char *name, size_t name_size)
{
    size_t folder = folder_length(target);
    for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        snprintf(name, name_size, "%.*s.%.*s.tmp-%ld-%d", (int)folder, target, MAX_STEM, target + folder,
                 (long)getpid(), attempt);
        int descriptor = cs_descriptor_open(name, O_WRONLY | O_CREAT | O_EXCL, 0666);
        if (descriptor >= 0 || errno != EEXIST) {
            return descriptor;
        }
    }
    return -1;
}

/// Gives the new file the owner and the mode of the old one. A foreign owner can only be kept by a privileged user.
static int keep_attributes(int descriptor, const struct stat *old)
{
    struct stat now;
    if (fstat(descriptor, &now) != 0) {
        return errno;
    }
    if ((now.st_uid != old->st_uid || now.st_gid != old->st_gid) && fchown(descriptor, old->st_uid, old->st_gid) != 0 &&
        errno != EPERM) {
        return errno;
    }
    return fchmod(descriptor, old->st_mode & 07777) != 0 ? errno : 0;
}

static int flush(int descriptor)
{
    int result;
    do {
        result = fsync(descriptor);
    } while (result != 0 && errno == EINTR);
    // Some file systems cannot flush; that is no failure of the write.
    return result == 0 || errno == EINVAL || errno == ENOTSUP ? 0 : errno;
}

/// Replaces the regular file `target` or makes it; `old` describes it, NULL when it is missing.
static int replace(const char *target, const struct stat *old, const void *bytes, size_t size)
{
    if (old && access(target, W_OK) != 0) {
        return errno;
    }
    size_t name_size = strlen(target) + 64;
    char *name = malloc(name_size);
    if (!name) {
        return ENOMEM;
    }
    int descriptor = open_temporary(target, name, name_size);
    int error = descriptor < 0 ? errno : 0;
    if (error == 0) {
        error = old ? keep_attributes(descriptor, old) : 0;
        error = error == 0 ? cs_descriptor_write(descriptor, bytes, size) : error;
        error = error == 0 ? flush(descriptor) : error;
        if (close(descriptor) != 0 && error == 0 && errno != EINTR) {
            error = errno;
        }
        if (error == 0 && rename(name, target) != 0) {
            error = errno;
        }
        if (error != 0) {
            unlink(name);
        }
    }
    free(name);
    return error;
}

/// The same with the signals that end a process held back, so that no temporary file outlives us.
static int replace_uninterrupted(const char *target, const struct stat *old, const void *bytes, size_t size)
{
    sigset_t held, before;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    int error = replace(target, old, bytes, size);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

static int write_path(const char *path, const void *bytes, size_t size)
{
    struct stat named, found;
    bool exists = stat(path, &named) == 0;
    if (!exists && errno != ENOENT) {
        return errno;
    }
    if (exists && S_ISDIR(named.st_mode)) {
        return EISDIR;
    }
    if (exists && !S_ISREG(named.st_mode)) {
        return write_straight(path, bytes, size);
    }
    char *target = follow_links(path);
    if (!target) {
        return errno;
    }
    int error;
    size_t folder = folder_length(target);
    if (target[folder] == '\0') {
        error = *target ? EISDIR : ENOENT;
    } else if (!exists) {
        error = replace_uninterrupted(target, NULL, bytes, size);
    } else if (lstat(target, &found) == 0 && found.st_dev == named.st_dev && found.st_ino == named.st_ino) {
        error = replace_uninterrupted(target, &found, bytes, size);
    } else { // a link of /proc/self/fd leads to a file that has no name any more
        error = write_straight(path, bytes, size);
    }
    free(target);
    return error;
}

cs_status cs_file_write(const char *path, const void *bytes, size_t size, cs_log *log)
{
    bool standard = strcmp(path, "-") == 0;
    const char *name = standard ? "standard output" : path;
    int error = standard ? cs_descriptor_write(STDOUT_FILENO, bytes, size) : write_path(path, bytes, size);
    if (error == 0) {
        return CS_OK;
    }
    if (standard && error == EPIPE) {
        return CS_IO; // a reader that has gone on purpose, such as head, need not be told
    }
    char reason[CS_REASON_SIZE];
    size_t folder = folder_length(path);
    if (error == ENOENT && folder > 0) {
        cs_log_error(log, name, "cannot write: there is no folder \"%.*s\"", (int)folder, path);
    } else {
        cs_log_error(log, name, "cannot write: %s", cs_reason(error, reason));
    }
    return CS_IO;
}
