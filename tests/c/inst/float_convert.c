// VERDICT: unsafe
// Conversion between integers and floats, where it is exact and where it is not.
#include <assert.h>
int __VERIFIER_nondet_int(void);
short __VERIFIER_nondet_short(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    short s = __VERIFIER_nondet_short();
    assert((short)(float)s == s);
    int i = __VERIFIER_nondet_int();
    assert((int)(double)i == i);
    unsigned u = __VERIFIER_nondet_uint();
    assert((unsigned)(double)u == u);
    volatile double concrete = -2.75;
    assert((int)concrete == -2 && (long)(concrete * 1e15) == -2750000000000000L);
    volatile unsigned long large = 0xfffffffffffffbfful;
    assert((double)large == 18446744073709549568.0);
    assert((unsigned char)(float)(s & 0xff) == (s & 0xff));
    if (i > 0)
        assert((int)((float)i / 2.0f) == i / 2); // BUG: assertion-failure
    return 0;
}
