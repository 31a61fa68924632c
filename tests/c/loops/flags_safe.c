// A door is opened only while the machine is at rest.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int running = 0, open = 0;
    while (1) {
        switch (pick(4)) {
        case 0:
            if (!open)
                running = 1;
            break;
        case 1:
            running = 0;
            break;
        case 2:
            if (!running)
                open = 1;
            break;
        case 3:
            open = 0;
            break;
        }
        assert(!(running && open));
    }
}
