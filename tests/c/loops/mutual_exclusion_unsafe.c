// The turn is given away before the wish is told.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

static int wants[2], turn, at[2], inside;

int main(void) {
    while (1) {
        unsigned me = pick(2), other = 1 - me;
        switch (at[me]) {
        case 0:
            turn = other;
            at[me] = 1;
            break;
        case 1:
            wants[me] = 1;
            at[me] = 2;
            break;
        case 2:
            if (!wants[other] || turn == me) {
                assert(inside == 0); // BUG: assertion-failure
                inside++;
                at[me] = 3;
            }
            break;
        case 3:
            inside--;
            wants[me] = 0;
            at[me] = 0;
            break;
        }
    }
}
