// VERDICT: safe
// and, or, xor, not, and the identities between them.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
    assert(~(a & b) == (~a | ~b));
    assert((a ^ b) == ((a | b) & ~(a & b)));
    assert((a & (b | c)) == ((a & b) | (a & c)));
    assert((a & (b ^ c)) == ((a & b) ^ (a & c)));
    assert((a ^ b ^ a) == b);
    unsigned long x = __VERIFIER_nondet_ulong();
    assert((x & -x) == (x & (~x + 1)));
    assert((x & (x - 1)) == (x ^ (x & -x)));
    return 0;
}
