// The only thread waits for itself: the path goes nowhere.
// VERDICT: unknown
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, NULL);
    pthread_mutex_lock(&mutex);
    if (__VERIFIER_nondet_int() == 7) {
        pthread_mutex_lock(&mutex);
        assert(0);
    }
    pthread_mutex_unlock(&mutex);
    return 0;
}
