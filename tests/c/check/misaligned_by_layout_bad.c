// VERDICT: unsafe
// Nothing promises that an array of char is aligned for int, wherever it happens to lie.
// OPTIONS: --checks +misaligned-access
// LEVELS: none light
#include <stdint.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int first(const char *bytes) {
    return *(const int *)bytes; // BUG: misaligned-access
}

int main(void) {
    char buffer[8] = {0};
    char *heap = calloc(1, 16);
    int sum = 0;
    switch (__VERIFIER_nondet_int()) {
    case 0:
        sum = first(buffer);
        break;
    case 1:
        if (heap)
            sum = *(short *)(heap + 5); // BUG: misaligned-access
        break;
    }
    free(heap);
    return sum;
}
