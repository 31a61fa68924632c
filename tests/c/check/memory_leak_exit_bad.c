// VERDICT: unsafe
// The variables of a function that has returned name nothing, and neither does one that was overwritten.
// OPTIONS: --checks +memory-leak
// LEVELS: none light
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static void forget(void) {
    char *gone = malloc(4); // BUG: memory-leak
    if (gone)
        gone[0] = 1;
}

int main(void) {
    char *block = malloc(16); // BUG: memory-leak
    if (__VERIFIER_nondet_int() == 3) {
        forget();
        block = malloc(2);
        exit(0);
    }
    free(block);
    return 0;
}
