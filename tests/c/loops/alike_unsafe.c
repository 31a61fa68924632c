// One of two modes that look alike ends badly four rounds later.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int mode = 0, secret = 0;
    while (1) {
        unsigned in = pick(2);
        switch (mode) {
        case 0:
            secret = in;
            mode = 1;
            break;
        case 1:
        case 2:
        case 3:
            mode++;
            break;
        case 4:
            if (secret)
                reach_error(); // BUG: error-call
            mode = 1;
            break;
        }
    }
}
