// VERDICT: safe
// Writes at symbolic offsets change that place and no other.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    int a[6] = {10, 11, 12, 13, 14, 15};
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 6 && j < 6 && k < 6);
    a[i] = 100;
    a[j] = 200;
    assert(a[j] == 200);
    assert(a[i] == (i == j ? 200 : 100));
    assert(a[k] == (k == j ? 200 : k == i ? 100 : 10 + (int)k));
    a[3] = 7;
    assert(a[3] == 7);
    assert(k == 3 || a[k] == (k == j ? 200 : k == i ? 100 : 10 + (int)k));
    int sum = 0;
    for (int n = 0; n < 6; n++)
        sum += a[n] != 100 && a[n] != 200;
    assert(sum >= 4);
    return 0;
}
