// A start does everything that a restart does.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int powered = 0, loaded = 0, ready = 0;
    while (1) {
        switch (pick(4)) {
        case 0:
            powered = 1;
            // fall through
        case 1:
            if (!powered)
                break;
            loaded = 1;
            // fall through
        case 2:
            ready = loaded;
            break;
        default:
            powered = loaded = ready = 0;
        }
        assert(!ready || (powered && loaded));
    }
}
