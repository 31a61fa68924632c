// TRUTH: unsafe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0, rounds = 0;
    while (__VERIFIER_nondet_bool()) {
        x += 2;
        if (++rounds == 20)
            x++;
    }
    assert(x % 2 == 0);
}
