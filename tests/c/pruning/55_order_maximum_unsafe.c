// As 55_order_maximum_safe.c, but numbers are compared with the one before, not with the largest.
// VERDICT: unsafe
#include <assert.h>
short __VERIFIER_nondet_short(void);

int main(void) {
    short a[7];
    for (int i = 0; i < 7; i++)
        a[i] = __VERIFIER_nondet_short();
    short most = a[0];
    for (int i = 1; i < 7; i++)
        if (a[i] > a[i - 1])
            most = a[i];
    int all = 1;
    for (int i = 0; i < 7; i++)
        all &= a[i] <= most;
    assert(all); // BUG: assertion-failure
    return 0;
}
