// VERDICT: safe
// The functions of math.h that are single operations, concretely and symbolically.
#include <assert.h>
#include <math.h>
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);

int main(void) {
    volatile double x = -2.5, y = 2.5;
    assert(floor(x) == -3 && ceil(x) == -2 && trunc(x) == -2 && round(x) == -3 && rint(x) == -2 && rint(y) == 2);
    assert(fabs(x) == 2.5 && copysign(3.0, x) == -3.0 && fmin(x, y) == x && fmax(x, NAN) == x);
    assert(fma(0x1p27 + 1, 0x1p27 + 1, -0x1p54) == 0x1p28 + 1);
    assert(sqrt(6.25) == 2.5 && sqrtf(2.25f) == 1.5f && isnan(sqrt(-1.0)));
    assert(isinf(INFINITY) && !isfinite(NAN) && signbit(-0.0) && isnormal(1.0) && !isnormal(0x1p-1040));

    float f = __VERIFIER_nondet_float();
    if (f > -1000.0f && f < 1000.0f) {
        float low = floorf(f), high = ceilf(f);
        assert(low <= f && f <= high && high - low <= 1.0f);
        assert(truncf(f) == (f < 0 ? high : low));
        assert((float)(int)f == truncf(f));
    }
    assert(fabsf(f) >= 0.0f || f != f);
    assert(isnan(f) == (f != f));
    return 0;
}
