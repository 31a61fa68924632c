/* Bubble sort of N numbers with the order asserted: N! paths. */
#include <assert.h>

#ifndef N
#define N 12
#endif

int __VERIFIER_nondet_int(void);

int main(void) {
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N - 1; i++)
        for (int j = 0; j < N - 1 - i; j++)
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
    for (int i = 0; i < N - 1; i++)
        assert(a[i] <= a[i + 1]);
    return 0;
}
