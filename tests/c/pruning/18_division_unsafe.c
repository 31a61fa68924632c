// VERDICT: unsafe
// The division fails on one arm; the assertion behind it stays proved.
#include "nb.h"
static volatile int sink;

int main(void) {
    int d, e = 0;
    if (nb())
        d = 4;
    else
        d = 0;
    if (nb())
        e = 1;
    sink = 100 / d; // BUG: division-by-zero
    assert(e <= 1);
    return 0;
}
