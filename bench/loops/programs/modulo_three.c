// TRUTH: safe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_bool())
        if (x < 300000000)
            x += 3;
    assert(x % 3 == 0);
}
