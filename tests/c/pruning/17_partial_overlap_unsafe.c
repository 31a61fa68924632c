// VERDICT: unsafe
#include "nb.h"

int main(void) {
    int x = 0;
    if (nb())
        ((char *)&x)[1] = 1;
    assert(x == 0); // BUG: assertion-failure
    return 0;
}
