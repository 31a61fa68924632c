// VERDICT: safe
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
    if (i >= 0 && i <= 6)
        result = *(int *)(block + i);
    free(block);
    return result;
}
