// VERDICT: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 10)
        assert(x != 10);
    assert((unsigned)x * 2 % 2 == 0);
    return 0;
}
