// A line behind a block that ends with a switch is executed: llvm-cov's own count for it is that of the gap before it.
// VERDICT: safe
// PATHS: 3
#include <stdlib.h>
char __VERIFIER_nondet_char(void);

static char *room(char c) {
    char *p;
    {
        size_t n;
        switch (c) {
        case 'a':
            n = 1;
            break;
        case 'b':
            n = 2;
            break;
        default:
            exit(0);
        }
        p = malloc(n);
    }

    switch (c) {
    case 'a':
        *p = 1;
        break;
    }
    return p;
}

int main(void) {
    free(room(__VERIFIER_nondet_char()));
    return 0;
}
