// VERDICT: safe
#include <stddef.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int cell = 1;
    int *p = x == 3 ? NULL : &cell;
    if (x != 3)
        *p = 2;
    return p ? *p : 0;
}
