// VERDICT: unsafe
// What is looked up was changed by one arm only, here the one explored last.
#include "nb.h"

static int table[32] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
    if (!nb())
        table[1] = 100;
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += nb() ? table[i] : 1;
    assert(sum < 100);  // BUG: assertion-failure
    return 0;
}
