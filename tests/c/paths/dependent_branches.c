// VERDICT: safe
// The second test repeats the first: only consistent pairs are feasible.
// PATHS: 4
#include "../visit.h"

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 100)
        visit(1);
    if (x > 50)
        visit(2);
    if (x > 10)
        visit(3);
    return 0;
}
