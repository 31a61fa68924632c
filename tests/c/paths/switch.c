// VERDICT: safe
// One path for each distinct target.
// PATHS: 4
#include "../visit.h"

int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 1: visit(1); break;
    case 2: visit(2); break;
    case 1000: visit(3); break;
    default: visit(4);
    }
    return 0;
}
