// VERDICT: safe
// Calls: many arguments, recursion, mutual recursion, arguments narrower than int, results unused.
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

static long many(int8_t a, uint16_t b, int c, long d, int e, int f, int g, uint8_t h, long i, int16_t j) {
    return a + 2L * b + 3L * c + 4L * d + 5L * e + 6L * f + 7L * g + 8L * h + 9L * i + 10L * j;
}

static unsigned ackermann(unsigned m, unsigned n) {
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

static int8_t narrow(int x) { return (int8_t)x; }

int main(void) {
    unsigned char h = __VERIFIER_nondet_uchar();
    assert(many(-1, 65535, 3, -4, 5, 6, 7, h, 9, -10) == -1 + 131070 + 9 - 16 + 25 + 36 + 49 + 8 * h + 81 - 100);
    assert(ackermann(2, 3) == 9);
    assert(is_even(10) && is_odd(7) && !is_even(7));
    int x = __VERIFIER_nondet_int();
    narrow(x);
    int n = narrow(x);
    assert(n >= -128 && n <= 127 && ((n ^ x) & 0xff) == 0);
    return 0;
}
