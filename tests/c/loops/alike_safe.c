// Two modes that do the same for a while: what only later rounds ask keeps them apart.
// VERDICT: safe
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
            mode = secret ? 0 : 1;
            if (secret > 1)
                reach_error();
            break;
        }
    }
}
