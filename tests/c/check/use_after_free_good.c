// VERDICT: safe
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = malloc(sizeof *p), *q = p;
    if (!p)
        return 0;
    *p = 5;
    if (x > 100) {
        free(p);
        p = malloc(sizeof *p);
        if (!p)
            return 0;
        *p = 6;
    }
    int result = *p;
    free(p);
    return result + (q != 0);
}
