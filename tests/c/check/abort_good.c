// VERDICT: safe
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 3)
        abort();
    if (x == 2)
        exit(7);
    return 0;
}
