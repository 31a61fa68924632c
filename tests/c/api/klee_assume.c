// VERDICT: safe
// What is assumed holds from there on; a path that contradicts it ends silently.
#include <klee/klee.h>

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume(x > 10);
    klee_assume((x < 20) & (y == x + 1));
    klee_assert(x >= 11 && x <= 19);
    klee_assert(y >= 12 && y <= 20);
    if (y == 15)
        klee_assert(x == 14);
    if (x > 15) {
        klee_assume(x < 13);
        klee_assert(0);
    }
    return 0;
}
