// The end of the way is looked for one step too late.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int place = 0, direction = 1;
    while (1) {
        place += direction;
        if (place == 6)
            direction = -1;
        if (place == 0)
            direction = 1;
        assert(place >= 0 && place <= 5); // BUG: assertion-failure
    }
}
