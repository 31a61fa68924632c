// TRUTH: unsafe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, a = 0, b = 0;
    __VERIFIER_assume(n >= 0 && n <= 20000000);
    while (i < n) {
        if (__VERIFIER_nondet_int()) {
            a += 1;
            b += 2;
        } else {
            a += 2;
            b += 1;
        }
        i++;
    }
    assert(a + b == 3 * n && a <= b + 3);
}
