// TRUTH: safe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int phase = 0, value = 0;
    while (__VERIFIER_nondet_bool()) {
        if (phase == 0) {
            value++;
            phase = 1;
        } else {
            value--;
            phase = 0;
        }
        assert(value >= 0 && value <= 1);
    }
}
