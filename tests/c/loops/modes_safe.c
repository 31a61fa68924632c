// From failure there is only one way, over repair.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

enum mode { IDLE, READY, BUSY, FAILED, REPAIR };

int main(void) {
    enum mode mode = IDLE, before = IDLE;
    while (1) {
        unsigned event = pick(3);
        before = mode;
        if (mode == IDLE && event == 0)
            mode = READY;
        else if (mode == READY && event == 1)
            mode = BUSY;
        else if (mode == BUSY)
            mode = event == 2 ? FAILED : IDLE;
        else if (mode == FAILED && event == 1)
            mode = REPAIR;
        else if (mode == REPAIR && event == 0)
            mode = IDLE;
        if (mode == IDLE && before == FAILED)
            reach_error();
    }
}
