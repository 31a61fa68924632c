// A bug in one mode, and another one behind it: both are found.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int mode = 0, first = 1, second = 1;
    while (1) {
        unsigned in = pick(3);
        if (mode == 0) {
            assert(first != 0); // BUG: assertion-failure
            second = in;
            if (in != 1)
                mode = 1;
        } else {
            assert(second != 0); // BUG: assertion-failure
            first = in;
            if (in != 2)
                mode = 0;
        }
    }
}
