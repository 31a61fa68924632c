// VERDICT: unsafe
// Variables that only a pointer in a register leads to: what has ended, or was never set, stays so.
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void after_case(int n) {
    int *p = &n;
    switch (n) {
    case 0: {
        int local = 5;
        p = &local;
    } break;
    default:
        break;
    }
    *p = 2; // BUG: use-after-scope
}

static int of_expression(void) {
    int *p = ({
        int local = 4;
        &local;
    });
    return *p; // BUG: use-after-scope
}

static void never_set(int n) {
    int value;
    int *p = &value;
    if (n)
        *p = 5;
    assert(*p == 5); // BUG: assertion-failure
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 0 || n == 1)
        after_case(n);
    if (n == 2)
        return of_expression();
    if (n == 3 || n == 4)
        never_set(n - 3);
    return 0;
}
