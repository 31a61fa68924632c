// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 0);
    while (n > 0)
        n--;
    assert(n == 0);
}
