// VERDICT: safe
// Signed and unsigned order, at 8, 32 and 64 bits.
#include <assert.h>
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
signed char __VERIFIER_nondet_char(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    unsigned ua = a, ub = b;
    assert((a < b) == ((ua ^ 0x80000000u) < (ub ^ 0x80000000u)));
    assert((a <= b) == !(b < a));
    assert((ua < ub) == ((unsigned long)ua - ub > 0xffffffffu));
    signed char c = __VERIFIER_nondet_char(), d = __VERIFIER_nondet_char();
    assert((c < d) == ((int)c - (int)d < 0));
    long e = __VERIFIER_nondet_long(), f = __VERIFIER_nondet_long();
    assert((e > f) + (e == f) + (e < f) == 1);
    assert((e >= f) == ((__int128)e - f >= 0));
    return 0;
}
