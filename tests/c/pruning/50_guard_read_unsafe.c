// VERDICT: unsafe
// What a branch reads decides what has to hold, and is read elsewhere on the other side.
#include "nb.h"

int main(void) {
    unsigned char bytes[4] = {0, __VERIFIER_nondet_uint() & 3, __VERIFIER_nondet_uint() & 3, 0};
    unsigned char *w = bytes;
    if (nb())
        w += 1;
    else
        w += 2;
    if (*w == 0)
        assert(bytes[1] != 3);  // BUG: assertion-failure
    return 0;
}
