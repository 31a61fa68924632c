// VERDICT: safe
// OPTIONS: --checks +format-string
#include <stdio.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    const char *format = "a\n";
    if (__VERIFIER_nondet_bool()) {
        puts("b");
        format = "b %d\n";
    }
    printf(format, 1);
    return 0;
}
