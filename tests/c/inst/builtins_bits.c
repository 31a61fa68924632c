// VERDICT: safe
// Counting, reversing, swapping and rotating bits, against loops.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
unsigned short __VERIFIER_nondet_ushort(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    int ones = 0;
    unsigned reversed = 0;
    for (int i = 0; i < 32; i++) {
        ones += x >> i & 1;
        reversed |= (x >> i & 1) << (31 - i);
    }
    assert(__builtin_popcount(x) == ones);
    assert(__builtin_parity(x) == (ones & 1));
    assert(__builtin_bitreverse32(x) == reversed);
    assert(__builtin_bswap32(x) == (x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24));
    unsigned short h = __VERIFIER_nondet_ushort();
    assert(__builtin_bswap16(h) == (unsigned short)(h << 8 | h >> 8));
    assert(__builtin_bswap64(x) == (unsigned long)__builtin_bswap32(x) << 32);
    assert(__builtin_rotateleft32(x, 7) == (x << 7 | x >> 25));
    assert(__builtin_rotateright32(x, 7) == (x >> 7 | x << 25));

    unsigned y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(y != 0);
    int leading = __builtin_clz(y), trailing = __builtin_ctz(y);
    assert(y >> (31 - leading) == 1);
    assert((y >> trailing & 1) == 1 && (y & ((1u << trailing) - 1)) == 0);
    assert(__builtin_ffs((int)y) == trailing + 1 && __builtin_ffs(0) == 0);
    assert(__builtin_clzl(1) == 63 && __builtin_ctzl(0x100000000) == 32);
    assert(__builtin_clrsb(-1) == 31 && __builtin_clrsb(1) == 30);
    return 0;
}
