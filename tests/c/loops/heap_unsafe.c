// It is given back, and looked at in a later round.
// VERDICT: unsafe
// ENDLESS: 20000
#include "loops.h"
#include <stdlib.h>

int main(void) {
    int *node = malloc(sizeof *node);
    int tired = 0;
    if (!node)
        return 1;
    *node = 5;
    while (1) {
        unsigned in = pick(3);
        if (in == 0 && tired == 2)
            free(node), tired = 3;
        else if (in == 1 && tired < 2)
            tired++;
        else if (in == 2 && *node != 5) // BUG: use-after-free
            return 2;
        if (tired == 3 && in == 0)
            tired = 4;
    }
}
