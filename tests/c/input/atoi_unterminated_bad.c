// Text without an end, if its digits go on.
// VERDICT: unsafe
#include <stdlib.h>

void klee_make_symbolic(void *address, size_t size, const char *name);

int main(void) {
    char text[3];
    klee_make_symbolic(text, sizeof text, "text");
    return atoi(text) == 7;  // BUG: out-of-bounds-read
}
