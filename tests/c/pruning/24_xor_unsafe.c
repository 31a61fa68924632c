// VERDICT: unsafe
#include "nb.h"

int main(void) {
    int x;
    if (nb())
        x = 1;
    else
        x = 3;
    assert((x ^ 3) != 0); // BUG: assertion-failure
    return 0;
}
