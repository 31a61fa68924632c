/* A branch that only particular doubles take.
 *
 *     secateur run float.c
 *
 * Shows: symbolic floating point with IEEE semantics. The input is a finite number that is its own successor, which
 * real arithmetic does not have (exit status 10).
 */
#include <assert.h>

double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (!(x >= 0.0 && x <= 1e18))
        return 0;

    /* Halves are exact here, so this always holds. */
    if (x >= 1.0)
        assert(x / 2.0 * 2.0 == x);

    /* This does not: near 1e16 the next double is 2 away. */
    assert(x + 1.0 > x);
    return 0;
}
