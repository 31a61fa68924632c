// VERDICT: safe
// The same blocks, allocated in another order by each arm.
#include "nb.h"
#include <stdlib.h>
struct Cell {
    int v;
};

int main(void) {
    struct Cell *p, *q;
    if (nb()) {
        p = malloc(sizeof *p);
        q = malloc(sizeof *q);
    } else {
        q = malloc(sizeof *q);
        p = malloc(sizeof *p);
    }
    if (!p || !q)
        return 0;
    int v = __VERIFIER_nondet_int();
    __VERIFIER_assume(v >= 0 && v <= 9);
    p->v = v;
    q->v = 100;
    assert(p->v < 10);
    return 0;
}
