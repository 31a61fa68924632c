// VERDICT: unsafe
// Push and pop: too many.
#include "nb.h"

int main(void) {
    int stack[6], top = 0;
    for (int i = 0; i < 7; i++)
        if (nb())
            stack[top++] = i;  // BUG: out-of-bounds-write
        else if (top > 0)
            assert(stack[--top] < 7);
    return 0;
}
