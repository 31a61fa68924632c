// TRUTH: safe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x > 0 && x < 1000 && y > 0 && y < 1000);
    while (x != y) {
        if (x > y)
            x -= y;
        else
            y -= x;
        assert(x > 0 && y > 0);
    }
}
