// VERDICT: unsafe
#include "nb.h"

static int f(int n) {
    if (n == 0)
        return 0;
    int one;
    if (nb())
        one = 1;
    else
        one = 0;
    return one + f(n - 1);
}

int main(void) {
    assert(f(5) <= 4); // BUG: assertion-failure
    return 0;
}
