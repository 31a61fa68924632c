// VERDICT: safe
// A shift out of range goes on as the processor does it where nobody asks about it: with the low bits of the amount.
// OPTIONS: --checks -shift-out-of-range
// LEVELS: none light
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    unsigned long m = n;
    volatile unsigned known = 33;
    assert(1u << known == 2);
    assert(0x80000000u >> known == 0x40000000u);
    assert((int)0x80000000 >> known == (int)0xc0000000);
    if (n >= 64 && n < 96) {
        assert(1u << n == 1u << (n - 64));
        assert(1ul << m == 1ul << (m - 64));
        assert(-8 >> n == -8 >> (n & 31));
    }
    return 0;
}
