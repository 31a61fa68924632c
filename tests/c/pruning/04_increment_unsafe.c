// VERDICT: unsafe
// The value loaded before x++ is the one that counts.
#include "nb.h"

int main(void) {
    int x, y;
    if (nb())
        x = 1;
    else
        x = 5;
    if (nb())
        y = 1;
    else
        y = 2;
    int z = x++ + y;
    assert(z != 7); // BUG: assertion-failure
    return 0;
}
