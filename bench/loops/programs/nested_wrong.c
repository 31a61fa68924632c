// TRUTH: unsafe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int(), count = 0;
    __VERIFIER_assume(n > 0 && n < 100);
    for (int i = 0; i < n; i++)
        for (int j = i; j < 3; j++)
            count++;
    assert(count < 6);
}
