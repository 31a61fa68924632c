// Without a handler an abort that nobody asks about is an end.
// VERDICT: safe
// OPTIONS: --checks -abort
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    if (__VERIFIER_nondet_int())
        abort();
    return 0;
}
