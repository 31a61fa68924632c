// TRUTH: safe
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    static int ring[16];
    unsigned head = 0, tail = 0, used = 0;
    while (1) {
        if (__VERIFIER_nondet_bool()) {
            if (used < 16) {
                ring[head] = 1;
                head = (head + 1) % 16;
                used++;
            }
        } else if (used > 0) {
            ring[tail] = 0;
            tail = (tail + 1) % 16;
            used--;
        }
        assert(used <= 16);
    }
}
