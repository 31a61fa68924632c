// What one round remembers is asked for three rounds later.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

int main(void) {
    int old[3] = {0, 0, 0};
    while (1) {
        int now = pick(2) ? 4 : 6;
        assert(old[2] == 0 || old[2] == 4 || old[2] == 6);
        old[2] = old[1];
        old[1] = old[0];
        old[0] = now;
    }
}
