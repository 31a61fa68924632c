// VERDICT: unsafe
// A C99 inline function without an external definition: its body is there to be used.
#include <assert.h>
int __VERIFIER_nondet_int(void);

inline int half(int x) {
    assert(x != 7); // BUG: assertion-failure
    return x / 2;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 5 && x < 10)
        return half(x) == 100;
    return 0;
}
