// What is written in one round is asked in the next.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int x = 0;
    while (1) {
        assert(x == 0); // BUG: assertion-failure
        x = pick(2);
    }
}
