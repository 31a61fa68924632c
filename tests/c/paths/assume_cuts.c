// VERDICT: safe
// Paths that end in a false assumption are not completed.
// PATHS: 2
#include "../visit.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10) {
        visit(1);
        __VERIFIER_assume(x < 5);
        visit(2);
    } else if (x > 0) {
        visit(3);
    } else {
        visit(4);
        __VERIFIER_assume(x == -7);
    }
    return 0;
}
