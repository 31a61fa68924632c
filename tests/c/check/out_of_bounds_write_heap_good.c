// VERDICT: safe
#include <stdlib.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
    char text[4] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
    char *copy = malloc(strlen(text) + 1);
    if (!copy)
        return 0;
    strcpy(copy, text);
    free(copy);
    return 0;
}
