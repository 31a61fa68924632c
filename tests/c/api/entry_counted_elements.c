// VERDICT: safe
// A signed count is not negative and counts elements; pointers to the same type in a row share it.
// OPTIONS: --entry dot --ptr-size 16
#include <assert.h>

int dot(const int *a, const int *b, int n) {
    assert(n >= 0 && n <= 4);
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += (unsigned)a[i] * (unsigned)b[i];
    return (int)sum;
}
