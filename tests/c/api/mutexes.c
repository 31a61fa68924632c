// With one thread a free lock is taken, and a call happens once.
// VERDICT: safe
// PATHS: 1
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, deep = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int calls;

static void count(void) { calls++; }

int main(void) {
    assert(pthread_mutex_lock(&first) == 0 && pthread_mutex_trylock(&first) == EBUSY);
    assert(pthread_cond_signal(&condition) == 0 && pthread_cond_broadcast(&condition) == 0);
    assert(pthread_mutex_destroy(&first) == EBUSY && pthread_mutex_unlock(&first) == 0);
    assert(pthread_mutex_lock(&deep) == 0 && pthread_mutex_lock(&deep) == 0);
    assert(pthread_mutex_unlock(&deep) == 0 && pthread_mutex_unlock(&deep) == 0 && pthread_mutex_unlock(&deep) == EPERM);

    pthread_mutexattr_t attributes;
    pthread_mutex_t checked;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutex_init(&checked, &attributes) == 0 && pthread_mutex_unlock(&checked) == EPERM);
    assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK);

    pthread_once(&once, count), pthread_once(&once, count);
    call_once(&flag, count), call_once(&flag, count);
    assert(calls == 2);

    assert(pthread_rwlock_rdlock(&shared) == 0 && pthread_rwlock_rdlock(&shared) == 0);
    assert(pthread_rwlock_trywrlock(&shared) == EBUSY);
    assert(pthread_rwlock_unlock(&shared) == 0 && pthread_rwlock_unlock(&shared) == 0);
    assert(pthread_rwlock_wrlock(&shared) == 0 && pthread_rwlock_tryrdlock(&shared) == EBUSY);

    pthread_spinlock_t spin;
    pthread_spin_init(&spin, 0);
    assert(pthread_spin_lock(&spin) == 0 && pthread_spin_trylock(&spin) == EBUSY && pthread_spin_unlock(&spin) == 0);

    mtx_t plain;
    assert(mtx_init(&plain, mtx_plain) == thrd_success && mtx_lock(&plain) == thrd_success);
    assert(mtx_trylock(&plain) == thrd_busy && mtx_unlock(&plain) == thrd_success);
    mtx_destroy(&plain);

    pthread_key_t key;
    assert(pthread_key_create(&key, NULL) == 0 && pthread_getspecific(key) == NULL);
    assert(pthread_setspecific(key, &calls) == 0 && pthread_getspecific(key) == &calls);
    assert(pthread_key_delete(key) == 0 && pthread_setspecific(key, NULL) == EINVAL);
    assert(pthread_equal(pthread_self(), pthread_self()));
    return 0;
}
