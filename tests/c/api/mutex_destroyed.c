// A mutex that was destroyed cannot be locked, and one that is held cannot be destroyed.
// VERDICT: safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_destroy(&mutex) == EBUSY);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_destroy(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == EINVAL && pthread_mutex_trylock(&mutex) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == EINVAL);
    assert(pthread_mutex_init(&mutex, NULL) == 0 && pthread_mutex_lock(&mutex) == 0);
    return 0;
}
