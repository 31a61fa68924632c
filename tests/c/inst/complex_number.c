// VERDICT: safe
// Complex numbers: parts, sum, comparison.
#include <assert.h>

int main(void) {
    volatile double re = 1.5, im = -2.0;
    double _Complex z = re + im * 1.0i, w = 2.0 + 1.0i;
    double _Complex sum = z + w, difference = z - w;
    assert(__real__ sum == 3.5 && __imag__ sum == -1.0);
    assert(__real__ difference == -0.5 && __imag__ difference == -3.0);
    assert(z == z && z != w);
    return 0;
}
