// VERDICT: safe
// switch: dense, sparse, negative, wide, with ranges, falling through, without a default.
#include <assert.h>
int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);
unsigned char __VERIFIER_nondet_uchar(void);

static int dense(int x) {
    switch (x) {
    case 0: return 10;
    case 1: return 11;
    case 2:
    case 3: return 12;
    default: return -1;
    }
}

static int sparse(int x) {
    int result = 0;
    switch (x) {
    case -5: result += 1; /* falls through */
    case 1000000: result += 2; break;
    case 7: result = 70;
    }
    return result;
}

static int wide(long x) {
    switch (x) {
    case 0x100000001L: return 1;
    case -0x7fffffffffffffffL - 1: return 2;
    default: return 0;
    }
}

static int ranges(unsigned char c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'z':
    case 'A' ... 'Z': return 2;
    default: return 0;
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    int d = dense(x);
    assert((d == 10) == (x == 0) && (d == 11) == (x == 1) && (d == 12) == (x == 2 || x == 3));
    assert(d == -1 || (x >= 0 && x <= 3));
    int y = __VERIFIER_nondet_int(), s = sparse(y);
    assert(s == (y == -5 ? 3 : y == 1000000 ? 2 : y == 7 ? 70 : 0));
    long z = __VERIFIER_nondet_long();
    int w = wide(z);
    assert((w == 1) == (z == 4294967297L));
    assert((w == 2) == (z == -9223372036854775807L - 1));
    unsigned char c = __VERIFIER_nondet_uchar();
    int r = ranges(c);
    assert((r == 1) == (c - '0' < 10u));
    assert((r == 2) == ((c | 32u) - 'a' < 26u));
    return 0;
}
