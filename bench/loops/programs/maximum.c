// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int best = 0;
    while (__VERIFIER_nondet_bool()) {
        int x = __VERIFIER_nondet_int();
        if (x > best)
            best = x;
        assert(best >= 0 && best >= x);
    }
}
