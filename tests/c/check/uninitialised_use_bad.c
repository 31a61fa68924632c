// VERDICT: unsafe
// In a branch, in an address, in output; local and heap.
// OPTIONS: --checks +uninitialised-use
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a[3];
    a[0] = 1;
    int *block = malloc(8);
    if (!block)
        return 0;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        if (a[1] == 7) // BUG: uninitialised-use
            return 1;
        break;
    case 1:
        if (block[1] > 0) // BUG: uninitialised-use
            return 2;
        break;
    case 2:
        printf("%d\n", a[2]); // BUG: uninitialised-use
        break;
    }
    free(block);
    return 0;
}
