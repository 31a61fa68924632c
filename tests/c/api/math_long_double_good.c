// VERDICT: safe
// Exponents, fractions and remainders of long double, of constants and of an input.
#include <assert.h>
#include <errno.h>
#include <math.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int exponent;
    assert(frexpl(12.0L, &exponent) == 0.75L && exponent == 4);
    assert(frexpl(0x1p-16445L, &exponent) == 0.5L && exponent == -16444);
    assert(frexpl(0.0L, &exponent) == 0 && exponent == 0);
    assert(ldexpl(0.75L, 4) == 12.0L && scalbnl(3.0L, -16446) == 0x1p-16444L);
    errno = 0;
    assert(ldexpl(-1.0L, 20000) == -INFINITY && errno == ERANGE);
    errno = 0;
    assert(scalblnl(1.0L, -20000L) == 0 && errno == ERANGE);
    assert(fmodl(7.5L, 2.0L) == 1.5L && fmodl(-1e9L, 7.0L) == -6.0L);

    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    long double part = frexpl((long double)n, &exponent);
    assert(part >= 0.5L && part < 1 && exponent >= 1 && exponent <= 10);
    assert(ldexpl(part, exponent) == n);
    return 0;
}
