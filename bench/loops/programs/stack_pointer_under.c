// TRUTH: unsafe
#include <assert.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    static int stack[64];
    int top = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_bool()) {
            if (top < 64)
                stack[top++] = __VERIFIER_nondet_int();
        } else if (top >= 0) {
            stack[--top] = 0;
        }
    }
    assert(top <= 64);
}
