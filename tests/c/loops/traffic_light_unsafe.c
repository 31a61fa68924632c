// The other side goes green while one is amber.
// VERDICT: unsafe
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
                north = AMBER, timer = 2, north_next = 0;
        } else if (east == GREEN) {
            if (car)
                east = AMBER, timer = 2, north_next = 1;
        } else if (north == AMBER && car) {
            north = RED, timer = 1;
        } else if (east == AMBER) {
            east = RED, timer = 1;
        } else if (north_next) {
            north = GREEN, timer = 2;
        } else {
            east = GREEN, timer = 2;
        }
        assert(north == RED || east == RED); // BUG: assertion-failure
        assert(timer >= 0);
    }
}
