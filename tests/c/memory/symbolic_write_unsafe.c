// VERDICT: unsafe
// A write through one index is seen through another.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char flags[8] = {0};
    unsigned i = __VERIFIER_nondet_uint() & 7, j = __VERIFIER_nondet_uint() & 7;
    flags[i] = 1;
    flags[(i + 1) & 7] = 2;
    if (flags[j] == 2)
        assert(j != 0); // BUG: assertion-failure
    assert(flags[i] == 1);
    assert(flags[j] != 0 || i != j);
    return 0;
}
