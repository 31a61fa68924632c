/* Insertion sort of N numbers with the order asserted: N! paths. */
#include <assert.h>

#ifndef N
#define N 11
#endif

int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 1; i < N; i++) {
        int key = a[i], j = i - 1;
        while (j >= 0 && a[j] > key) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = key;
    }
    for (int i = 0; i < N - 1; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
