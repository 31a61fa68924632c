// VERDICT: safe
// What makes the access safe is kept in another variable.
#include "nb.h"

int main(void) {
    static int a[10];
    unsigned x = (unsigned)__VERIFIER_nondet_int();
    int fits = x < 10;
    if (nb())
        fits = x < 9;
    int extra = 0;
    for (int i = 0; i < 3; i++)
        extra += nb() ? 1 : 2;
    if (fits)
        a[x] = extra;
    return 0;
}
