// VERDICT: unsafe
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        assert(x != 4711); // BUG: assertion-failure
    assert(x != -5); // BUG: assertion-failure
    return 0;
}
