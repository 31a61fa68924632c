// VERDICT: unsafe
// The slot held 7 before; the value is arbitrary all the same.
// LEVELS: none light
#include "nb.h"

static void leave_seven(void) {
    volatile int v = 7;
    (void)v;
}

static void look(void) {
    volatile int v;
    assert(v != 3); // BUG: assertion-failure
}

int main(void) {
    leave_seven();
    look();
    return 0;
}
