// VERDICT: unsafe
#include "nb.h"

int main(void) {
    int s = 0;
    for (int i = 0; i < 2; i++) {
        int v = __VERIFIER_nondet_int();
        __VERIFIER_assume(v >= 0 && v <= 5);
        if (nb())
            s += v;
    }
    assert(s <= 9); // BUG: assertion-failure
    return 0;
}
