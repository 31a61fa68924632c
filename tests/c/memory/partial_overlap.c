// VERDICT: safe
// Stores of different widths over each other, at fixed and at symbolic places.
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned char b[8] = {0};
    unsigned x = __VERIFIER_nondet_uint();
    memcpy(b + 2, &x, 4);
    unsigned short h = 0xabcd;
    memcpy(b + 4, &h, 2);
    unsigned y;
    memcpy(&y, b + 2, 4);
    assert(y == ((x & 0xffff) | 0xabcd0000u));
    unsigned long whole;
    memcpy(&whole, b, 8);
    assert(whole == (((unsigned long)(x & 0xffff) | 0xabcd0000ul) << 16));

    unsigned i = x & 3;
    unsigned z = 0x11223344;
    memcpy(b + i, &z, 4);
    assert(b[i] == 0x44 && b[i + 3] == 0x11);
    assert(b[7] == 0);
    memcpy(&y, b + i, 4);
    assert(y == z);
    return 0;
}
