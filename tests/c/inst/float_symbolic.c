// VERDICT: unsafe
// Symbolic doubles: inputs that only one value, or none, can satisfy.
#include <assert.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
void reach_error(void) {}

int main(void) {
    double x = __VERIFIER_nondet_double();
    if (x > 1.0 && x < 2.0) {
        if (x * 2.0 == 3.25)
            assert(x == 1.625);
        if (x + 1e16 == 1e16)
            assert(x < 1.5);
    }
    float f = __VERIFIER_nondet_float();
    if (f == f + 1.0f && f > 0.0f && f < 1e30f)
        reach_error(); // BUG: error-call
    if (f != f)
        assert(!(f < 1.0f) && !(f > 1.0f));
    if (f > 0.0f)
        assert(f / 2.0f <= f);
    return 0;
}
