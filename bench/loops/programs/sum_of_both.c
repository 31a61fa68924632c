// TRUTH: safe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 10, y = 0;
    while (__VERIFIER_nondet_bool() && x > 0) {
        x--;
        y++;
    }
    assert(x + y == 10);
}
