// VERDICT: unsafe
// OPTIONS: --checks +format-string
#include <stdio.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char text[3] = {'a', 0, 0};
    char c = __VERIFIER_nondet_char();
    if (c >= 'b' && c <= 'd') {
        text[1] = c;
        printf(text); // BUG: format-string
    }
    return 0;
}
