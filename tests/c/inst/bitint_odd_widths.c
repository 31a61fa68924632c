// VERDICT: safe
// Integers of widths no machine has: 1..128 bits, wrapping, conversion, storage.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);

typedef unsigned _BitInt(7) u7;
typedef signed _BitInt(7) s7;
typedef unsigned _BitInt(33) u33;
typedef unsigned _BitInt(96) u96;
typedef unsigned _BitInt(127) u127;

struct Packed {
    u7 a;
    u33 b;
};

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    u7 small = (u7)x;
    assert((unsigned)small == (x & 127));
    assert((unsigned)(u7)(small + (u7)1) == ((x + 1) & 127));
    s7 negative = (s7)x;
    int expected = (x & 64) ? (int)(x & 127) - 128 : (int)(x & 127);
    assert((int)negative == expected);
    assert((int)(negative >> 1) == expected >> 1);

    unsigned long y = __VERIFIER_nondet_ulong();
    u33 middle = (u33)y;
    assert((unsigned long)middle == (y & 0x1ffffffffu));
    assert((unsigned long)(u33)(middle * (u33)3) == ((y * 3) & 0x1ffffffffu));
    assert((unsigned long)(middle >> 5) == (y & 0x1ffffffffu) >> 5);

    u96 wide = (u96)y << 32;
    assert((unsigned long)(wide >> 32) == y);
    assert((unsigned)wide == 0);
    u127 wider = ((u127)y << 63) | (u127)y;
    assert((unsigned long)(wider >> 63) == ((y & ~1ul) | ((y >> 63 | y) & 1)));

    struct Packed packed = {small, middle};
    struct Packed copy = packed;
    assert(copy.a == small && copy.b == middle);
    return 0;
}
