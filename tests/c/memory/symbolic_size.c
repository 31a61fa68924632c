// VERDICT: safe
// Blocks of symbolic size: accesses inside are fine for every size.
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n == 0)
        return 0;
    char *block = malloc(n);
    if (!block)
        return 0;
    block[n - 1] = 1;
    block[n / 2] = 2;
    int last = block[n - 1];
    free(block);
    return last == 3;
}
