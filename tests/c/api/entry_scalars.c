// VERDICT: unsafe
// A function without main: its parameters are inputs.
// OPTIONS: --entry classify
#include <assert.h>

int classify(int a, unsigned char b, long c) {
    if (a == 17 && b == 200)
        assert(c != -3); // BUG: assertion-failure
    assert(b <= 255);
    return a;
}
