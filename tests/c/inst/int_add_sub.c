// VERDICT: safe
// Addition, subtraction, negation at the four usual widths, against other formulas for the same value.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned short __VERIFIER_nondet_ushort(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);

#define CHECK(T, a, b)                                                                                                 \
    do {                                                                                                               \
        assert((T)((T)(a + b) - b) == a);                                                                              \
        assert((T)(a - b) == (T)(a + (T)~b + 1));                                                                      \
        assert((T)((a ^ b) + 2 * (a & b)) == (T)(a + b));                                                              \
        assert((T)-a == (T)(~a + 1));                                                                                  \
    } while (0)

int main(void) {
    unsigned char a8 = __VERIFIER_nondet_uchar(), b8 = __VERIFIER_nondet_uchar();
    CHECK(unsigned char, a8, b8);
    unsigned short a16 = __VERIFIER_nondet_ushort(), b16 = __VERIFIER_nondet_ushort();
    CHECK(unsigned short, a16, b16);
    unsigned a32 = __VERIFIER_nondet_uint(), b32 = __VERIFIER_nondet_uint();
    CHECK(unsigned, a32, b32);
    unsigned long a64 = __VERIFIER_nondet_ulong(), b64 = __VERIFIER_nondet_ulong();
    CHECK(unsigned long, a64, b64);
    return 0;
}
