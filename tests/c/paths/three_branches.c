// VERDICT: safe
// PATHS: 8
#include "../visit.h"

int main(void) {
    for (int i = 0; i < 3; i++) {
        if (__VERIFIER_nondet_bool())
            visit(1);
        else
            visit(2);
    }
    return 0;
}
