// VERDICT: unsafe
// Read, then changed, then read again: only the second time counts for what follows.
#include "nb.h"

static int table[32] = {1, 2, 3, 4, 5, 6, 7, 8};

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += nb() ? table[i] : 1;
        if (nb())
            table[7] += 10;
    }
    assert(table[7] + sum < 30);  // BUG: assertion-failure
    return 0;
}
