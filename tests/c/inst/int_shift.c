// VERDICT: safe
// Shifts by symbolic amounts, rotations, arithmetic shift of negative numbers.
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n >= 1 && n <= 31);
    assert(((x << n) >> n) == (x & (0xffffffffu >> n)));
    assert(((x >> n) << n) == (x & (0xffffffffu << n)));
    unsigned left = (x << n) | (x >> (32 - n));
    unsigned back = (left >> n) | (left << (32 - n));
    assert(back == x);

    int s = __VERIFIER_nondet_int();
    int shifted = s >> n;
    assert((shifted < 0) == (s < 0));
    assert(s >= 0 || (unsigned)shifted >> (32 - n) == 0xffffffffu >> (32 - n));

    unsigned long y = __VERIFIER_nondet_ulong();
    assert((y >> 32 << 32 | (y & 0xffffffff)) == y);
    return 0;
}
