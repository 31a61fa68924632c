// TRUTH: unsafe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    static int a[1000];
    unsigned n = __VERIFIER_nondet_uint();
    __VERIFIER_assume(n <= 1001);
    for (unsigned i = 0; i < n; i++)
        a[i] = 1;
}
