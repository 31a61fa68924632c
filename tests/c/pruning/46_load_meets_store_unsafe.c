// VERDICT: unsafe
// Stored through one pointer, loaded through another, which comes to it on one side only.
#include "nb.h"

int main(void) {
    char bytes[8] = {0};
    char *p = bytes + 2, *q = bytes;
    if (nb())
        q += 2;
    else
        q += 1;
    *p = 1;
    assert(*q == 0);  // BUG: assertion-failure
    return 0;
}
