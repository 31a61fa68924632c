// VERDICT: unsafe
// What was stored anywhere inside is copied as a whole.
#include "nb.h"

int main(void) {
    char bytes[8] = {0}, copy[8];
    char *w = bytes;
    if (nb())
        w += 3;
    else
        w += 2;
    *w = 1;
    __builtin_memcpy(copy, bytes, 8);
    assert(copy[3] == 0);  // BUG: assertion-failure
    return 0;
}
