// VERDICT: safe
// The twin of 01_sum_safe with a select in place of the branch.
#include "nb.h"

int main(void) {
    int s = 0;
    for (int i = 0; i < 20; i++)
        s += 1 + __VERIFIER_nondet_bool();
    assert(s <= 40);
    return 0;
}
