// VERDICT: unsafe
// One report for each kind and place; the path goes on where C allows it.
#include <assert.h>
int __VERIFIER_nondet_int(void);
static volatile int sink;

static int divide(int a, int b) {
    return a / b; // BUG: division-by-zero
}

int main(void) {
    int a[4] = {0};
    for (int i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (x >= 0 && x < 3)
            sink = divide(6, x);
        if (x > 60 && x < 70)
            sink = 1 << (x - 33); // BUG: shift-out-of-range
    }
    int n = __VERIFIER_nondet_int();
    if (n > 100) {
        sink = *(a + n); // BUG: out-of-bounds-read
        assert(0);
    }
    assert(n != 100); // BUG: assertion-failure
    return 0;
}
