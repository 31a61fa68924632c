// VERDICT: safe
// The value of what is concrete is exact.
#include <klee/klee.h>

int main(void) {
    klee_assert(klee_get_value_i32(-3) == -3 && klee_get_valuel(17) == 17 && klee_get_valued(2.5) == 2.5);
    return 0;
}
