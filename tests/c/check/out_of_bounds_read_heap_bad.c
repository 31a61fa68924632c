// VERDICT: unsafe
// The last two bytes of a four-byte access lie behind the block.
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = malloc(10);
    if (!block)
        return 0;
    memset(block, 0, 10);
    int i = __VERIFIER_nondet_int();
    int result = 0;
    if (i >= 0 && i <= 8)
        result = *(int *)(block + i); // BUG: out-of-bounds-read
    free(block);
    return result;
}
