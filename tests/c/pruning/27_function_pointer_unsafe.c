// VERDICT: unsafe
#include "nb.h"

static void f(void) {}
static void g(void) {
    assert(0); // BUG: assertion-failure
}

int main(void) {
    void (*call)(void);
    if (nb())
        call = f;
    else
        call = g;
    call();
    return 0;
}
