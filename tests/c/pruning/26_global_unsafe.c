// VERDICT: unsafe
#include "nb.h"
static int g;

int main(void) {
    if (nb())
        g = 1;
    assert(g == 0); // BUG: assertion-failure
    return 0;
}
