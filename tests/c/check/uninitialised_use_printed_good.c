// VERDICT: safe
// The length of what was printed is not known, which does not make it uninitialised.
// OPTIONS: --checks +uninitialised-use
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int length = printf("%d\n", __VERIFIER_nondet_int());
    return length > 3 ? 1 : 0;
}
