// VERDICT: unsafe
// A failed assertion, abort and an error function that nobody checks for are ends a program may have. An error function that
// the program defines, and that returns, is none.
// OPTIONS: --checks memory
// LEVELS: none light
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int reached;
void reach_error(void) { reached = 1; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = NULL;
    if (n == 1)
        abort();
    assert(n != 2);
    if (n == 3)
        reach_error();
    if (reached)
        *p = 1; // BUG: null-dereference
    return 0;
}
