/* The shape of a device driver (P13): requests are dispatched on codes from outside, each step may fail with a status, and
 * whatever happens the lock and the reference count must be right at the end. Thousands of paths that meet again after
 * every step. */
#include <assert.h>
#include <klee/klee.h>

#ifndef STEPS
#define STEPS 7
#endif

enum Status { OK, PENDING, BUSY, FAILED };

static int locked, references, queued, power;

static int choose(int limit) {
    unsigned code;
    klee_make_symbolic(&code, sizeof code, "code");
    klee_assume(code < (unsigned)limit);
    return (int)code;
}

static void lock(void) {
    assert(!locked);
    locked = 1;
}

static void unlock(void) {
    assert(locked);
    locked = 0;
}

static enum Status transfer(int length) {
    enum Status status = OK;
    lock();
    if (length == 0)
        status = FAILED;
    else if (length == 1)
        status = power ? PENDING : BUSY;
    if (status == PENDING)
        queued++;
    unlock();
    return status;
}

static enum Status control(int code) {
    references++;
    lock();
    enum Status status = OK;
    switch (code) {
    case 0:
        power = 1;
        break;
    case 1:
        power = 0;
        break;
    case 2:
        if (queued)
            status = BUSY;
        break;
    default:
        status = FAILED;
    }
    unlock();
    references--;
    return status;
}

int main(void) {
    int failures = 0;
    for (int step = 0; step < STEPS; step++) {
        enum Status status;
        references++;
        switch (choose(3)) {
        case 0:
            status = transfer(choose(3));
            break;
        case 1:
            status = control(choose(4));
            break;
        default:
            status = OK;
        }
        if (status == FAILED)
            failures++;
        if (queued && status != PENDING)
            queued--;
        references--;
        assert(references == 0 && !locked);
    }
    assert(failures <= STEPS && queued <= STEPS && queued >= 0);
    return 0;
}
