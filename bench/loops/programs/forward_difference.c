// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, a = 0, b = 0;
    __VERIFIER_assume(n >= 0 && n <= 10000000);
    while (i < n) {
        if (__VERIFIER_nondet_bool())
            a++;
        else
            b++;
        i++;
    }
    assert(a + b == n);
}
