// VERDICT: safe
// A binary tree of calls: each leaf at depth 3, or stopped before.
// PATHS: 26
#include "../visit.h"

static void grow(int depth) {
    visit(depth);
    if (depth == 3)
        return;
    if (__VERIFIER_nondet_bool())
        return;
    grow(depth + 1);
    if (depth < 2)
        grow(depth + 1);
}

int main(void) {
    grow(0);
    return 0;
}
