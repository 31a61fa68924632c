// VERDICT: safe
// Laws of floats that hold, NaN, infinity and signed zero included.
#include <assert.h>
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

int main(void) {
    float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
    assert(!(a < b && b < a));
    assert((a <= b) == (a < b || a == b));
    assert((a != b) == !(a == b));
    assert(-(-a) == a || a != a);
    if (a >= 0)
        assert(__builtin_fabsf(a) == a);
    double d = (double)a;
    assert((float)d == a || a != a);
    return 0;
}
