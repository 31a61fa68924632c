// VERDICT: safe
// Structs as arguments and results: in registers, in memory, with floats, nested; the callee's copy is its own.
#include <assert.h>
int __VERIFIER_nondet_int(void);

struct Small {
    short a;
    char b;
    int c;
};
struct Mixed {
    double d;
    int i;
};
struct Big {
    int values[10];
    struct Small small;
};

static struct Small change(struct Small s) {
    s.a++;
    s.c = -s.c;
    return s;
}
static struct Mixed twice(struct Mixed m) { return (struct Mixed){m.d * 2, m.i * 2}; }
static struct Big shift(struct Big b) {
    for (int i = 9; i > 0; i--)
        b.values[i] = b.values[i - 1];
    b.values[0] = b.small.c;
    return b;
}
static int last(struct Big b, int more, struct Small s) { return b.values[9] + more + s.b; }

int main(void) {
    int x = __VERIFIER_nondet_int();
    struct Small s = {1, 2, x};
    struct Small t = change(s);
    assert(s.a == 1 && s.c == x);
    assert(t.a == 2 && t.b == 2 && (unsigned)t.c == -(unsigned)x);
    struct Mixed m = twice((struct Mixed){1.5, x & 0xff});
    assert(m.d == 3.0 && m.i == 2 * (x & 0xff));
    struct Big b = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {0, 0, x}};
    struct Big c = shift(b);
    assert(b.values[0] == 1 && c.values[0] == x && c.values[9] == 9);
    assert(last(c, 5, s) == 16);
    b = c;
    assert(b.values[1] == 1);
    return 0;
}
