// VERDICT: unsafe
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int() == 99)
        abort(); // BUG: abort
    return 0;
}
