// TRUTH: unsafe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, k = 0;
    __VERIFIER_assume(n > 0 && n < 10000000);
    while (i < n) {
        i++;
        if (i != 5)
            k++;
    }
    int j = n;
    while (j > 0) {
        assert(k > 0);
        j--;
        k--;
    }
}
