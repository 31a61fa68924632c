// VERDICT: safe
// Division and remainder, signed and unsigned: the defining equation, and truncation towards zero.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
signed char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(b != 0);
    assert((a / b) * b + a % b == a);
    assert(a % b < b);

    int c = (__VERIFIER_nondet_char() & 15) - 8, d = (__VERIFIER_nondet_char() & 15) - 8;
    __VERIFIER_assume(d != 0);
    int quotient = c / d, remainder = c % d;
    assert(quotient * d + remainder == c);
    assert(remainder == 0 || (remainder < 0) == (c < 0));

    int x = __VERIFIER_nondet_int();
    assert((x / 16 == x >> 4) || x < 0);
    assert(x % 16 == (x < 0 ? -(int)(-(unsigned)x & 15) : (x & 15)));
    unsigned u = __VERIFIER_nondet_uint();
    assert(u / 8 == u >> 3);
    assert(u % 8 == (u & 7));
    return 0;
}
