// TRUTH: safe
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    __VERIFIER_assume(x >= 1 && x < 1000 && y < 1000 && y > -1000);
    while (x < y) {
        if (x < 1000000)
            x = x + x;
        y = y + 1 < 100000 ? y + 1 : y;
        assert(x >= 1);
    }
}
