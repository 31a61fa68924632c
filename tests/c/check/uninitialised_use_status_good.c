// Nothing that was not written reaches the exit status, though it was computed with.
// VERDICT: safe
// OPTIONS: --checks +uninitialised-use
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int all_of(int x) { return x; }

int main(void) {
    int *block = malloc(8);
    if (!block)
        return 0;
    int nothing = block[1] & 0, twice = all_of(block[0]);
    free(block);
    (void)twice;
    if (__VERIFIER_nondet_int())
        exit(nothing);
    return nothing;
}
