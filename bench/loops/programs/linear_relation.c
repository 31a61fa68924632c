// TRUTH: safe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned i = 0, j = 0;
    while (__VERIFIER_nondet_bool()) {
        i += 1;
        j += 3;
    }
    assert(j == 3 * i);
}
