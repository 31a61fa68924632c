// VERDICT: unsafe
#include "nb.h"

int main(void) {
    int a[4] = {0};
    unsigned i = __VERIFIER_nondet_uint() & 3, j = __VERIFIER_nondet_uint() & 3, k;
    a[i] = 1;
    if (nb())
        k = i;
    else
        k = j;
    assert(a[k] == 1); // BUG: assertion-failure
    return 0;
}
