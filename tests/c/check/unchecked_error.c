// VERDICT: unknown
// An error that nobody checks for ends the path all the same: what the program does then is anything.
// OPTIONS: --checks assert
// LEVELS: none light
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, after = 1;
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i <= 4)
        a[i] = 7;
    assert(after == 1);
    return 0;
}
