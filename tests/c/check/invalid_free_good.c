// VERDICT: safe
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char *block = calloc(2, 4);
    block = realloc(block, 16);
    switch (__VERIFIER_nondet_int()) {
    case 0: free(NULL); free(block); break;
    case 1: block++; free(block - 1); break;
    default: free(block);
    }
    return 0;
}
