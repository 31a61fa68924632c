// VERDICT: safe
// Three swaps with a branch in the body: phis take their values at once.
#include "nb.h"
static volatile int sink;

int main(void) {
    int a = 1, b = 2;
    for (int i = 0; i < 3; i++) {
        int old = a;
        a = b;
        b = old;
        if (nb())
            sink = i;
    }
    assert(a == 2);
    assert(b == 1);
    return 0;
}
