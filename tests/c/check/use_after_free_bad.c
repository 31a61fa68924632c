// VERDICT: unsafe
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 5;
    if (x > 100)
        free(p);
    if (x > 200)
        return *p; // BUG: use-after-free
    if (x > 150)
        *p = 1; // BUG: use-after-free
    return 0;
}
