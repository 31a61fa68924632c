// VERDICT: unsafe
// Stored through one pointer, loaded through another: they meet on one side only.
#include "nb.h"

int main(void) {
    char bytes[8] = {0};
    char *p = bytes + 2, *q = bytes + 4;
    if (nb())
        p += 2;
    else
        p += 1;
    *p = 1;
    assert(*q == 0);  // BUG: assertion-failure
    return 0;
}
