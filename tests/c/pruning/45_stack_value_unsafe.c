// VERDICT: unsafe
// Push and pop: what was pushed late.
#include "nb.h"

int main(void) {
    int stack[7], top = 0;
    for (int i = 0; i < 7; i++)
        if (nb())
            stack[top++] = i;
        else if (top > 0)
            assert(stack[--top] < 5);  // BUG: assertion-failure
    return 0;
}
