// VERDICT: unsafe
// The size is an input that is never fixed: both the shortest and the longest block show a bug.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100)
        return 0;
    char *block = malloc(n);
    if (!block)
        return 0;
    if (n < 50)
        block[10] = 1; // BUG: out-of-bounds-write
    else
        block[99] = 1; // BUG: out-of-bounds-write
    free(block);
    return 0;
}
