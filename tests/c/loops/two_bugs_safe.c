// Two modes, in each of which the other's variable is asked for.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int mode = 0, first = 1, second = 1;
    while (1) {
        unsigned in = pick(3);
        if (mode == 0) {
            assert(first != 0);
            second = in + 1;
            if (in == 2)
                mode = 1;
        } else {
            assert(second != 0);
            first = in + 1;
            if (in == 1)
                mode = 0;
        }
    }
}
