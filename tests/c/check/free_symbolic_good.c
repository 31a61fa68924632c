// What is freed is one of several objects, or null.
// VERDICT: safe
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char *blocks[3] = {malloc(4), malloc(5), NULL};
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= 3)
        return 0;
    free(blocks[at]);
    blocks[at] = NULL;
    for (int i = 0; i < 3; i++)
        free(blocks[i]);
    return 0;
}
