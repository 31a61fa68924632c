// VERDICT: unsafe
#include <klee/klee.h>

int main(void) {
    char buffer[10];
    int n = klee_range(0, 20, "n");
    klee_check_memory_access(buffer, n); // BUG: out-of-bounds-read
    return 0;
}
