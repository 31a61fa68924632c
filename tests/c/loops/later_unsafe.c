// One of the values remembered is not allowed.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int old[3] = {0, 0, 0};
    while (1) {
        int now = pick(2) ? 4 : 5;
        assert(old[2] == 0 || old[2] == 4 || old[2] == 6); // BUG: assertion-failure
        old[2] = old[1];
        old[1] = old[0];
        old[0] = now;
    }
}
