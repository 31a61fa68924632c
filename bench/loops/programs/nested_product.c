// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), k = 0;
    __VERIFIER_assume(n >= 0 && n <= 1000 && m >= 0 && m <= 1000);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            k++;
    assert(k >= 0);
}
