// A full queue takes one more, beside it.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

static unsigned char cells[4];
static unsigned head, used;

int main(void) {
    while (1) {
        if (pick(2)) {
            if (used <= 4) {
                cells[head + used] = 7; // BUG: out-of-bounds-write
                used++;
            }
        } else if (used > 0) {
            cells[head] = 0;
            used--;
        }
    }
}
