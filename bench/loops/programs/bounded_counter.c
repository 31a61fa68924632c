// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int c = 0;
    while (__VERIFIER_nondet_bool()) {
        if (c != 40 && __VERIFIER_nondet_bool())
            c++;
        else if (c == 40)
            c = 1;
    }
    assert(c >= 0 && c <= 40);
}
