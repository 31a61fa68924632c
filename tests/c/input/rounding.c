// The rounding mode is to the nearest; another one is not followed.
// VERDICT: unknown
#include <assert.h>
#include <fenv.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    assert(fegetround() == FE_TONEAREST);
    assert(fesetround(FE_TONEAREST) == 0);
    assert(fesetround(12345) != 0);
    if (__VERIFIER_nondet_int() == 3)
        assert(fesetround(FE_UPWARD) != 0);
    return 0;
}
