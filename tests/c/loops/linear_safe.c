// Numbers that grow together: what holds at the end follows from a linear relation between them.
// VERDICT: safe
#include "loops.h"
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0 && n <= 1000000);
    int i = 0, k = 0;
    while (i < n) {
        i += 2;
        k++;
    }
    assert(2 * k >= n);
}
