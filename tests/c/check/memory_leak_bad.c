// VERDICT: unsafe
// OPTIONS: --checks +memory-leak
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char *volatile p = malloc(8); // BUG: memory-leak
    if (__VERIFIER_nondet_bool())
        p = NULL;
    free(p);
    return 0;
}
