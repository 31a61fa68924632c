// Cells that are written round and round; marks stay small.
// VERDICT: safe unknown
// OPTIONS: --max-instructions 3000
#include "loops.h"

static unsigned char mark[8];

int main(void) {
    unsigned char at = 0;
    while (1) {
        mark[at & 7] = (unsigned char)pick(3);
        at++;
        assert(mark[at & 7] < 3);
    }
}
