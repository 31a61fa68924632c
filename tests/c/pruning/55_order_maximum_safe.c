// The larger of two where they are compared, either of them where they are not yet: no guard is left of the way there.
// VERDICT: safe
// PATHS: 64
#include <assert.h>
short __VERIFIER_nondet_short(void);

int main(void) {
    short a[7];
    for (int i = 0; i < 7; i++)
        a[i] = __VERIFIER_nondet_short();
    short most = a[0];
    for (int i = 1; i < 7; i++)
        if (a[i] > most)
            most = a[i];
    int all = 1;
    for (int i = 0; i < 7; i++)
        all &= a[i] <= most;
    assert(all);
    return 0;
}
