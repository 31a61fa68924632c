// VERDICT: safe
// A local array whose length is an input: every length is followed.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n >= 1 && n <= 4);
    int values[n];
    for (int i = 0; i < n; i++)
        values[i] = i + 1;
    assert(values[n - 1] == n);
    return 0;
}
