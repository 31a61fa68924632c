// VERDICT: safe
// fmod of symbolic numbers is exact: below the divisor, with the sign of the dividend, and an error only where C has one.
#include <assert.h>
#include <errno.h>
#include <math.h>
float __VERIFIER_nondet_float(void);
void __VERIFIER_assume(int);

int main(void) {
    float x = __VERIFIER_nondet_float();
    __VERIFIER_assume(x >= 0.0f && x < 64.0f);
    errno = 0;
    float rest = fmodf(x, 0.75f);
    assert(rest >= 0.0f && rest < 0.75f);
    assert(errno == 0);
    return 0;
}
