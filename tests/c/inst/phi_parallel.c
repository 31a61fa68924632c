// VERDICT: safe
// Loop-carried values that swap and rotate: phis take their values at once.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int p = __VERIFIER_nondet_int(), q = __VERIFIER_nondet_int(), r = __VERIFIER_nondet_int();
    int a = p, b = q, c = r;
    for (int i = 0; i < 4; i++) {
        int old = a;
        a = b;
        b = c;
        c = old;
    }
    assert(a == q && b == r && c == p);
    int x = p, y = q;
    for (int i = 0; i < 3; i++) {
        int old = x;
        x = y;
        y = old;
    }
    assert(x == q && y == p);

    unsigned previous = 0, current = 1;
    for (int i = 0; i < 20; i++) {
        unsigned next = previous + current;
        previous = current;
        current = next;
    }
    assert(previous == 6765 && current == 10946);
    return 0;
}
