// VERDICT: unsafe
#include "nb.h"

int main(void) {
    int y;
    if (nb())
        y = 0;
    else
        y = 1;
    __VERIFIER_assume(y == 1);
    assert(0); // BUG: assertion-failure
    return 0;
}
