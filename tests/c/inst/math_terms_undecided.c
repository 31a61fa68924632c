// VERDICT: unknown
// No input was found that makes this true, and nothing rules it out: that the search fails proves nothing.
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 1.0 && x < 2.0 && tan(x) * 3.0 + x == 0x1.23456789abcdfp+3)
        assert(sin(x) > 0.5 && sin(x) < 0.6);
    return 0;
}
