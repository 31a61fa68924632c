// Labels of a switch that lead to one place are one outcome, with a gap between them or without.
// VERDICT: safe
// PATHS: 4
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int();
    int kind = 0;
    switch (x) {
    case 'a': case 'b': case 'c': case 'd': case 'x': case -1:
        kind = 1;
        break;
    case 0: case 1: case 2:
        kind = 2;
        break;
    default:
        kind = 3;
        break;
    case 8:
        kind = 4;
        break;
    }
    if (kind == 1)
        assert(((x >= 'a') & (x <= 'd')) | (x == 'x') | (x == -1));
    else if (kind == 2)
        assert((x >= 0) & (x <= 2));
    else if (kind == 4)
        assert(x == 8);
    else
        assert((x != 8) & (x != 'x') & (x != 0) & (x != 2) & (x != -1) & ((x < 'a') | (x > 'd')));
    return 0;
}
