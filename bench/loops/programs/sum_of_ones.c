// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    long long sum = 0;
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 1000000);
    for (int i = 1; i <= n; i++)
        sum += 2;
    assert(sum == 2LL * n);
}
