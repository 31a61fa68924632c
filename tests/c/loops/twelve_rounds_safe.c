// A lock with a combination of twelve digits, and no door behind it.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

static const unsigned char digits[12] = {3, 1, 0, 2, 2, 1, 3, 0, 1, 1, 2, 3};

int main(void) {
    unsigned right = 0;
    while (1) {
        right = pick(4) == digits[right] ? right + 1 : 0;
        if (right == 12)
            right = 0;
        assert(right < 12);
    }
}
