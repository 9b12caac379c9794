// SPDX-License-Identifier: MIT
//
// A lock for what several threads of a pool touch: the order of results that go out as they are done.
#include "base/base.h"

#include <pthread.h>
#include <stdlib.h>

struct cs_lock {
    pthread_mutex_t mutex;
};

cs_lock *cs_lock_create(void)
{
    cs_lock *lock = malloc(sizeof(*lock));
    if (lock && pthread_mutex_init(&lock->mutex, NULL) != 0) {
        free(lock);
        return NULL;
    }
    return lock;
}

void cs_lock_destroy(cs_lock *lock)
{
    if (lock) {
        pthread_mutex_destroy(&lock->mutex);
        free(lock);
    }
}

void cs_lock_acquire(cs_lock *lock)
{
    pthread_mutex_lock(&lock->mutex);
}

void cs_lock_release(cs_lock *lock)
{
    pthread_mutex_unlock(&lock->mutex);
}
