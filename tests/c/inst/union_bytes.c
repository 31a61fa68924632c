// VERDICT: safe
// Unions and byte access: one object read as several types.
#include <assert.h>
#include <stdint.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

union Word {
    uint32_t whole;
    uint16_t halves[2];
    uint8_t bytes[4];
    float real;
};

int main(void) {
    union Word w;
    unsigned x = __VERIFIER_nondet_uint();
    w.whole = x;
    assert(w.bytes[0] == (x & 255) && w.bytes[3] == x >> 24);
    assert(w.halves[1] == x >> 16);
    w.bytes[1] = 0xab;
    assert(w.whole == ((x & 0xffff00ffu) | 0xab00));
    w.halves[0] = 0x1234;
    assert(w.whole == ((x & 0xffff0000u) | 0x1234));
    w.real = 1.0f;
    assert(w.whole == 0x3f800000u);
    w.whole = 0xc0490fdb;
    assert(w.real < -3.14f && w.real > -3.15f);
    uint64_t joined;
    uint32_t parts[2] = {x, ~x};
    memcpy(&joined, parts, 8);
    assert(joined == ((uint64_t)~x << 32 | x));
    return 0;
}
