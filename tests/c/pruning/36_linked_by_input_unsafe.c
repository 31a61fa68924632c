// VERDICT: unsafe
// What makes the access safe is kept in another variable, and one arm keeps less in it.
#include "nb.h"

int main(void) {
    static int a[10];
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    int fits = x < 10;
    if (nb())
        fits = x < 11;
    int extra = 0;
    for (int i = 0; i < 3; i++)
        extra += nb() ? 1 : 2;
    if (fits)
        a[x] = extra;  // BUG: out-of-bounds-write
    return 0;
}
