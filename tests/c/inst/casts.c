// VERDICT: safe
// Truncation, zero and sign extension, through every width and back.
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert((uint8_t)x == (x & 0xff));
    assert((int8_t)x == (((x & 0xff) ^ 0x80) - 0x80));
    assert((int16_t)x == (((x & 0xffff) ^ 0x8000) - 0x8000));
    assert((uint64_t)(uint32_t)x == ((uint64_t)x & 0xffffffff));
    assert((int64_t)x >> 32 == (x < 0 ? -1 : 0));
    assert((int)(long)x == x);
    long y = __VERIFIER_nondet_long();
    assert((uint16_t)(uint32_t)y == (uint16_t)y);
    assert((long)(int)y == y || y > 0x7fffffffL || y < -0x80000000L);
    _Bool truth = y;
    assert(truth == (y != 0));
    return 0;
}
