// VERDICT: unsafe
// More bytes than the object has.
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, 8, "x"); // BUG: out-of-bounds-write
    return 0;
}
