// SPDX-License-Identifier: MIT
//
// Whole reads and writes on a POSIX file descriptor: short transfers and interruptions are
// gone on with, and the two signals that a failing write raises become error codes.
#include "base/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Some systems refuse single transfers of 2 GB and more.
#define LARGEST_TRANSFER ((size_t)1 << 30)

const char *cs_reason(int error, char reason[CS_REASON_SIZE])
{
    if (strerror_r(error, reason, CS_REASON_SIZE) != 0) {
        snprintf(reason, CS_REASON_SIZE, "system error %d", error);
    }
    return reason;
}

int cs_descriptor_open(const char *path, int flags, unsigned mode)
{
    int descriptor;
    do {
        descriptor = open(path, flags | O_CLOEXEC | O_NOCTTY, mode);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

static int write_all(int descriptor, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(descriptor, bytes, size < LARGEST_TRANSFER ? size : LARGEST_TRANSFER);
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        if (n == 0) {
            return EIO;
        }
        if (n > 0) {
            bytes += n;
            size -= (size_t)n;
        }
    }
    return 0;
}

int cs_descriptor_write(int descriptor, const void *bytes, size_t size)
{
    sigset_t deadly, old, before, after;
    sigemptyset(&deadly);
    sigaddset(&deadly, SIGPIPE);
    sigaddset(&deadly, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &deadly, &old);
    sigpending(&before);
    int error = write_all(descriptor, bytes, size);
    // Take back what our write raised, but not what was there already.
    sigpending(&after);
    static const int raised[] = {SIGPIPE, SIGXFSZ};
    for (int i = 0; i < 2; i++) {
        if (sigismember(&after, raised[i]) == 1 && sigismember(&before, raised[i]) == 0) {
            sigset_t one;
            int taken;
            sigemptyset(&one);
            sigaddset(&one, raised[i]);
            sigwait(&one, &taken);
        }
    }
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return error;
}

int cs_descriptor_read(int descriptor, void *bytes, size_t size, size_t *got)
{
    *got = 0;
    while (*got < size) {
        size_t want = size - *got < LARGEST_TRANSFER ? size - *got : LARGEST_TRANSFER;
        ssize_t n = read(descriptor, (char *)bytes + *got, want);
        if (n < 0 && errno != EINTR) {
            return errno;
        }
        if (n == 0) {
            return 0;
        }
        *got += n > 0 ? (size_t)n : 0;
    }
    return 0;
}
