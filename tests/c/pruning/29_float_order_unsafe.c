// VERDICT: unsafe
#include "nb.h"

int main(void) {
    double d;
    if (nb())
        d = 0.5;
    else
        d = 1.5;
    assert(d < 1.0); // BUG: assertion-failure
    return 0;
}
