// VERDICT: unsafe
// Pointers into different objects have no order.
#include "nb.h"

int main(void) {
    static char low[8], high[8];
    char *p = high;
    if (nb())
        p += 1;
    else
        p = low;
    assert(p < high + 4);  // BUG: assertion-failure
    return 0;
}
