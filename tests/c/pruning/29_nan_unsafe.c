// VERDICT: unsafe
#include "nb.h"

int main(void) {
    double d;
    if (nb())
        d = 1.0;
    else
        d = __builtin_nan("");
    assert(d == d); // BUG: assertion-failure
    return 0;
}
