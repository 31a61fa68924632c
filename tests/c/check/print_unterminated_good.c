// VERDICT: safe
#include <stdio.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char text[3];
    for (int i = 0; i < 2; i++)
        text[i] = __VERIFIER_nondet_char();
    text[2] = 0;
    printf("%s\n", text);
    puts(text);
    return 0;
}
