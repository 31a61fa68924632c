// It gives up one repetition too late.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

enum { QUIET, WAITING, CLOSED };

static int state, waited, repeated;

static void timeout(void) {
    waited = 0;
    if (repeated == 3)
        state = CLOSED;
    else
        repeated++;
}

int main(void) {
    while (1) {
        unsigned event = pick(3);
        if (state == QUIET && event == 0) {
            state = WAITING;
            waited = repeated = 0;
        } else if (state == WAITING && event == 1) {
            state = QUIET;
        } else if (state == WAITING) {
            if (++waited == 3)
                timeout();
        } else if (state == CLOSED && event == 2) {
            state = QUIET;
        }
        assert(repeated <= 2 && waited < 3); // BUG: assertion-failure
    }
}
