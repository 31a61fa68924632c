// VERDICT: unsafe
// The same function from two places: what is learnt at one does not hold at the other.
#include "nb.h"

static void maybe(int *p) {
    if (nb())
        *p += 1;
}

int main(void) {
    int x = 1, y = 3;
    maybe(&x);
    assert(x < 3);
    maybe(&y);
    assert(y < 4); // BUG: assertion-failure
    return 0;
}
