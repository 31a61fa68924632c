// VERDICT: safe
// What is certain of the library's functions rules paths out: bounds of their results, where they have none, that they are
// functions, and that some of them only rise.
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int main(void) {
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    float f = __VERIFIER_nondet_float();
    if (sin(x) > 1.5)
        assert(0);
    if (tanhf(f) < -1.1f || cosf(f) > 1.1f)
        assert(0);
    if (x == x)
        assert(exp(x) >= 0.0);
    if (x > 0.0 && x < 2.0)
        assert(exp(x) < 7.5);
    if (log(y) > 5.0)
        assert(y > 100.0);
    if (x == y && x != 0.0 && cbrt(x) == 2.5)
        assert(cbrt(y) == 2.5);
    return 0;
}
