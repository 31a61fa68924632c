// Insertion into a sorted part: what is shifted lies between what it is compared with.
// VERDICT: safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a[5];
    for (int i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_uint();
    for (int i = 1; i < 5; i++) {
        unsigned k = a[i];
        int j = i - 1;
        while (j >= 0 && a[j] > k) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = k;
    }
    for (int i = 0; i < 4; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
