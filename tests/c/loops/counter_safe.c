// A counter that starts again at ten.
// VERDICT: safe
// ENDLESS: 20000
#include "loops.h"

static char buffer[10];

int main(void) {
    int used = 0;
    while (1) {
        buffer[used++] = (char)pick(200);
        if (used == 10)
            used = 0;
    }
}
