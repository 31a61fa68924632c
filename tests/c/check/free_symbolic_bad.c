// What is freed is one of several objects, freed before, or nothing at all.
// VERDICT: unsafe
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *blocks[3];
    for (int i = 0; i < 3; i++) {
        blocks[i] = malloc(4);
        if (!blocks[i])
            return 0;
    }
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= 3)
        return 0;
    if (__VERIFIER_nondet_int()) {
        free(blocks[1]);
        free(blocks[at]); // BUG: double-free
    } else {
        unsigned long number = __VERIFIER_nondet_uint() | 0x100000000;
        free((void *)number); // BUG: invalid-free
    }
    return 0;
}
