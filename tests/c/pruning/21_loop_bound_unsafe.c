// VERDICT: unsafe
// Under a depth limit: the bug is within reach of one arm only.
// OPTIONS: --max-depth 12
#include "nb.h"

int main(void) {
    int i;
    if (nb())
        i = 0;
    else
        i = 45;
    while (nb())
        i++;
    assert(i < 50); // BUG: assertion-failure
    return 0;
}
