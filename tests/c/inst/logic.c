// VERDICT: safe
// !, !!, &&, || with their short circuits, and arithmetic on truth values.
#include <assert.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

static int calls;
static int count(int value) {
    calls++;
    return value;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(!!x == (x != 0));
    assert(!x + !!x == 1);
    _Bool b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    assert((b ? 5 : 9) == 9 - 4 * b);
    if (count(0) && count(1))
        assert(0);
    assert(calls == 1);
    if (count(1) || count(1))
        calls += 10;
    assert(calls == 12);
    assert((x > 3 && x < 5) == (x == 4));
    assert((x < 3 || x > 5) == (x != 3 && x != 4 && x != 5));
    return 0;
}
