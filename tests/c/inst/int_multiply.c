// VERDICT: safe
// Multiplication against shifting and adding; sign extension of products.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
signed char __VERIFIER_nondet_char(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x * 7 == (x << 3) - x);
    assert(x * 0x10001 == (x << 16) + x);
    unsigned long y = __VERIFIER_nondet_ulong();
    assert(y * 10 == (y << 3) + (y << 1));

    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    unsigned char product = 0;
    for (int bit = 0; bit < 8; bit++)
        product += (unsigned char)(((b >> bit) & 1 ? 255 : 0) & (a << bit));
    assert(product == (unsigned char)(a * b));

    signed char c = __VERIFIER_nondet_char(), d = __VERIFIER_nondet_char();
    int wide = c * d;
    assert(wide >= -128 * 127 && wide <= 128 * 128);
    assert((unsigned char)wide == (unsigned char)((unsigned char)c * (unsigned char)d));
    return 0;
}
