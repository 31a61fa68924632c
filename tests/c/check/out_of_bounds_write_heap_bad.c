// VERDICT: unsafe
// One byte too few for the terminator.
#include <stdlib.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char text[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    char *copy = malloc(3);
    if (!copy)
        return 0;
    strcpy(copy, text); // BUG: out-of-bounds-write
    free(copy);
    return 0;
}
