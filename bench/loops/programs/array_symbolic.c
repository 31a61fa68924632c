// TRUTH: safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    static int a[100000];
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 100000);
    for (unsigned i = 0; i < n; i++)
        a[i] = 1;
    for (unsigned i = n; i > 0; i--)
        a[i - 1]++;
}
