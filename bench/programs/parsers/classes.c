/* Every combination of character classes leads to another state, and the end depends on all of it: nothing can be
 * pruned. 4096 paths. */
#include <assert.h>
#include <klee/klee.h>

static unsigned class_of(unsigned char c) {
    if (c < '0')
        return 0;
    if (c <= '9')
        return 1;
    if (c < 'a')
        return 2;
    return 3;
}

int main(void) {
    unsigned char text[6];
    unsigned state = 1;
    klee_make_symbolic(text, sizeof text, "text");
    for (int i = 0; i < 6; i++)
        state = state * 5 + class_of(text[i]) * (i + 1);
    assert(state * 2654435761u >> 8 != 77);
    return 0;
}
