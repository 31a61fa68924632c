// Where a number is to be stored there is nothing.
// VERDICT: unsafe
// OPTIONS: --sym-stdin 3 --failures memory
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *number = malloc(sizeof *number);
    char *word = NULL;
    if (scanf("%d", number) != 1) // BUG: null-dereference
        return 1;
    if (sscanf("abc", "%2s", word) == 1) // BUG: null-dereference
        return 2;
    return 0;
}
