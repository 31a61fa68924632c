// VERDICT: unsafe
// Functions of the library on symbolic numbers are no reason to fix them: inputs are found that make them what is asked for.
#include <assert.h>
#include <errno.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    if (log(x) > 3.0 && exp(x) < 1e30)
        assert(0); // BUG: assertion-failure
    if (pow(x, 3.0) < -1000.0 && pow(x, 3.0) > -1001.0)
        assert(0); // BUG: assertion-failure
    if (f > 0.0f && sinf(f) < -0.99f)
        assert(0); // BUG: assertion-failure
    errno = 0;
    double root = acosh(x);
    if (errno == EDOM && x > 0.0)
        assert(root == root); // BUG: assertion-failure
    errno = 0;
    if (exp(f) > 1e300 && errno == ERANGE)
        assert(isfinite(expf(f))); // BUG: assertion-failure
    return 0;
}
