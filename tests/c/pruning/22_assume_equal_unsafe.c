// VERDICT: unsafe
#include "nb.h"

int main(void) {
    int y;
    if (nb())
        y = 0;
    else
        y = 1;
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == y);
    assert(x != 1); // BUG: assertion-failure
    return 0;
}
