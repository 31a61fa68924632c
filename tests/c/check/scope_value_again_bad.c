// A declaration that is reached again by a jump makes the variable arbitrary again.
// VERDICT: unsafe
// LEVELS: none light
#include <assert.h>

int main(void) {
    int n = 0;
again:;
    int x;
    if (n == 1) {
        assert(x == 5); // BUG: assertion-failure
        return 0;
    }
    x = 5;
    n++;
    goto again;
}
