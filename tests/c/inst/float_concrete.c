// VERDICT: safe
// IEEE arithmetic on concrete values: rounding, infinities, NaN, signed zeros, denormals.
#include <assert.h>
#include <float.h>
#include <math.h>

int main(void) {
    volatile double a = 0.1, b = 0.2, zero = 0.0, one = 1.0, big = DBL_MAX, tiny = DBL_MIN;
    assert(a + b != 0.3 && a + b == 0.30000000000000004);
    assert(one / zero == INFINITY && -one / zero == -INFINITY);
    volatile double nan = zero / zero;
    assert(nan != nan && !(nan < one) && !(nan >= one) && !(nan == one));
    assert(-zero == zero && 1 / -zero == -INFINITY);
    assert(big * 2 == INFINITY && big + 1 == big);
    assert(tiny / 2 > 0 && tiny / 2 * 2 == tiny && (tiny / 0x1p52) / 2 == 0);
    volatile float f = 16777216.0f;
    assert(f + 1.0f == f && f + 2.0f != f);
    volatile float third = 1.0f / 3.0f;
    assert((double)third != 1.0 / 3.0 && third == (float)(1.0 / 3.0));
    assert(fmod(-7.5, 2) == -1.5);
    volatile double x = 2.0;
    assert(sqrt(x) * sqrt(x) != x && sqrt(4 * x * x) == 4);
    return 0;
}
