// VERDICT: unsafe
#include "nb.h"

int main(void) {
    unsigned u;
    if (nb())
        u = 1;
    else
        u = 0x80000001u;
    assert(u < 0x80000000u); // BUG: assertion-failure
    return 0;
}
