// TRUTH: safe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int mode = 0, ticks = 0;
    while (1) {
        switch (mode) {
        case 0:
            ticks = 0;
            if (__VERIFIER_nondet_bool())
                mode = 1;
            break;
        case 1:
            ticks++;
            if (ticks >= 50)
                mode = 2;
            break;
        default:
            assert(ticks == 50);
            mode = 0;
        }
    }
}
