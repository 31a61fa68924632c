// The index wraps later than the cells do.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

static unsigned char mark[8];

int main(void) {
    unsigned char at = 0;
    while (1) {
        mark[at & 15] = (unsigned char)pick(3); // BUG: out-of-bounds-write
        at++;
    }
}
