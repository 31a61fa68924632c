// VERDICT: safe
// Checked arithmetic: the wrapped result and the overflow flag, against wider arithmetic.
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
signed char __VERIFIER_nondet_char(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), r;
    _Bool over = __builtin_add_overflow(a, b, &r);
    assert(over == ((long)a + b != (int)((long)a + b)) && r == (int)((unsigned)a + (unsigned)b));
    over = __builtin_sub_overflow(a, b, &r);
    assert(over == ((long)a - b != (int)((long)a - b)));
    over = __builtin_mul_overflow(a, 3, &r);
    assert(over == ((long)a * 3 != (int)((long)a * 3)));
    unsigned u = __VERIFIER_nondet_uint(), v = __VERIFIER_nondet_uint(), w;
    assert(__builtin_add_overflow(u, v, &w) == (u + v < u));
    assert(__builtin_sub_overflow(u, v, &w) == (u < v) && w == u - v);
    over = __builtin_mul_overflow(u, 5u, &w);
    assert(over == (u > 0xffffffffu / 5));
    signed char c = __VERIFIER_nondet_char(), d = __VERIFIER_nondet_char(), e;
    over = __builtin_mul_overflow(c, d, &e);
    assert(over == (c * d < -128 || c * d > 127) && (unsigned char)e == (unsigned char)(c * d));
    unsigned short narrow;
    assert(__builtin_add_overflow(u & 0xffff, 1, &narrow) == ((u & 0xffff) == 0xffff));
    return 0;
}
