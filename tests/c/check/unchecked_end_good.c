// VERDICT: safe
// Nothing follows an end the program chose.
// OPTIONS: --checks memory
// LEVELS: none light
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = n < 10 ? &n : NULL;
    if (n == 1)
        abort();
    assert(n < 10);
    *p = 1;
    return 0;
}
