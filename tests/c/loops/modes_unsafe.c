// A failed machine can be made idle at once.
// VERDICT: unsafe
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
        else if (mode == FAILED)
            mode = event == 1 ? REPAIR : IDLE;
        else if (mode == REPAIR && event == 0)
            mode = IDLE;
        if (mode == IDLE && before == FAILED)
            reach_error(); // BUG: error-call
    }
}
