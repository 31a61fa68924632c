// Three cells at their highest are more than is allowed.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

static int level[3];

int main(void) {
    while (1) {
        unsigned which = pick(3);
        level[which] = (level[which] + 1) % 3;
        int sum = 0;
        for (int i = 0; i < 3; i++)
            sum += level[i];
        assert(sum <= 5); // BUG: assertion-failure
    }
}
