// TRUTH: unsafe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned char x = 0;
    while (__VERIFIER_nondet_bool())
        x += 3;
    assert(x % 3 == 0);
}
