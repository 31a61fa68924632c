// VERDICT: safe
// i rounds of j rounds, both inputs: 1 + 3 + 9 combinations.
// PATHS: 13
#include "../visit.h"

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 2)
        __VERIFIER_assume(0);
    for (int i = 0; i < n; i++) {
        int m = __VERIFIER_nondet_int();
        __VERIFIER_assume(m >= 0);
        __VERIFIER_assume(m <= 2);
        for (int j = 0; j < m; j++)
            visit(j);
    }
    return 0;
}
