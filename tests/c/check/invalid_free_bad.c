// VERDICT: unsafe
// Freeing a local, a global, and the inside of a block.
// LEVELS: none light
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int global;

int main(void) {
    int local;
    char *block = malloc(8);
    switch (__VERIFIER_nondet_int()) {
    case 0: free(&local); break;   // BUG: invalid-free
    case 1: free(&global); break;  // BUG: invalid-free
    case 2: free(block + 1); break; // BUG: invalid-free
    default: free(block);
    }
    return 0;
}
