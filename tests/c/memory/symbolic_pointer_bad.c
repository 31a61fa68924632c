// VERDICT: unsafe
// One of the objects is too small, one is freed.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char small[2] = {0}, large[4] = {0};
    char *freed = malloc(4);
    free(freed);
    char *pointers[3] = {small, large, freed};
    unsigned i = __VERIFIER_nondet_uint() & 3;
    if (i == 3)
        return 0;
    return pointers[i][3]; // BUG: out-of-bounds-read, use-after-free
}
