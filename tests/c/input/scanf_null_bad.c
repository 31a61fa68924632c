// Where a number is to be stored there is nothing.
// VERDICT: unsafe
// OPTIONS: --sym-stdin 3 --failures memory
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *number = malloc(sizeof *number);
    if (scanf("%d", number) != 1) // BUG: null-dereference
        return 1;
    return 0;
}
