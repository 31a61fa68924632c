// VERDICT: unsafe
#include "nb.h"
void reach_error(void) {}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (nb()) {
        if (x != 1)
            return 0;
    } else if (nb()) {
        if (x != 2)
            return 0;
    } else {
        if (x != 3)
            return 0;
    }
    switch (x) {
    case 2:
        reach_error(); // BUG: error-call
    }
    return 0;
}
