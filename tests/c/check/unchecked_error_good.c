// VERDICT: safe
// Checks that are off matter only where there is an error.
// OPTIONS: --checks assert
// LEVELS: none light
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[4] = {0}, *block = malloc(sizeof *block), after = 1;
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4)
        a[i] = 7 / (i + 1);
    free(block);
    assert(after == 1);
    return 0;
}
