// A queue in a ring of four cells: what is taken out was put in.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

static unsigned char cells[4];
static unsigned head, used;

int main(void) {
    while (1) {
        if (pick(2)) {
            if (used < 4) {
                cells[(head + used) % 4] = 7;
                used++;
            }
        } else if (used > 0) {
            assert(cells[head] == 7);
            cells[head] = 0;
            head = (head + 1) % 4;
            used--;
        }
    }
}
