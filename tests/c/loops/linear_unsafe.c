// Numbers that grow together, but for one round.
// VERDICT: unsafe
#include "loops.h"
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 1000000);
    int i = 0, k = 0;
    while (i < n) {
        i += 2;
        if (i != 100)
            k++;
    }
    assert(2 * k >= n);
}
