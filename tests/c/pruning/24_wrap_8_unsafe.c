// VERDICT: unsafe
#include "nb.h"

int main(void) {
    unsigned char c;
    if (nb())
        c = 250;
    else
        c = 10;
    c += 10;
    assert(c >= 10); // BUG: assertion-failure
    return 0;
}
