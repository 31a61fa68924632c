// VERDICT: unsafe
#include "nb.h"

int main(void) {
    char b[10];
    unsigned i = __VERIFIER_nondet_uint();
    if (nb()) {
        if (i >= 10)
            return 0;
    }
    b[i] = 0; // BUG: out-of-bounds-write
    return 0;
}
