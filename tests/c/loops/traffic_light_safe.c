// Never green on both sides; a light stays for at least two ticks.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

enum light { RED, AMBER, GREEN };

int main(void) {
    enum light north = GREEN, east = RED;
    int timer = 0, north_next = 0;
    while (1) {
        unsigned car = pick(2);
        if (timer > 0) {
            timer--;
        } else if (north == GREEN) {
            if (car)
                north = AMBER, timer = 2;
        } else if (east == GREEN) {
            if (car)
                east = AMBER, timer = 2;
        } else if (north == AMBER) {
            north = RED, north_next = 0, timer = 1;
        } else if (east == AMBER) {
            east = RED, north_next = 1, timer = 1;
        } else if (north_next) {
            north = GREEN, timer = 2;
        } else {
            east = GREEN, timer = 2;
        }
        assert(north == RED || east == RED);
        assert(timer >= 0);
    }
}
