// VERDICT: safe
// calloc clears, realloc keeps the old bytes, whatever the sizes.
#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char i = __VERIFIER_nondet_uchar() & 7, x = __VERIFIER_nondet_uchar();
    unsigned char *p = calloc(4, 2);
    if (!p)
        return 0;
    assert(p[i] == 0);
    p[i] = x;
    p = realloc(p, 20);
    if (!p)
        return 0;
    assert(p[i] == x);
    p[19] = 1;
    p = realloc(p, 8);
    if (!p)
        return 0;
    assert(p[i] == x);
    free(p);
    return 0;
}
