// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), x, y = 0;
    __VERIFIER_assume(n >= 0 && n < 1000000);
    x = n;
    while (x > 0) {
        x--;
        y++;
    }
    assert(y == n);
}
