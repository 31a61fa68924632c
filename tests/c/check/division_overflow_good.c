// VERDICT: safe
#include <limits.h>
int __VERIFIER_nondet_int(void);
signed char __VERIFIER_nondet_char(void);

int main(void) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (b == 0 || (a == INT_MIN && b == -1))
        return 0;
    signed char c = __VERIFIER_nondet_char(), d = __VERIFIER_nondet_char();
    int promoted = d ? c / d : 0;
    return a / b > promoted;
}
