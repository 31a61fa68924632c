// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int locked = 0, old, new_value;
    do {
        assert(!locked);
        locked = 1;
        old = __VERIFIER_nondet_int();
        new_value = old;
        if (__VERIFIER_nondet_bool()) {
            locked = 0;
            new_value ^= 1;
        }
    } while (new_value != old);
    assert(locked);
}
