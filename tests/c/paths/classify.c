// VERDICT: safe
// Three classes of one number: two branches, three paths.
// PATHS: 3
#include "../visit.h"

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        visit(-1);
    else if (x == 0)
        visit(0);
    else
        visit(1);
    if (x < 0)
        visit(-2);
    return 0;
}
