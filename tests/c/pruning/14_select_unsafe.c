// VERDICT: unsafe
#include "nb.h"

int main(void) {
    _Bool c;
    if (nb())
        c = 1;
    else
        c = 0;
    int x = c ? 10 : 20;
    assert(x == 10); // BUG: assertion-failure
    return 0;
}
