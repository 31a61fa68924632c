// A second thread is a cut; what comes before it is explored.
// VERDICT: unsafe
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);

static void *work(void *argument) { return argument; }

int main(void) {
    pthread_t thread;
    assert(__VERIFIER_nondet_int() != 5); // BUG: assertion-failure
    pthread_create(&thread, NULL, work, NULL);
    assert(0);
    return 0;
}
