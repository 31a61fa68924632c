// Nothing is read: one path without end, whose numbers come back.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int place = 0, direction = 1;
    while (1) {
        place += direction;
        if (place == 5)
            direction = -1;
        if (place == 0)
            direction = 1;
        assert(place >= 0 && place <= 5);
    }
}
