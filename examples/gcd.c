/* The greatest common divisor, and what happens without one.
 *
 *     secateur run gcd.c
 *
 * Shows: inputs from __VERIFIER_nondet_*, an assumption, an assertion that holds on every path, and a division by zero
 * on one of them (exit status 10).
 */
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

static unsigned gcd(unsigned a, unsigned b) {
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
    __VERIFIER_assume(a <= 9 && b <= 9);

    unsigned divisor = gcd(a, b);
    assert(divisor <= 9);

    /* gcd(0, 0) is 0: this is the bug. */
    unsigned reduced = a / divisor;
    assert(reduced * divisor == a);
    return 0;
}
