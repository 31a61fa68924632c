// VERDICT: unsafe
// A pointer stored at a symbolic place may have overwritten another.
// OPTIONS: --checks +memory-leak
// LEVELS: none light
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
static void *table[4];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 4;
    table[2] = malloc(8); // BUG: memory-leak
    table[i] = malloc(9);
    return 0;
}
