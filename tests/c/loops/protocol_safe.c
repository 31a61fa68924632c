// A sender repeats a frame when no answer has come in three rounds, and gives up after two repetitions.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

enum { QUIET, WAITING, CLOSED };

static int state, waited, repeated;

static void timeout(void) {
    waited = 0;
    if (repeated == 2)
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
        assert(repeated <= 2 && waited < 3);
    }
}
