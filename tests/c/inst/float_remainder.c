// VERDICT: unsafe
// fmod of a symbolic number is exact, and no value is fixed for it.
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 1000.0 && x < 1001.0)
        assert(fmod(x, 0.7) < 0.69); // BUG: assertion-failure
    return 0;
}
