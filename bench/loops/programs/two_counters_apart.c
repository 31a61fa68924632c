// TRUTH: unsafe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x++;
        if (x != 7)
            y++;
    }
    assert(x == y);
}
