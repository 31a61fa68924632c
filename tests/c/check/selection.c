// VERDICT: safe
// A check that is off reports nothing.
// OPTIONS: --checks default,-shift-out-of-range,-assertion-failure
// LEVELS: none light
#include <assert.h>
int __VERIFIER_nondet_int(void);
static volatile int sink;

int main(void) {
    int n = __VERIFIER_nondet_int();
    sink = (int)(1u << n);
    assert(n != 5);
    return 0;
}
