// VERDICT: safe
// Assumptions end paths silently, also inside a helper the task defines.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
extern void abort(void);
void assume_abort_if_not(int condition) {
    if (!condition) {
        abort();
    }
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 3);
    assume_abort_if_not(x < 5);
    __VERIFIER_atomic_begin();
    assert(x == 4);
    __VERIFIER_atomic_end();
    return 0;
}
