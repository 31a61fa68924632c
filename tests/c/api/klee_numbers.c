// VERDICT: unsafe
// klee_int, klee_range (end excluded), klee_choose.
#include <klee/klee.h>

int main(void) {
    int r = klee_range(-3, 7, "r");
    klee_assert(r >= -3 && r < 7);
    klee_assert(r != 6);  // BUG: assertion-failure
    klee_assert(r != -3); // BUG: assertion-failure
    uintptr_t c = klee_choose(4);
    klee_assert(c < 4);
    klee_assert(c != 3); // BUG: assertion-failure
    int i = klee_int("i");
    klee_assert(i != -2147483647); // BUG: assertion-failure
    return 0;
}
