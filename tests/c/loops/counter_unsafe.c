// It starts again one too late.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"

static char buffer[10];

int main(void) {
    int used = 0;
    while (1) {
        buffer[used++] = (char)pick(200); // BUG: out-of-bounds-write
        if (used == 11)
            used = 0;
    }
}
