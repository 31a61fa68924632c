// Signed and unsigned order are different ones: what follows in one does not in the other.
// VERDICT: unsafe
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
    int larger = b;
    if (a > b)
        larger = a;
    if (larger <= c) {
        assert(a <= c && b <= c);
        assert((unsigned)b <= (unsigned)c || b < 0); // b <= c, and 0 <= b makes c one that is not negative
        assert((unsigned)a <= (unsigned)c);          // BUG: assertion-failure
    }
    return 0;
}
