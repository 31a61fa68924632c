// VERDICT: unsafe
// A string of input that need not end: printing it reads on. Zeros alone would not show it.
#include <stdio.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char text[3];
    for (int i = 0; i < 3; i++)
        text[i] = __VERIFIER_nondet_char();
    printf("%.3s\n", text);
    printf("%s\n", text); // BUG: out-of-bounds-read
    return 0;
}
