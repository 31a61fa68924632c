// VERDICT: safe
// Bit-fields: signed, unsigned, crossing bytes, neighbours untouched, truth values.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

struct Fields {
    unsigned a : 3;
    signed b : 5;
    unsigned c : 11;
    _Bool d : 1;
    unsigned long e : 37;
    signed f : 1;
};

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    struct Fields s = {0};
    s.a = x;
    s.b = (int)y;
    s.c = x ^ y;
    s.d = x;
    s.e = (unsigned long)x << 5 | (y & 31);
    s.f = (int)x;
    assert(s.a == (x & 7));
    int b = y & 31;
    assert(s.b == (b >= 16 ? b - 32 : b));
    assert(s.c == ((x ^ y) & 0x7ff));
    assert(s.d == (x != 0));
    assert(s.e == ((unsigned long)x << 5 | (y & 31)));
    assert(s.f == ((x & 1) ? -1 : 0));
    s.c = 0;
    assert(s.a == (x & 7) && s.d == (x != 0) && s.e >> 5 == x);
    s.a++;
    assert(s.a == ((x + 1) & 7) && s.b == (b >= 16 ? b - 32 : b));
    return 0;
}
