// VERDICT: unsafe
// A pointer that one input makes null.
#include <stdio.h>
_Bool __VERIFIER_nondet_bool(void);

int main(void) {
    const char *text[2] = {"text", NULL};
    unsigned i = __VERIFIER_nondet_bool();
    puts(text[i]); // BUG: null-dereference
    return 0;
}
