// VERDICT: safe
// qsort and bsearch on symbolic elements.
#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int ascending(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}

int main(void) {
    unsigned char a[3], sum = 0;
    for (int i = 0; i < 3; i++)
        sum += a[i] = __VERIFIER_nondet_uchar();
    qsort(a, 3, 1, ascending);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    assert((unsigned char)(a[0] + a[1] + a[2]) == sum);
    unsigned char *found = bsearch(&a[1], a, 3, 1, ascending);
    assert(found && *found == a[1]);

    int numbers[40];
    for (int i = 0; i < 40; i++)
        numbers[i] = i * 17 % 40;
    int compare(const void *, const void *);
    qsort(numbers, 40, sizeof *numbers, compare);
    for (int i = 0; i < 40; i++)
        assert(numbers[i] == i);
    return 0;
}

int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
