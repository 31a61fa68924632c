// VERDICT: safe
// An integer that is an object's address.
#include <stdint.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int cell = 0;
    uintptr_t address = (uintptr_t)&cell;
    if (__VERIFIER_nondet_int() == 8)
        *(int *)address = 1;
    return 0;
}
