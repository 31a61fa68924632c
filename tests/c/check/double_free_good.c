// VERDICT: safe
#include <stdlib.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    char *p = malloc(8);
    if (__VERIFIER_nondet_bool()) {
        free(p);
        p = NULL;
    }
    free(p);
    return 0;
}
