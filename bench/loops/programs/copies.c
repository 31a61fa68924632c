// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, j = 0, k = 0;
    __VERIFIER_assume(n > 0 && n < 1000000);
    while (i < n) {
        i++;
        j += 3;
        k += 4;
    }
    assert(j == 3 * n && k == i + j);
}
