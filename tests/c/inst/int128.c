// VERDICT: safe
// 128-bit integers: carry, products, division, shifts, comparison, conversion.
#include <assert.h>
unsigned long __VERIFIER_nondet_ulong(void);
unsigned __VERIFIER_nondet_uint(void);

typedef unsigned __int128 u128;
typedef __int128 s128;

int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
    u128 sum = (u128)a + b;
    assert((unsigned long)sum == a + b);
    assert((unsigned long)(sum >> 64) == (a + b < a));
    u128 pair = (u128)a << 64 | b;
    assert((unsigned long)(pair >> 64) == a && (unsigned long)pair == b);
    assert((unsigned long)(pair >> 4) == (a << 60 | b >> 4));
    assert((s128)pair < 0 == (long)a < 0);
    unsigned c = __VERIFIER_nondet_uint();
    assert((u128)a * 5 == ((u128)a << 2) + a);
    assert((s128)(int)c == (s128)(long)(int)c);

    volatile unsigned long high = 0x0123456789abcdef, low = 0xfedcba9876543210;
    u128 n = (u128)high << 64 | low;
    u128 q = n / 1000000007, r = n % 1000000007;
    assert(q * 1000000007 + r == n && r < 1000000007);
    s128 m = -(s128)n;
    assert(m / 1000000007 == -(s128)q && m % 1000000007 == -(s128)r);
    assert((u128)high * low == ((u128)(high >> 32) * low << 32) + (u128)(high & 0xffffffff) * low);
    return 0;
}
