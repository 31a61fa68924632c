// VERDICT: unsafe
// A table that is too short for the exponents there are.
#include <math.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    static const char digits[10] = "012345678";
    int exponent, n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 0;
    frexpl((long double)n, &exponent);
    return digits[exponent] == '7'; // BUG: out-of-bounds-read
}
