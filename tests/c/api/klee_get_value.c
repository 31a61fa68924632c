// VERDICT: unknown
// One value of an expression: the others are not followed, so nothing is proved.
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume((x >= 5) & (x <= 9));
    int value = klee_get_value_i32(x);
    klee_assert(value >= 5 && value <= 9);
    klee_assert(klee_get_valuel(17) == 17 && klee_get_valued(2.5) == 2.5 && klee_get_valuef(0.5f) == 0.5f);
    klee_assert(klee_get_valuell(-1) == -1 && klee_get_value_i64(1) == 1);
    return 0;
}
