// TRUTH: unsafe
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), q = 1, r = a;
    __VERIFIER_assume(a < 100000000);
    while (r > 7) {
        r -= 7;
        q++;
    }
    assert(a == 7 * (q - 1) + r && r < 7);
}
