// VERDICT: safe
// OPTIONS: --checks +format-string
#include <stdio.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    const char *format = __VERIFIER_nondet_bool() ? "a\n" : "b %d\n";
    printf(format, 1);
    return 0;
}
