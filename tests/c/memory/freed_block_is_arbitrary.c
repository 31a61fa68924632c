// VERDICT: unsafe
// A new block of the same size does not hold the old bytes.
// LEVELS: none light
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    if (!p)
        return 0;
    *p = 7;
    free(p);
    int *q = malloc(4);
    if (!q)
        return 0;
    assert(*q == 7); // BUG: assertion-failure
    free(q);
    return 0;
}
